import type { Statement, TenantDatabase } from '../../../base/database/database.ts';
import { projectColumn } from '../../../base/database/project-column.ts';
import { FIRST_ID } from '../../../base/uuid.ts';
import { INTEGER_MAX, requireNumber, requirePageLimit } from '../../../base/require-input.ts';
import type { ObservationChange } from '../observation-status.ts';
import { OBSERVATION_COLUMNS, type ObservationRow } from '../observation-row.ts';

/** A place in the change feed: the last change that was read. */
export interface FeedCursor {
  /** ISO-8601 UTC with microseconds, as the database gave it. A `Date` would round it and repeat rows for ever. */
  readonly updatedAt: string;
  readonly id: string;
}

/** Which part of the change feed is wanted. */
export interface ChangesRequest {
  /** undefined = all projects; null = what belongs to no project. */
  readonly projectId?: string | null;
  /** Changes after it; null = from the beginning. */
  readonly cursor?: FeedCursor | null;
  /** Changes on the page, 1 to 10,000. (Default: 1000) */
  readonly limit?: number;
  /**
   * How far before the cursor to begin, in ms. (Default: 0) Rows are stamped when they are written but seen when they are committed, so
   * a follower begins each poll 5 to 10 s early, and reads the poll's further pages with 0. Applying a change twice must be harmless.
   */
  readonly overlapMs?: number;
  /**
   * The {@link feedHead} taken before the poll before this one: the overlap is counted from it and not from the cursor, as far as that is
   * earlier. What was not visible then was stamped after it, less the time its transaction took. So a poll reads an import twice
   * while it is new, and not every time until something else is written. (Default: the cursor)
   */
  readonly since?: FeedCursor | null;
}

/** One page of the change feed. */
export interface ChangesPage {
  /** Oldest first; the same row may come again later, newer. */
  readonly changes: readonly ObservationChange[];
  /** Where to go on; never before the request's cursor once `hasMore` is false. */
  readonly cursor: FeedCursor | null;
  readonly hasMore: boolean;
}

const MAX_LIMIT = 10_000;

/** The end of the feed at this moment by the database's clock. Take it before loading a scope, then follow from it with an overlap. */
export async function feedHead(tenant: TenantDatabase): Promise<FeedCursor> {
  const [row] = await tenant.query({ text: 'select clock_timestamp() as now', values: [] });
  return { updatedAt: row?.['now'] as string, id: FIRST_ID };
}

/** Written and removed observations after the cursor, in one order of time. Fails with `invalid-input` on a limit or an overlap out of range. */
export async function changesSince(
  tenant: TenantDatabase,
  request: ChangesRequest,
  signal?: AbortSignal,
): Promise<ChangesPage> {
  const limit = request.limit ?? 1000;
  requirePageLimit(limit, MAX_LIMIT);
  const { overlapMs = 0 } = request;
  requireNumber(overlapMs, 'overlapMs', 0, INTEGER_MAX);
  const rows = await tenant.query<FeedRow>(readFeed(tenant.orgId, request, limit + 1), { signal });
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const hasMore = rows.length > limit;
  const reached = last ? { updatedAt: last.changedAt, id: last.changeId } : null;
  return {
    changes: page.map(changeOf),
    cursor: hasMore ? reached : later(reached, request.cursor ?? null),
    hasMore,
  };
}

type FeedRow = ObservationRow & {
  readonly changedAt: string;
  readonly changeId: string;
  readonly changeProject: string | null;
  readonly removed: boolean;
};

function readFeed(orgId: string, request: ChangesRequest, limit: number): Statement {
  const { cursor } = request;
  return {
    // Each arm is limited by itself, so a page costs the same however long the feed is. The rows are joined to their text last. Where
    // an arm starts is two values and not a joined row: of a join the planner makes a filter over the organisation's whole
    // feed (53 ms a page in the middle of 100,000 rows), of values the place in the index to begin at (5 ms).
    text: `
      with reach as (
        select coalesce($3::timestamptz, '-infinity') as place,
               coalesce($7::timestamptz, $3::timestamptz, '-infinity') - $5::double precision * interval '1 millisecond' as moment),
      start as (
        -- With an overlap the id of the cursor says nothing about the rows at the earlier moment.
        select least(place, moment) as moment, case when moment < place then '${FIRST_ID}'::uuid else $4::uuid end as id from reach),
      feed as (
        (select o.updated_at as changed_at, o.id as change_id, o.project_id as change_project, false as removed
         from observations o
         where o.org_id = $1 and ($2::text is null or o.project_id = $2)
           and (o.updated_at, o.id) > ((select moment from start), (select id from start))
         order by o.updated_at, o.id limit $6)
        union all
        (select t.deleted_at, t.observation_id, t.project_id, true
         from observation_tombstones t
         where t.org_id = $1 and ($2::text is null or t.project_id = $2)
           and (t.deleted_at, t.observation_id) > ((select moment from start), (select id from start))
         order by t.deleted_at, t.observation_id limit $6)
        order by 1, 2 limit $6)
      select feed.changed_at as "changedAt", feed.change_id as "changeId", nullif(feed.change_project, '') as "changeProject", feed.removed,
        ${OBSERVATION_COLUMNS}
      from feed left join observations o on o.org_id = $1 and o.id = feed.change_id and not feed.removed
      order by feed.changed_at, feed.change_id`,
    values: [
      orgId,
      projectColumn(request.projectId),
      cursor?.updatedAt ?? null,
      cursor?.id ?? FIRST_ID,
      request.overlapMs ?? 0,
      limit,
      request.since?.updatedAt ?? null,
    ],
  };
}

function changeOf({
  changedAt: _changedAt,
  changeId,
  changeProject,
  removed,
  ...observation
}: FeedRow): ObservationChange {
  return removed ? { type: 'removed', id: changeId, projectId: changeProject } : { type: 'written', observation };
}

function later(a: FeedCursor | null, b: FeedCursor | null): FeedCursor | null {
  if (!a || !b) return a ?? b;
  if (a.updatedAt === b.updatedAt) return a.id >= b.id ? a : b;
  return isLaterMoment(a.updatedAt, b.updatedAt) ? a : b;
}

/** Whether one ISO-8601 UTC moment, of any number of fraction digits, is after another. */
export function isLaterMoment(moment: string, other: string): boolean {
  return comparable(moment) > comparable(other);
}

/** Microseconds filled up, because `…03.1Z` sorts after `…03.15Z` as text. */
function comparable(moment: string): string {
  const [seconds = '', fraction = ''] = moment.replace('Z', '').split('.');
  return `${seconds}.${fraction.padEnd(6, '0')}`;
}
