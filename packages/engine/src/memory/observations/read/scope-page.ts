import type { Row, Statement, TenantDatabase, OperatorDatabase } from '../../../base/database/database.ts';
import { projectColumn } from '../../../base/database/project-column.ts';
import { FIRST_ID } from '../../../base/uuid.ts';
import { requirePageLimit } from '../../../base/require-input.ts';
import type { Observation, ScopeColumns } from '../observation.ts';

/** Where a page of a scope ends and the next one goes on. */
export type ScopePlace = Pick<Observation, 'id' | 'createdAt'>;

/** One page of a scope. */
export interface ScopePage {
  /**
   * {@link ScopeColumns} as one JSON text, written by the database. 100,000 rows, read on PGlite row by row: 2.4 s of its thread and
   * 0.8 s of the caller's; as a text of rows 1.3 s and next to nothing.
   */
  readonly rows: string;
  /** Where the next page goes on; null = this was the last. */
  readonly next: ScopePlace | null;
}

/** Which page of a scope is wanted. */
export interface ScopePageRequest {
  /** undefined = all projects; null = what belongs to no project. */
  readonly projectId?: string | null;
  /** The last row of the page before. */
  readonly after?: ScopePlace | null;
  /** Rows on the page, 1 to 10,000. (Default: 2000) */
  readonly limit?: number;
}

/**
 * One page of a scope's recallable rows: of a project newest first, of a whole organisation in the order of ids; those are
 * the orders that an index holds.
 * Fails with `invalid-input` on a limit out of range.
 */
export async function scopePage(
  tenant: TenantDatabase,
  request: ScopePageRequest,
  nowMs: number,
  signal?: AbortSignal,
): Promise<ScopePage> {
  const { limit = 2000, after } = request;
  requirePageLimit(limit, MAX_LIMIT);
  const project = projectColumn(request.projectId);
  const values = [tenant.orgId, new Date(nowMs).toISOString(), limit];
  const statement =
    project === null
      ? { text: ORGANISATION_PAGE, values: [...values, after?.id ?? FIRST_ID] }
      : { text: PROJECT_PAGE, values: [...values, project, after?.createdAt ?? 'infinity', after?.id ?? LAST_ID] };
  const [, [page] = []] = await tenant.batch([WITHOUT_SORT, statement], { signal });
  return scopePageOf(page as PageRow, limit);
}

/**
 * For this transaction. A table without statistics (PGlite never gathers any) looks so small to the planner that it sorts the
 * whole scope for each page instead of walking the index: loading 20,000 rows read 20 times as many.
 */
const WITHOUT_SORT: Statement = { text: `select set_config('enable_sort', 'off', true)`, values: [] };

const MAX_LIMIT = 10_000;
const NO_ROWS = JSON.stringify({ id: [] } satisfies Partial<ScopeColumns>);
const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

const COLUMNS = 'o.id, o.project_id, o.session_id, o.kind, o.content, o.created_at, o.valid_to, o.metadata';

const RECALLABLE = `o.superseded_by is null and o.quarantine_reason is null
  and (o.valid_to is null or o.valid_to > $2::timestamptz)`;

/** The rows keep the order of the page below them. */
const AS_TEXT = `select count(*)::int as count,
  json_build_object('id', array_agg(page.id), 'projectId', array_agg(nullif(page.project_id, '')),
    'sessionId', array_agg(page.session_id), 'kind', array_agg(page.kind), 'content', array_agg(page.content),
    'createdAt', array_agg(date_part('epoch', page.created_at)), 'validTo', array_agg(page.valid_to),
    'metadata', array_agg(page.metadata))::text as rows,
  (array_agg(page.id))[count(*)] as last_id, (array_agg(page.created_at))[count(*)] as last_created_at`;

interface PageRow extends Row {
  readonly count: number;
  readonly rows: string;
  readonly last_id: string | null;
  readonly last_created_at: string | null;
}

/** $4 and on say where a page begins. */
const pageText = (begins: string, order: string): string => `
      ${AS_TEXT} from (
        select ${COLUMNS} from observations o
        where o.org_id = $1 and ${begins} and ${RECALLABLE}
        order by ${order} limit $3) as page`;
const ORGANISATION_PAGE = pageText('o.id > $4::uuid', 'o.id');
const PROJECT_PAGE = pageText(
  'o.project_id = $4 and (o.created_at, o.id) < ($5::timestamptz, $6::uuid)',
  'o.created_at desc, o.id desc',
);

function scopePageOf(page: PageRow, limit: number): ScopePage {
  const { count, last_id: id, last_created_at: createdAt } = page;
  // Columns of no rows are null.
  const rows = count === 0 ? NO_ROWS : page.rows;
  return { rows, next: count < limit || id === null || createdAt === null ? null : { id, createdAt } };
}

/** In milliseconds, by the database's clock. */
export interface NewestMoment {
  /** When an organisation's memory was last written to; -Infinity when it never was. */
  readonly newest: number;
  readonly now: number;
}

/** One look into an index. */
export async function newestMoment(tenant: TenantDatabase, signal: AbortSignal): Promise<NewestMoment> {
  const text = 'select max(updated_at) as newest, clock_timestamp() as now from observations where org_id = $1';
  const [row] = await tenant.query<{ newest: string | null; now: string }>(
    { text, values: [tenant.orgId] },
    { signal, urgent: true },
  );
  return { newest: row?.newest ? Date.parse(row.newest) : -Infinity, now: Date.parse(row?.now ?? '') };
}

/** A project of an organisation that has observations. */
export interface StoredScope {
  readonly orgId: string;
  /** null = what belongs to no project. */
  readonly projectId: string | null;
}

/**
 * The projects with observations, the latest written first, over every organisation: an operator's call, for a daemon that loads their
 * indexes before it is asked. It reads an index over every row, so it is for an embedded database: 100,000 rows take about 50 ms.
 */
export async function listScopes(operator: OperatorDatabase, limit: number): Promise<readonly StoredScope[]> {
  return operator.query<StoredScope & Row>({
    text: `
      select org_id as "orgId", nullif(project_id, '') as "projectId" from observations
      group by org_id, project_id order by max(created_at) desc limit $1`,
    values: [limit],
  });
}
