import type { TenantDatabase } from '../../base/database/database.ts';
import { projectColumn } from '../../base/database/project-column.ts';
import { hiddenValue, isNotHidden } from '../../base/database/hidden-sets.ts';
import {
  countObservations,
  listObservations,
  type ListRequest,
  type ObservationPage,
  type OneMoreCondition,
} from '../../memory/observations/read/list-observations.ts';
import { exportPages } from '../../memory/observations/exchange/export-observations.ts';
import type { ForgetRequest } from '../../memory/observations/write/forget-observations.ts';
import { listTalks, type ListTalksRequest, type TalkPage } from '../../memory/observations/read/list-talks.ts';
import type { Observation } from '../../memory/observations/observation.ts';
import type { ObservationFilter } from '../../memory/observations/read/observation-filter.ts';
import { recordOf, type ObservationRecord } from '../../memory/observations/observation-row.ts';
import { ambiguousId } from '../../memory/observations/read/resolve-id.ts';
import { hiddenFrom, seesQuarantine, visibleIds, type Viewer, type WithViewer } from './viewer.ts';
import type { Rooms } from '../wire/wire-rooms.ts';

/** Observations as somebody may see them. */
export interface ObservationViews {
  /** A page of observations, as `org.observations.list`, of what the viewer may be told; neither its length nor its cursor tells of more. */
  observations(request?: ListRequest & WithViewer): Promise<ObservationPage>;
  /** The sessions whose talk is remembered, as `org.observations.talks`, with the exchanges that the viewer may be told of. */
  talks(request?: ListTalksRequest & WithViewer): Promise<TalkPage>;
  /** One observation, whatever its state; null also when the viewer may not be told of it. */
  observation(id: string, options?: WithViewer): Promise<Observation | null>;
  /** What an observation replaced and what replaced it, as `org.observations.chain`, without what the viewer may not be told. */
  chain(id: string, options?: WithViewer): Promise<readonly Observation[]>;
  /** How many observations the viewer may be told of: what is hidden from them is not counted. */
  count(request?: ObservationFilter & WithViewer): Promise<number>;
  /** Forgets, as `org.observations.forget`, the observations that the viewer may be told of: what they may not read is not theirs to delete. */
  forget(
    request: ForgetRequest,
    options?: { readonly actor?: string } & WithViewer,
  ): Promise<{ readonly forgotten: number }>;
  /** Every row that the viewer may be told of, as `org.observations.exportRows`. */
  exportRows(
    request?: { readonly projectId?: string | null; readonly actor?: string } & WithViewer,
  ): AsyncIterable<ObservationRecord>;
}

export function createObservationViews(
  rooms: Pick<Rooms, 'observations' | 'authorizer' | 'onError' | 'clock'>,
  tenant: TenantDatabase,
): ObservationViews {
  const { orgId } = tenant;
  const store = rooms.observations(orgId);
  const visibleOf = async <Seen extends Observation>(
    viewer: Viewer | undefined,
    rows: readonly Seen[],
  ): Promise<Seen[]> => {
    const visible = await visibleIds(rooms, orgId, viewer, { observations: rows });
    return rows.filter(({ id }) => visible.has(id));
  };
  // Of several that have a short id, those that are hidden from a viewer do not count: they are not told that there is another.
  const meantFor = async (viewer: Viewer | undefined, id: string): Promise<Observation | null> => {
    const visible = await visibleOf(viewer, await store.getMany(await store.resolve(id)));
    const ids = visible.map((row) => row.id);
    if (ids.length > 1) throw ambiguousId(id, ids);
    return visible[0] ?? null;
  };
  return {
    async observations({ viewer, ...request } = {}) {
      const shown = await shownTo(rooms, tenant, viewer, request.projectId);
      const { rows, nextCursor } = await listObservations(tenant, request, rooms.clock.now(), shown);
      return { rows: await visibleOf(viewer, rows), nextCursor };
    },
    async talks({ viewer, ...request } = {}) {
      const sets = await hiddenFrom(rooms, tenant, viewer, projectColumn(request.projectId));
      const { rows, nextCursor } = await listTalks(tenant, request, { sets, quarantine: !seesQuarantine(viewer) });
      const visible = await visibleIds(rooms, orgId, viewer, { observations: rows.map(({ opening }) => opening) });
      return { rows: rows.filter(({ opening }) => visible.has(opening.id)), nextCursor };
    },
    observation: (id, { viewer } = {}) => meantFor(viewer, id),
    async chain(id, { viewer } = {}) {
      const meant = await meantFor(viewer, id);
      // Whoever may not read the statement itself is told as little as of one that does not exist.
      return meant === null ? [] : visibleOf(viewer, await store.chain(meant.id));
    },
    async count({ viewer, ...filter } = {}) {
      return countObservations(
        tenant,
        filter,
        rooms.clock.now(),
        await shownTo(rooms, tenant, viewer, filter.projectId),
      );
    },
    async forget(request, { viewer, actor } = {}) {
      const by = actor === undefined ? {} : { actor };
      if (request.id !== undefined) {
        const meant = await meantFor(viewer, request.id);
        return meant === null ? { forgotten: 0 } : store.forget({ ...request, id: meant.id }, by);
      }
      const hidden = await hiddenFrom(rooms, tenant, viewer, projectColumn(request.projectId));
      return store.forget(request, { ...by, hidden });
    },
    async *exportRows({ viewer, projectId, actor = 'library' } = {}) {
      const pages = exportPages(tenant, { projectId, actor, now: rooms.clock.now() });
      for await (const page of pages) yield* (await visibleOf(viewer, page)).map(recordOf);
    },
  };
}

/** The condition on what a viewer sees. Asked of the database, so that neither the length of a page nor its cursor tells of what is hidden. */
async function shownTo(
  rooms: Pick<Rooms, 'authorizer' | 'onError'>,
  tenant: TenantDatabase,
  viewer: Viewer | undefined,
  projectId: string | null | undefined,
): Promise<OneMoreCondition> {
  const hidden = await hiddenFrom(rooms, tenant, viewer, projectColumn(projectId));
  const sql = seesQuarantine(viewer) ? isNotHidden('$13') : `${isNotHidden('$13')} and o.quarantine_reason is null`;
  return { sql, value: hiddenValue(hidden) };
}
