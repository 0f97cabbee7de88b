import { InklingError, type OrgMemory } from '@inkling/engine';
import type { Endpoint } from '../contract/endpoint.ts';
import type { Caller } from './caller.ts';
import type { DaemonMetrics } from './metrics.ts';

/** What decides on administrative calls, and who counts what policies in shadow mode would deny. */
export interface Administration {
  readonly memory: Pick<OrgMemory, 'administration'>;
  readonly metrics: Pick<DaemonMetrics, 'countShadowDenial'>;
}

/**
 * Throws `forbidden`, naming the policy, when policies deny an administrative call. Whoever has the machine's token is not asked about: the
 * data directory is theirs.
 */
export async function requireAdministration(
  { role, actor, ownsMachine }: Caller,
  { id, action }: Pick<Endpoint, 'id' | 'action'>,
  { memory, metrics }: Administration,
): Promise<void> {
  if (action === undefined || ownsMachine) return;
  const decision = await memory.administration.authorize({ action, role, caller: actor, operation: id });
  if (decision.allowed) {
    if (decision.shadow) metrics.countShadowDenial(action, 'organisation');
    return;
  }
  const { policy, reason } = decision;
  throw new InklingError('forbidden', `${id} (${action}) ${reason}.`, {
    wayOut: 'An admin can change the policies of the organisation: GET /v1/policies, or inkling policy list.',
    details: { action, role, policy, reason },
  });
}
