import { DEFAULT_MEMORY_INJECTION } from '../../features/history/memory-injection-settings.ts';
import type { PinnedQuestion } from '../../features/history/memory-source.ts';
import type { PinnedObservation } from '../../features/session-start/pinned-first.ts';
import { listPinnedObservations } from '../../memory/observations/read/list-observations.ts';
import type { Principal } from '../../memory/policy/authorizer.ts';
import { decideOnce } from '../../memory/policy/decide-once.ts';
import { resourceOf } from '../../recall/candidates/authorize-candidates.ts';
import type { Rooms } from '../wire/wire-rooms.ts';

type PinnedRooms = Pick<Rooms, 'options' | 'clock' | 'authorizer' | 'onError'>;

/** So many that the viewer may not read take no place from those that they may. */
const MOST_DENIED = 20;

/**
 * Pinned observations of a project that the viewer may read, newest first. A pin holds until somebody takes it back, also of what a later talk
 * amended.
 */
export async function pinnedObservations(
  { options, clock, authorizer, onError }: PinnedRooms,
  viewer: Principal,
  { kinds, limit }: PinnedQuestion,
  signal?: AbortSignal,
): Promise<readonly PinnedObservation[]> {
  const tenant = options.database.tenant(viewer.orgId);
  const { projectId = null } = viewer;
  const wanted = { projectId, kinds, limit: limit + MOST_DENIED };
  const rows = await listPinnedObservations(tenant, wanted, clock.now());
  if (rows.length === 0) return [];
  const decided = await decideOnce(authorizer, viewer, rows.map(resourceOf), onError, signal);
  const allowed = rows.flatMap((observation, at) => {
    const decision = decided[at];
    return decision?.allowed === true ? [{ observation, policy: decision.policy }] : [];
  });
  return allowed.slice(0, limit);
}

/** Those of a start block: as a conversation has them, by the same settings. */
export async function pinnedAtStart(
  rooms: PinnedRooms,
  viewer: Principal,
  signal: AbortSignal,
): Promise<readonly PinnedObservation[]> {
  const settings = { ...DEFAULT_MEMORY_INJECTION, ...rooms.options.memoryInjection };
  const { ambient_enabled: isWanted, pinned_kinds: kinds, pinned_limit: limit } = settings;
  return isWanted && limit > 0 && kinds.length > 0 ? pinnedObservations(rooms, viewer, { kinds, limit }, signal) : [];
}
