import { createHash, timingSafeEqual } from 'node:crypto';
import type { Access } from './caller.ts';
import { unauthorized } from './unauthorized.ts';

/** The organisation of a machine that has only one user. */
const LOCAL_ORG = 'local';

/**
 * Access by the token of the data directory. Who can read that file can read the data too, so the token is the operator's and may name any
 * organisation. It never leaves the machine: from another one it is refused even when it is right.
 */
export function createTokenAccess(token: string): Access {
  const expected = digest(token);
  return {
    async authenticate({ secret, orgId, isLocal }) {
      // Digests have one length, so the comparison takes the same time for every guess.
      if (secret === null || !isLocal || !timingSafeEqual(digest(secret), expected)) throw unauthorized();
      return { orgId: orgId ?? LOCAL_ORG, role: 'operator', actor: 'local' };
    },
  };
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
