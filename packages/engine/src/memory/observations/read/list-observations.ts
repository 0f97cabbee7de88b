import type { TenantDatabase } from '../../../base/database/database.ts';
import { decodePageCursor, pageOf } from '../../../base/page-cursor.ts';
import { WITH_PROJECTS } from '../../../base/project-hops.ts';
import { isUuid } from '../../../base/uuid.ts';
import { requirePageLimit } from '../../../base/require-input.ts';
import type { Observation } from '../observation.ts';
import { FILTER_CONDITIONS, type ObservationFilter, filterValues } from './observation-filter.ts';
import { OBSERVATION_COLUMNS, type ObservationRow } from '../observation-row.ts';

const DEFAULT_LIMIT = 50;
const MAX_LIMIT = 1000;

/** Which observations are listed. */
export interface ListRequest extends ObservationFilter {
  /** Rows on the page, 1 to 1000. (Default: 50) */
  readonly limit?: number;
  /** `nextCursor` of the page before. */
  readonly cursor?: string | null;
}

/** One page of a list. */
export interface ObservationPage {
  /** Newest first. */
  readonly rows: readonly Observation[];
  /** Give it as `cursor` for the next page; null = this was the last. */
  readonly nextCursor: string | null;
}

/**
 * One page of observations, newest first. Pages continue from the last row, so rows that are written or forgotten meanwhile
 * neither shift nor repeat others. Fails with `invalid-input` on a limit out of range or a cursor that no page gave.
 */
export async function listObservations(
  tenant: TenantDatabase,
  request: ListRequest,
  nowMs: number,
  also: OneMoreCondition = ALWAYS,
): Promise<ObservationPage> {
  const limit = request.limit ?? DEFAULT_LIMIT;
  requirePageLimit(limit, MAX_LIMIT);
  const after = decodePageCursor(request.cursor, isUuid);
  const rows = await tenant.query<ObservationRow>({
    text: `
      ${WITH_PROJECTS}
      select ${OBSERVATION_COLUMNS} from project cross join lateral (
        select * from observations o
        where ${FILTER_CONDITIONS} and ${also.sql} and o.project_id = project.id
          and ($14::timestamptz is null or (o.created_at, o.id) < ($14, $15::uuid))
        order by o.created_at desc, o.id desc limit $16) o
      order by o.created_at desc, o.id desc limit $16`,
    // One row more than asked tells whether another page follows.
    values: [
      ...filterValues(tenant.orgId, request, nowMs),
      also.value,
      after?.moment ?? null,
      after?.id ?? null,
      limit + 1,
    ],
  });
  return pageOf(rows, limit, ({ createdAt, id }) => ({ moment: createdAt, id }));
}

/** Which pinned observations are wanted. */
interface PinnedRequest {
  /** null = those that belong to no project. */
  readonly projectId: string | null;
  readonly kinds: readonly string[];
  readonly limit: number;
}

/** Pinned observations of a project that may be recalled, newest first. */
export async function listPinnedObservations(
  tenant: TenantDatabase,
  { projectId, kinds, limit }: PinnedRequest,
  nowMs: number,
): Promise<readonly Observation[]> {
  return tenant.query<ObservationRow>({
    text: `
      select ${OBSERVATION_COLUMNS} from observations o
      where o.org_id = $1 and o.project_id = $2 and o.pinned and o.kind = any($3::text[]) and o.superseded_by is null
        and o.quarantine_reason is null and (o.valid_to is null or o.valid_to > $4::timestamptz)
      order by o.created_at desc, o.id desc limit $5`,
    values: [tenant.orgId, projectId ?? '', [...kinds], new Date(nowMs).toISOString(), limit],
  });
}

/** One more condition: SQL about the table `o` with the parameter `$13`, and its value. */
export interface OneMoreCondition {
  readonly sql: string;
  readonly value: string | null;
}

const ALWAYS: OneMoreCondition = { sql: '$13::jsonb is null', value: null };

/** How many observations match, whatever their state unless the filter names one. */
export async function countObservations(
  tenant: TenantDatabase,
  filter: ObservationFilter,
  nowMs: number,
  also: OneMoreCondition = ALWAYS,
): Promise<number> {
  const [row] = await tenant.query({
    text: `select count(*)::int as count from observations o where ${FILTER_CONDITIONS} and ${also.sql}`,
    values: [...filterValues(tenant.orgId, filter, nowMs), also.value],
  });
  return row?.['count'] as number;
}
