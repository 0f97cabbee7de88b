import { createHash, timingSafeEqual } from 'node:crypto';
import { answerHookEndpoint } from '../contract/hooks.ts';
import { hookTokenOf } from '../state/daemon-token.ts';
import type { InspectorAccess } from '../state/inspector-access.ts';
import type { Access, Caller } from './caller.ts';
import { foreignOrganisation } from './foreign-organisation.ts';
import { unauthorized } from './unauthorized.ts';

/** The organisation of a machine that has only one user. */
const LOCAL_ORG = 'local';

/** The actor behind the token itself. */
export const MACHINE = 'local';

/** The actor behind what came out of a one-time code. */
export const INSPECTOR = 'inspector';

const HOOKS: ReadonlySet<string> = new Set([answerHookEndpoint.id]);

/**
 * Access by the token of the data directory. Who can read that file can read the data too, so the token is the operator's and may name any
 * organisation. Two others come from it: that for hooks, which stands in the settings of agents' clients, is for one organisation's hooks and
 * nothing else; a pass of the inspector is the operator's for one organisation. None leaves the machine: from another one they are refused even
 * when they are right.
 */
export function createTokenAccess(token: string, { organisationOf }: Pick<InspectorAccess, 'organisationOf'>): Access {
  const expected = digest(token);
  return {
    async authenticate({ secret, orgId, isLocal }) {
      if (secret === null || !isLocal) throw unauthorized();
      const passOrg = organisationOf(secret);
      if (passOrg !== null) return callerOfPass(passOrg, orgId);
      const org = orgId ?? LOCAL_ORG;
      // Digests have one length, so the comparison takes the same time for every guess.
      const given = digest(secret);
      if (timingSafeEqual(given, expected)) return { orgId: org, role: 'operator', actor: MACHINE, ownsMachine: true };
      if (!timingSafeEqual(given, digest(hookTokenOf(token, org)))) throw unauthorized();
      return { orgId: org, role: 'worker', actor: 'hooks', operations: HOOKS };
    },
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
