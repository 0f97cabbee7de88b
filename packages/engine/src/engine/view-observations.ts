import type { ListRequest, ObservationPage } from '../memory/observations/list-observations.ts';
import type { ListTalksRequest, TalkPage } from '../memory/observations/list-talks.ts';
import type { Observation } from '../memory/observations/observation.ts';
import { visibleIds, type WithViewer } from './viewer.ts';
import type { Rooms } from './wire-rooms.ts';

/** Observations as somebody may see them. */
export interface ObservationViews {
  /** A page of observations, as `org.observations.list`, of what the viewer may be told: it may be shorter than its limit. */
  observations(request?: ListRequest & WithViewer): Promise<ObservationPage>;
  /** The sessions whose talk is remembered, as `org.observations.talks`, of which the viewer may be told the first exchange. */
  talks(request?: ListTalksRequest & WithViewer): Promise<TalkPage>;
  /** One observation, whatever its state; null also when the viewer may not be told of it. */
  observation(id: string, options?: WithViewer): Promise<Observation | null>;
}

/** Binds the views to one organisation. */
export function createObservationViews(
  rooms: Pick<Rooms, 'observations' | 'authorizer' | 'onError'>,
  orgId: string,
): ObservationViews {
  const store = rooms.observations(orgId);
  return {
    async observations({ viewer, ...request } = {}) {
      const { rows, nextCursor } = await store.list(request);
      const visible = await visibleIds(rooms, orgId, viewer, { observations: rows });
      return { rows: rows.filter(({ id }) => visible.has(id)), nextCursor };
    },
    async talks({ viewer, ...request } = {}) {
      const { rows, nextCursor } = await store.talks(request);
      const visible = await visibleIds(rooms, orgId, viewer, { observations: rows.map(({ opening }) => opening) });
      return { rows: rows.filter(({ opening }) => visible.has(opening.id)), nextCursor };
    },
    async observation(id, { viewer } = {}) {
      const observation = await store.get(id);
      if (observation === null) return null;
      const visible = await visibleIds(rooms, orgId, viewer, { observations: [observation] });
      return visible.has(observation.id) ? observation : null;
    },
  };
}
