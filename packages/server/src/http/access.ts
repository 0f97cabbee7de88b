import { createHash, timingSafeEqual } from 'node:crypto';
import type { Clock, Memory } from '@inkling/engine';
import { InklingError } from '@inkling/engine/errors';
import { createReadCache, DEADLINE_EXCEEDED, inTime, parseApiKey } from '@inkling/engine/operator';
import type { ApiKey } from '@inkling/engine/types';
import { openInspector } from '../contract/access.ts';
import { answerHook } from '../contract/delivery.ts';
import { hookTokenOf } from '../state/daemon-token.ts';
import { type InspectorAccess, isInspectorCode } from '../state/inspector-access.ts';
import type { Access, Caller } from './caller.ts';

/** What looks like an API key is one, what looks like a one-time code is one, everything else is the token. */
export function createEitherAccess(keys: Access, codes: Access, token: Access): Access {
  const accessFor = (secret: string | null): Access => {
    if (secret === null) return token;
    if (parseApiKey(secret)) return keys;
    return isInspectorCode(secret) ? codes : token;
  };
  return (credentials) => accessFor(credentials.secret)(credentials);
}

/** The organisation of a machine that has only one user. */
const LOCAL_ORG = 'local';

/** The actor behind the token itself. */
export const MACHINE = 'local';

/** The actor behind what came out of a one-time code. */
const INSPECTOR = 'inspector';

const HOOKS: ReadonlySet<string> = new Set([answerHook.id]);

/**
 * Access by the token of the data directory. Who can read that file can read the data too, so the token is the operator's and may name any
 * organisation. Two others come from it: that for hooks, which stands in the settings of agents' clients, is for one organisation's hooks and
 * nothing else; a pass of the inspector is the operator's for one organisation. None leaves the machine: from another one they are refused even
 * when they are right.
 */
export function createTokenAccess(token: string, { organisationOf }: Pick<InspectorAccess, 'organisationOf'>): Access {
  const expected = digest(token);
  return async ({ secret, orgId, isLocal }) => {
    if (secret === null || !isLocal) throw unauthorized();
    const passOrg = organisationOf(secret);
    if (passOrg !== null) return callerOfPass(passOrg, orgId);
    const org = orgId ?? LOCAL_ORG;
    // Digests have one length, so the comparison takes the same time for every guess.
    const given = digest(secret);
    if (timingSafeEqual(given, expected)) return { orgId: org, role: 'operator', actor: MACHINE, ownsMachine: true };
    if (!timingSafeEqual(given, digest(hookTokenOf(token, org)))) throw unauthorized();
    return { orgId: org, role: 'worker', actor: 'hooks', operations: HOOKS };
  };
}

/** Who opened the inspector has the machine's token. */
function callerOfPass(orgId: string, named: string | null): Caller {
  if (named !== null && named !== orgId) throw foreignOrganisation('pass');
  return { orgId, role: 'operator', actor: INSPECTOR, ownsMachine: true };
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

// Saves each tool call a statement. A key that another process revokes is refused after this long at most.
const REMEMBERED_MS = 10_000;

// Keys in use at once. A wrong one takes a place until it is checked; whose key it pushes out is checked again.
const MOST_REMEMBERED = 10_000;

/** Access by API keys. A key acts for its own organisation and no other, whatever its role. */
export function createKeyAccess(memory: Memory, clock: Clock): Access {
  const kept = { clock, ttlMs: REMEMBERED_MS, maxEntries: MOST_REMEMBERED };
  const callers = createReadCache((secret: string) => verifiedCaller(memory, clock, secret), kept);
  return async ({ secret, orgId, isFresh = false }) => {
    if (secret === null) throw unauthorized();
    if (isFresh) callers.forget(secret);
    const caller = await callers.get(secret);
    if (orgId !== null && orgId !== caller.orgId) throw foreignOrganisation('key');
    return caller;
  };
}

/** An agent waits for the answer: a database that hangs is one that is not there. */
const PATIENCE_MS = 2_000;

async function verifiedCaller(memory: Memory, clock: Clock, text: string): Promise<Caller> {
  const parts = parseApiKey(text);
  if (!parts) throw unauthorized();
  const { orgId, id, secret } = parts;
  const key = await inTime(clock, PATIENCE_MS, () => memory.org(orgId).apiKeys.verify(id, secret));
  if (key === DEADLINE_EXCEEDED) {
    throw new InklingError('database-unavailable', 'The database does not answer, so the key cannot be checked.', {
      hint: 'Try again in a while; look at the database when it stays so.',
    });
  }
  if (!key) throw unauthorized();
  return callerOf(orgId, key);
}

function callerOf(orgId: string, { id, role, agents, projects }: ApiKey): Caller {
  return {
    orgId,
    role,
    actor: `key:${id}`,
    ...(agents.length > 0 ? { agents } : {}),
    ...(projects ? { projects } : {}),
  };
}

const EXCHANGE: ReadonlySet<string> = new Set([openInspector.id]);

/** Access by the one-time codes of addresses: to be exchanged and for nothing else. Who shows one here has used it up, whatever was asked. */
export function createCodeAccess({ redeemCode }: Pick<InspectorAccess, 'redeemCode'>): Access {
  return async ({ secret, isLocal }) => {
    if (secret === null || !isLocal) throw unauthorized();
    return { orgId: redeemCode(secret), role: 'operator', actor: INSPECTOR, operations: EXCHANGE, ownsMachine: true };
  };
}

/** The refusal of a credential. Which part of it was wrong is not told. */
function unauthorized(): InklingError {
  return new InklingError('unauthorized', 'The request carries no token or key that is valid here.', {
    hint: "Send authorization: Bearer with the data directory's token (file daemon-token), or an API key.",
  });
}

/** The refusal of a credential that is one organisation's, in a request that names another. */
function foreignOrganisation(credential: 'key' | 'pass'): InklingError {
  return new InklingError('forbidden', `The ${credential} belongs to another organisation than the request names.`, {
    hint: `Leave the header inkling-org out: the ${credential} says the organisation.`,
  });
}
