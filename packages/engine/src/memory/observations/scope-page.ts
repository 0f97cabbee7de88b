import type { Row, Statement, TenantDatabase } from '../../base/database/database.ts';
import type { Observation, ObservationMetadata } from './observation.ts';
import { requirePageLimit } from '../../base/require-page-limit.ts';
import { projectFilter, projectFromColumn } from './observation-row.ts';

/** What a search index needs of a row, without the rest: whole observations are twice the work to read. */
export interface ScopeRow extends Pick<
  Observation,
  'id' | 'projectId' | 'sessionId' | 'kind' | 'content' | 'createdAt' | 'validTo'
> {
  readonly metadata: Pick<ObservationMetadata, 'paths' | 'speaker' | 'namespace' | 'sessionId'>;
}

/** Which page of a scope is wanted. */
export interface ScopePageRequest {
  /** undefined = all projects; null = what belongs to no project. */
  readonly projectId?: string | null;
  /** The last row of the page before. */
  readonly after?: Pick<ScopeRow, 'id' | 'createdAt'> | null;
  /** Rows on the page, 1 to 10,000. (Default: 2000) */
  readonly limit?: number;
}

/**
 * One page of a scope's recallable rows: of a project newest first, of a whole organisation in the order of ids; those are
 * the orders that an index holds. A page shorter than its limit is the last.
 * Fails with `invalid-input` on a limit out of range.
 */
export async function scopePage(
  tenant: TenantDatabase,
  request: ScopePageRequest,
  nowMs: number,
  signal?: AbortSignal,
): Promise<ScopeRow[]> {
  const limit = request.limit ?? 2000;
  requirePageLimit(limit, MAX_LIMIT);
  const project = projectFilter(request.projectId);
  const values = [tenant.orgId, new Date(nowMs).toISOString(), limit];
  const statement =
    project === null
      ? organisationPage([...values, request.after?.id ?? FIRST_ID])
      : projectPage([...values, project, request.after?.createdAt ?? 'infinity', request.after?.id ?? LAST_ID]);
  const [, rows = []] = await tenant.batch([WITHOUT_SORT, statement], signal ? { signal } : {});
  return (rows as SlimRow[]).map(scopeRow);
}

/**
 * For this transaction. A table without statistics (PGlite never gathers any) looks so small to the planner that it sorts the
 * whole scope for each page instead of walking the index: loading 20,000 rows read 20 times as many.
 */
const WITHOUT_SORT: Statement = { text: `select set_config('enable_sort', 'off', true)`, values: [] };

const MAX_LIMIT = 10_000;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';
const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

const COLUMNS = `o.id, o.project_id, o.session_id, o.kind, o.content, o.created_at, o.valid_to, o.metadata -> 'paths' as paths,
  o.metadata ->> 'speaker' as speaker, o.metadata ->> 'namespace' as namespace, o.metadata ->> 'sessionId' as said_in`;

const RECALLABLE = `o.superseded_by is null and o.quarantine_reason is null
  and (o.valid_to is null or o.valid_to > $2::timestamptz)`;

interface SlimRow extends Row {
  readonly id: string;
  readonly project_id: string;
  readonly session_id: string | null;
  readonly kind: string;
  readonly content: string;
  readonly created_at: string;
  readonly valid_to: string | null;
  readonly paths: readonly string[] | null;
  readonly speaker: string | null;
  readonly namespace: string | null;
  readonly said_in: string | null;
}

function organisationPage(values: readonly unknown[]): Statement {
  return {
    text: `
      select ${COLUMNS} from observations o
      where o.org_id = $1 and o.id > $4::uuid and ${RECALLABLE}
      order by o.id limit $3`,
    values,
  };
}

function projectPage(values: readonly unknown[]): Statement {
  return {
    text: `
      select ${COLUMNS} from observations o
      where o.org_id = $1 and o.project_id = $4 and (o.created_at, o.id) < ($5::timestamptz, $6::uuid) and ${RECALLABLE}
      order by o.created_at desc, o.id desc limit $3`,
    values,
  };
}

function scopeRow(row: SlimRow): ScopeRow {
  return {
    id: row.id,
    projectId: projectFromColumn(row.project_id),
    sessionId: row.session_id,
    kind: row.kind,
    content: row.content,
    createdAt: row.created_at,
    validTo: row.valid_to,
    metadata: {
      ...(row.paths ? { paths: row.paths } : {}),
      ...(row.speaker === null ? {} : { speaker: row.speaker }),
      ...(row.namespace === null ? {} : { namespace: row.namespace }),
      ...(row.said_in === null ? {} : { sessionId: row.said_in }),
    },
  };
}
