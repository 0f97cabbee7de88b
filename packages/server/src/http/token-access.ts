import { createHash, timingSafeEqual } from 'node:crypto';
import { answerHookEndpoint } from '../contract/hooks.ts';
import { hookTokenOf } from '../daemon/hook-token.ts';
import type { Access } from './caller.ts';
import { unauthorized } from './unauthorized.ts';

/** The organisation of a machine that has only one user. */
const LOCAL_ORG = 'local';

const HOOKS: ReadonlySet<string> = new Set([answerHookEndpoint.id]);

/**
 * Access by the token of the data directory. Who can read that file can read the data too, so the token is the operator's and may name any
 * organisation. The token for hooks that is derived from it stands in the settings of agents' clients: it is for one organisation's hooks and
 * nothing else. Neither leaves the machine: from another one they are refused even when they are right.
 */
export function createTokenAccess(token: string): Access {
  const expected = digest(token);
  return {
    async authenticate({ secret, orgId, isLocal }) {
      if (secret === null || !isLocal) throw unauthorized();
      const org = orgId ?? LOCAL_ORG;
      // Digests have one length, so the comparison takes the same time for every guess.
      const given = digest(secret);
      if (timingSafeEqual(given, expected)) return { orgId: org, role: 'operator', actor: 'local', ownsMachine: true };
      if (!timingSafeEqual(given, digest(hookTokenOf(token, org)))) throw unauthorized();
      return { orgId: org, role: 'worker', actor: 'hooks', operations: HOOKS };
    },
  };
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
