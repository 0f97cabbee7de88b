import type { Row, TenantDatabase } from '../../base/database/database.ts';
import { requireId, requireInput } from '../../base/require-input.ts';
import { requirePageLimit } from '../../base/require-page-limit.ts';
import type { JsonObject } from '../../base/storable-json.ts';
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
  const rows = await tenant.query<ActivityRow>({
    name: backwards ? 'activities_before' : 'activities_after',
    text: `
      select id, seq, type, body, occurred_at, created_at from session_activities
      where org_id = $1 and session_id = $2 and ($3::bigint is null or seq > $3) and ($4::bigint is null or seq < $4)
        and ($5::text[] is null or type = any($5))
      order by seq ${backwards ? 'desc' : 'asc'} limit $6`,
    values: [tenant.orgId, sessionId, after ?? null, before ?? null, types ?? null, limit + 1],
  });
  const page = rows.slice(0, limit).map((row) => activityFromRow(sessionId, row));
  return { rows: backwards ? page.toReversed() : page, hasMore: rows.length > limit };
}

interface ActivityRow extends Row {
  readonly id: string;
  readonly seq: string;
  readonly type: ActivityType;
  readonly body: JsonObject;
  readonly occurred_at: string;
  readonly created_at: string;
}

function activityFromRow(sessionId: string, row: ActivityRow): Activity {
  const { id, type, body, occurred_at: occurredAt, created_at: createdAt } = row;
  return { sessionId, seq: Number(row.seq), id, type, body, occurredAt, createdAt };
}
