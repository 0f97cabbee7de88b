import { createHmac } from 'node:crypto';

/**
 * The token for the hooks of one organisation's agents, derived from the token of the state directory: it changes with that one, and does not
 * tell it. It may stand where the other one must not, in settings of a user's own programs.
 */
export function hookTokenOf(daemonToken: string, orgId: string): string {
  return createHmac('sha256', daemonToken).update(`agent-hooks\n${orgId}`).digest('base64url');
}
