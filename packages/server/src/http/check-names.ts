import { InklingError } from '@inkling/engine';
import { secretKind } from '@inkling/engine/capture';
import type { Endpoint } from '../contract/endpoint.ts';
import type { CheckedRequest } from './read-request.ts';

/** What the engine redacts where it stores it, and what it stores nowhere. */
const TEXTS: ReadonlySet<string> = new Set([
  ...['content', 'metadata', 'activities', 'text', 'workItem', 'rows', 'nodes', 'edges', 'files', 'reason'],
  ...['toolInput', 'output', 'queryText', 'moreQueries', 'context', 'paths'],
]);

/** Texts too, in a request that has no other place for what it stores: the text of a policy is stored as it is. */
const POLICIES = '/v1/policies';

/**
 * Throws `invalid-input` on a name that no database can hold or compare (U+0000, half a surrogate pair), and on one that is a secret: an id of an agent, a project or a session, a kind, a key's name, the text of a policy, a
 * cursor. Names are compared and stored as they are, so nothing can be taken out of them.
 */
export function checkNames({ path }: Pick<Endpoint, 'path'>, { params, query, body }: CheckedRequest): void {
  const texts = path.startsWith(POLICIES) ? NO_TEXTS : TEXTS;
  for (const part of [params, query, body]) {
    for (const { field, value } of namesIn(part, texts)) {
      if (UNSTORABLE.test(value)) throw unstorable(field);
      const kind = secretKind(value);
      if (kind === null) continue;
      throw new InklingError('invalid-input', `${field} looks like a secret (${kind}).`, {
        hint: 'Give it another name, and revoke the secret if it is one: it was sent.',
        details: { field, kind },
      });
    }
  }
}

const NO_TEXTS: ReadonlySet<string> = new Set();

const UNSTORABLE = /[\0\p{Surrogate}]/u;

function unstorable(field: string): InklingError {
  return new InklingError('invalid-input', `${field} has U+0000 or half a surrogate pair in it.`, {
    hint: 'Names are compared as they are: leave such characters out.',
    details: { field },
  });
}

interface Name {
  readonly field: string;
  readonly value: string;
}

function* namesIn(part: unknown, texts: ReadonlySet<string>, field = ''): Generator<Name> {
  if (typeof part === 'string') yield { field, value: part };
  else if (Array.isArray(part)) for (const item of part) yield* namesIn(item, texts, field);
  else if (typeof part === 'object' && part !== null) {
    for (const [name, value] of Object.entries(part)) if (!texts.has(name)) yield* namesIn(value, texts, name);
  }
}
