import type { Row, TenantDatabase, Statement } from '../../base/database/database.ts';
import { requireId, requireInput, requirePageLimit } from '../../base/require-input.ts';
import type { Json } from '../../base/text/stored-text.ts';
import type { Activity, ActivityType } from './activity.ts';

/** Which events of a session are wanted. */
export interface ListActivitiesRequest {
  /** Those with a greater number: a follower gives the last one it has. (Default: 0, from the beginning) */
  readonly after?: number;
  /** Those with a smaller number. Without `after`, the last ones before it. */
  readonly before?: number;
  /** (Default: all) */
  readonly types?: readonly ActivityType[];
  /** Events on the page, 1 to 1000. (Default: 100) */
  readonly limit?: number;
}

/** One page of a session's events. */
export interface ActivityPage {
  /** By ascending number. */
  readonly rows: readonly Activity[];
  /** Whether there are more in the direction that was read. */
  readonly hasMore: boolean;
}

const MAX_LIMIT = 1000;

/**
 * One page of a session's events; empty for a session that has none or that does not exist. Numbers have no gaps and are given in the order
 * of commits, so reading after the last number is the change feed. Fails with `invalid-input`.
 */
export async function listActivities(
  tenant: TenantDatabase,
  sessionId: string,
  { after, before, types, limit = 100 }: ListActivitiesRequest = {},
): Promise<ActivityPage> {
  requireId(sessionId, 'sessionId');
  requirePageLimit(limit, MAX_LIMIT);
  for (const [field, seq] of Object.entries({ after, before })) {
    requireInput(
      seq === undefined || (Number.isSafeInteger(seq) && seq >= 0),
      field,
      'a number of an activity, from 0',
    );
  }
  const backwards = before !== undefined && after === undefined;
  const rows = await tenant.query<Activity & Row>({
    name: backwards ? 'activities_before' : 'activities_after',
    text: `
      select a.session_id as "sessionId", a.seq::double precision as seq, a.id, a.type, a.body, a.occurred_at as "occurredAt",
        a.created_at as "createdAt"
      from session_activities a
      where a.org_id = $1 and a.session_id = $2 and ($3::bigint is null or a.seq > $3) and ($4::bigint is null or a.seq < $4)
        and ($5::text[] is null or a.type = any($5))
      order by a.seq ${backwards ? 'desc' : 'asc'} limit $6`,
    values: [tenant.orgId, sessionId, after ?? null, before ?? null, types ?? null, limit + 1],
  });
  const page = rows.slice(0, limit);
  return { rows: backwards ? page.toReversed() : page, hasMore: rows.length > limit };
}

/** What a session's context is now, of one key. */
export interface Facet {
  readonly key: string;
  readonly value: Json;
  /** The number of the activity that said so last. */
  readonly seq: number;
  /** When it was last said; ISO-8601 UTC. */
  readonly changedAt: string;
}

// Jumps from key to key in the index, and in each to its last entry: a session has about ten keys and can have thousands of rows, all of
// which "distinct on" would read.
const CURRENT = `
  with recursive keys (key) as (
    (select a.body ->> 'key' from session_activities a where a.org_id = $1 and a.session_id = $2 and a.type = 'context'
     order by a.body ->> 'key' limit 1)
    union all
    select (select a.body ->> 'key' from session_activities a
            where a.org_id = $1 and a.session_id = $2 and a.type = 'context' and a.body ->> 'key' > keys.key
            order by a.body ->> 'key' limit 1)
    from keys where keys.key is not null
  )
  select keys.key, last.value, last.seq::double precision as seq, last.occurred_at as "changedAt"
  from keys cross join lateral (
    select a.body -> 'value' as value, a.seq, a.occurred_at from session_activities a
    where a.org_id = $1 and a.session_id = $2 and a.type = 'context' and a.body ->> 'key' = keys.key
    order by a.seq desc limit 1) last
  order by keys.key`;

/** The last value of every key that the session's `context` activities named, by key. Fails with `invalid-input`. */
export async function currentFacets(tenant: TenantDatabase, sessionId: string): Promise<readonly Facet[]> {
  requireId(sessionId, 'sessionId');
  const statement: Statement = { name: 'activities_facets', text: CURRENT, values: [tenant.orgId, sessionId] };
  return tenant.query<Facet & Row>(statement, { urgent: true });
}
