import { requireId } from '../base/require-input.ts';
import type { PolicyDecision } from '../memory/policy/authorizer.ts';
import { decideOnce } from '../memory/policy/decide-once.ts';
import { resourceOf } from '../recall/authorize-candidates.ts';
import type { Rooms } from './wire-rooms.ts';

/** Who would be shown what. */
export interface AccessQuestion {
  readonly agentId: string;
  /** The project that the agent works in. (Default: none) */
  readonly projectId?: string | null;
  readonly sessionId?: string | null;
  readonly observationId: string;
}

/** Decides as recall does; null = the organisation has no such observation. */
export async function explainAccess(
  rooms: Pick<Rooms, 'observations' | 'authorizer' | 'onError'>,
  orgId: string,
  { observationId, ...asking }: AccessQuestion,
): Promise<PolicyDecision | null> {
  requireId(asking.agentId, 'agentId');
  const row = await rooms.observations(orgId).get(observationId);
  if (row === null) return null;
  const [decision] = await decideOnce(rooms.authorizer, { orgId, ...asking }, [resourceOf(row)], rooms.onError);
  return decision ?? null;
}
