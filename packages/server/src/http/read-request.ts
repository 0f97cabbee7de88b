import { InklingError } from '@inkling/engine/errors';
import { secretKind } from '@inkling/engine/capture';
import type { Context } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import type { z } from 'zod';
import { isDeeper, parseJson } from '../base/record.ts';
import { DEFAULT_MAX_BODY_BYTES, type Endpoint } from '../contract/endpoint.ts';
import { MEMORY_ID_HINT, NO_MEMORY_ID } from '../contract/fields.ts';

// A mistake in every row of a batch would otherwise be told five hundred times.
const MOST_ISSUES = 10;

/** What an endpoint's schemas made of a request. */
export interface CheckedRequest {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
}

/** Reads and checks a request. Rejects with `invalid-input`, naming each place that is wrong, but never repeating a value. */
export async function readRequest(context: Context, endpoint: Endpoint): Promise<CheckedRequest> {
  const params = endpoint.params && check(endpoint.params, context.req.param(), 'path');
  const query = check(endpoint.query, queryOf(context), 'query');
  if (!endpoint.body && endpoint.method !== 'get') await refuseBody(context);
  const body = endpoint.body && check(endpoint.body, await readJson(context), 'body');
  return { params, query, body };
}

/** Whoever sends something wants something of it: an answer that passed over it would look like a yes. */
async function refuseBody(context: Context): Promise<void> {
  const text = (await readText(context)).trim();
  if (text === '' || text === '{}') return;
  throw new InklingError('invalid-input', 'This operation takes no body.', {
    hint: 'Send none; the document at /openapi.json says what each operation takes.',
  });
}

type Place = 'path' | 'query' | 'body';

function check(schema: z.ZodType | undefined, value: unknown, place: Place): unknown {
  // Without a schema there is nothing to say: a query nobody reads is ignored, as proxies and browsers add their own.
  return schema ? checkPart(schema, value, place) : undefined;
}

/** A part of a request as its schema makes it; throws `invalid-input` as {@link readRequest} does. */
export function checkPart<T>(schema: z.ZodType<T>, value: unknown, place: Place): T {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const mistakes = result.error.issues.flatMap((issue) => mistakesOf(issue));
  const issues = mistakes.slice(0, MOST_ISSUES).map((mistake) => ({ place, ...mistake }));
  const [first] = issues;
  const where = first && first.field !== '' ? `${first.field} in the ${place}` : `the ${place}`;
  throw new InklingError('invalid-input', `The request is wrong at ${where}: ${first?.message ?? 'it does not fit'}.`, {
    hint: first?.message === NO_MEMORY_ID ? MEMORY_ID_HINT : 'The document at /openapi.json says what fits.',
    details: { issues },
  });
}

interface Mistake {
  readonly field: string;
  readonly message: string;
}

/** What an issue says. Of an either/or: what is wrong with the form that is closest to what came; of several that are, what all refuse, and what to choose from. */
function mistakesOf(issue: z.core.$ZodIssue, at: readonly PropertyKey[] = []): readonly Mistake[] {
  const path = [...at, ...issue.path];
  const field = path.map(String).join('.');
  if (issue.code !== 'invalid_union' || issue.errors.length === 0) return [{ field, message: issue.message }];
  const fewest = Math.min(...issue.errors.map(({ length }) => length));
  const closest = issue.errors.filter(({ length }) => length === fewest);
  const [first = [], ...others] = closest.map((form) => form.flatMap((inner) => mistakesOf(inner, path)));
  if (others.length === 0) return first;
  const isSame = (a: Mistake, b: Mistake): boolean => a.field === b.field && a.message === b.message;
  const shared = first.filter((mistake) => others.every((form) => form.some((other) => isSame(mistake, other))));
  const choice = new Set([first, ...others].flat().map((mistake) => mistake.field));
  choice.delete(field);
  if (choice.size === 0) return [first, ...others].flat();
  return [...shared, { field, message: `Invalid input: expected one of ${[...choice].join(', ')}` }];
}

function queryOf(context: Context): Record<string, string> {
  const all = context.req.queries();
  const repeated = Object.entries(all).find(([, values]) => values.length > 1);
  if (!repeated) return context.req.query();
  throw new InklingError('invalid-input', `${repeated[0]} is given ${repeated[1].length} times in the query.`, {
    hint: 'Give it once.',
  });
}

async function readJson(context: Context): Promise<unknown> {
  // A form of a foreign page can send text and forms, but not this type without being asked about (CORS): one more wall.
  const type = context.req.header('content-type') ?? '';
  if (!/^application\/json\s*(;|$)/i.test(type)) {
    throw new InklingError('invalid-input', 'The body is not declared as JSON.', {
      hint: 'Send it with the header content-type: application/json.',
    });
  }
  const text = await readText(context);
  try {
    const value = JSON.parse(text) as unknown;
    if (!isDeeper(value, DEEPEST)) return value;
  } catch (cause) {
    throw new InklingError('invalid-input', 'The body is not JSON.', {
      hint: 'Send one JSON value in UTF-8.',
      cause,
    });
  }
  throw new InklingError('invalid-input', `The body is nested more than ${DEEPEST} deep.`, {
    hint: 'Send flatter JSON.',
  });
}

/** The body as it was sent. What breaks off, is encoded or is not UTF-8 is refused: what came of it would be stored, and nobody would see. */
export async function readText(context: Context): Promise<string> {
  const encoding = context.req.header('content-encoding') ?? 'identity';
  if (encoding.trim().toLowerCase() !== 'identity') {
    throw new InklingError('invalid-input', 'The body has a content-encoding, and none is decoded here.', {
      hint: 'Send it without compression.',
    });
  }
  const bytes = await context.req.arrayBuffer().catch(brokenOff);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new InklingError('invalid-input', 'The body is not UTF-8.', { hint: 'Send JSON in UTF-8.', cause });
  }
}

/** The client hung up, which is no failure of the daemon. */
function brokenOff(cause: unknown): never {
  if (InklingError.isInstance(cause)) throw cause;
  throw new InklingError('invalid-input', 'The body broke off before its end.', { hint: 'Send all of it.', cause });
}

/** Whoever walks a value calls itself: one that is nested ten thousand deep ends the stack. */
const DEEPEST = 500;

/** Refuses a longer body with `request-too-large` before it is read. (Default: 1 MiB) */
export function limitBody(maxSize: number = DEFAULT_MAX_BODY_BYTES): ReturnType<typeof bodyLimit> {
  const limit = bodyLimit({
    maxSize,
    onError: () => {
      throw new InklingError('request-too-large', `The body is longer than ${maxSize} bytes.`, {
        hint: 'Send fewer rows at once.',
        details: { maxBodyBytes: maxSize },
      });
    },
  });
  // A body of no declared length is read in there.
  return async (context, next) => limit(context, next).catch(brokenOff);
}

/** What the engine redacts where it stores it, and what it stores nowhere. */
export const TEXTS: ReadonlySet<string> = new Set([
  ...['content', 'metadata', 'activities', 'text', 'workItem', 'nodes', 'edges', 'files', 'reason'],
  ...['toolInput', 'output', 'queryText', 'moreQueries', 'context', 'paths'],
]);

/** Texts too, in a request that has no other place for what it stores: the text of a policy is stored as it is. */
const POLICIES = '/v1/policies';

/** Each row of an import is rejected by itself: {@link secretNamed}. */
const BY_ROW = '/v1/observations/import';

/**
 * Throws `invalid-input` on a name that no database can hold or compare (U+0000, half a surrogate pair), and on one that is a secret: an id of an agent, a project or a session, a kind, a key's name, the text of a policy, a
 * cursor. Names are compared and stored as they are, so nothing can be taken out of them.
 */
export function checkNames({ path }: Pick<Endpoint, 'path'>, { params, query, body }: CheckedRequest): void {
  const texts = path.startsWith(POLICIES) ? NO_TEXTS : TEXTS;
  for (const part of [params, query, body]) {
    for (const { field, value } of namesIn(part, texts)) if (UNSTORABLE.test(value)) throw unstorable(field);
    const secret = path === BY_ROW && part === body ? null : secretNamed(part, texts);
    if (secret) throw secret;
  }
}

/** What is wrong with a part that has a name which is a secret; null = nothing. */
export function secretNamed(part: unknown, texts: ReadonlySet<string> = TEXTS): InklingError | null {
  for (const { field, value } of namesIn(part, texts)) {
    const kind = secretKind(value);
    if (kind === null) continue;
    return new InklingError('invalid-input', `${field} looks like a secret (${kind}).`, {
      hint: 'Give it another name, and revoke the secret if it is one: it was sent.',
      details: { field, kind },
    });
  }
  return null;
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
    for (const [name, value] of Object.entries(part)) {
      const held: unknown = name === 'rows' && Array.isArray(value) ? value.map(rowOf) : value;
      if (!texts.has(name)) yield* namesIn(held, texts, name);
    }
  }
}

/** A row of an import, which may be a line of JSON. What is none holds nothing: it is rejected by itself. */
export function rowOf(row: unknown): unknown {
  return typeof row === 'string' ? (parseJson(row) ?? null) : row;
}
