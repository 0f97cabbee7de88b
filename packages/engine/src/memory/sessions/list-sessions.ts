import type { TenantDatabase, OperatorDatabase } from '../../base/database/database.ts';
import { projectColumn } from '../../base/database/project-column.ts';
import { decodePageCursor, pageOf } from '../../base/page-cursor.ts';
import { optionalMoment } from '../../base/optional-moment.ts';
import { requireInput, requireLabel, requirePageLimit } from '../../base/require-input.ts';
import { wellFormedText } from '../../base/text/well-formed-text.ts';
import { JOIN_WORK_ITEM, SESSION_COLUMNS, type SessionRow } from './session-row.ts';
import type { Session, SessionStatus } from './session.ts';

const DEFAULT_LIMIT = 50;
// A session with its work item has up to 18 kB of text.
const MAX_LIMIT = 200;
const MAX_TEXT = 200;
const STATUSES: readonly SessionStatus[] = ['queued', 'claimed', 'working', 'completed', 'failed', 'stopped'];

/** Which sessions are listed. Every field that is given must hold. */
export interface ListSessionsRequest {
  /** (Default: all) */
  readonly statuses?: readonly SessionStatus[];
  /** undefined = of all projects; null = that belong to none. */
  readonly projectId?: string | null;
  readonly agentId?: string;
  /** Only sessions of these agents, or of nobody in particular. (Default: of any) */
  readonly agentIds?: readonly string[];
  readonly workType?: string;
  readonly parentSessionId?: string;
  /** Part of the id, of the work item's identifier or of its title, in any case; at most 200 characters. */
  readonly text?: string;
  /** Created then or later; ISO-8601 or Date. */
  readonly since?: string | Date;
  /** Sessions on the page, 1 to 200. (Default: 50) */
  readonly limit?: number;
  /** `nextCursor` of the page before. */
  readonly cursor?: string | null;
}

/** One page of sessions. */
export interface SessionPage {
  /** Newest first, by creation. */
  readonly rows: readonly Session[];
  /** Give it as `cursor` for the next page; null = this was the last. */
  readonly nextCursor: string | null;
}

/**
 * One page of sessions, newest first. Sessions created meanwhile neither shift nor repeat others. Fails with `invalid-input` on an unknown
 * status, a text that is too long, a limit out of range or a cursor that no page gave.
 */
export async function listSessions(tenant: TenantDatabase, request: ListSessionsRequest = {}): Promise<SessionPage> {
  const { limit = DEFAULT_LIMIT } = request;
  requireRequest(request, limit);
  const after = decodePageCursor(request.cursor, isStorable);
  const rows = await tenant.query<SessionRow>({
    text: LIST,
    // One row more than asked tells whether another page follows.
    values: [tenant.orgId, after?.moment ?? null, after?.id ?? null, limit + 1, ...filterValues(request)],
  });
  return pageOf(rows, limit, ({ createdAt, id }) => ({ moment: createdAt, id }));
}

const LIST = `
  select ${SESSION_COLUMNS} from sessions s ${JOIN_WORK_ITEM}
  where s.org_id = $1
    and ($2::timestamptz is null or (s.created_at, s.id) < ($2, $3::text))
    and ($5::text[] is null or s.status = any($5))
    and ($6::text is null or s.project_id = $6)
    and ($7::text is null or s.agent_id = $7)
    and ($8::text is null or s.work_type = $8)
    and ($9::text is null or s.parent_session_id = $9)
    and ($10::text is null or strpos(lower(concat_ws(' ', s.id, w.identifier, w.title)), lower($10)) > 0)
    and ($11::timestamptz is null or s.created_at >= $11)
    and ($12::text[] is null or s.agent_id is null or s.agent_id = any($12))
  order by s.created_at desc, s.id desc limit $4`;

/** $5 to $12. */
function filterValues({ statuses, projectId, ...request }: ListSessionsRequest): readonly unknown[] {
  const { agentId, agentIds, workType, parentSessionId, text } = request;
  const since = optionalMoment(request.since, 'since');
  // A filter that is not given arrives as null.
  return [statuses, projectColumn(projectId), agentId, workType, parentSessionId, text, since, agentIds];
}

function requireRequest({ statuses, text, workType }: ListSessionsRequest, limit: number): void {
  requirePageLimit(limit, MAX_LIMIT);
  const known = statuses === undefined || statuses.every((status) => STATUSES.includes(status));
  requireInput(known, 'statuses', `a list of ${STATUSES.join(', ')}`);
  if (workType !== undefined) requireLabel(workType, 'workType');
  const searchable = text === undefined || (isStorable(text) && text.length <= MAX_TEXT);
  requireInput(searchable, 'text', `a text of at most ${MAX_TEXT} characters`);
}

function isStorable(id: unknown): id is string {
  return typeof id === 'string' && wellFormedText(id) === id;
}

/** A session that its worker left behind. */
export interface AbandonedSession {
  readonly orgId: string;
  readonly sessionId: string;
}

/**
 * Sessions that this worker holds and whose lock has run out, by organisation and id, for the job that ends them. An operator's call. The range says
 * when the lock runs out, in milliseconds from now: before `beforeMs` (default: 0) and not before `fromMs` (default: however long ago). `after`: the
 * last one of the page before.
 */
export async function listAbandonedSessions(
  operator: OperatorDatabase,
  workerId: string,
  limit: number,
  {
    beforeMs = 0,
    fromMs,
    after,
  }: { readonly beforeMs?: number; readonly fromMs?: number; readonly after?: AbandonedSession } = {},
): Promise<readonly AbandonedSession[]> {
  const rows = await operator.query<{ org_id: string; id: string }>({
    text: `
      select org_id, id from sessions
      where status in ('claimed', 'working') and worker_id = $1
        and lock_expires_at < clock_timestamp() + $3 * interval '1 ms'
        and ($4::float8 is null or lock_expires_at >= clock_timestamp() + $4 * interval '1 ms')
        and ($5::text is null or (org_id, id) > ($5, $6::text))
      order by org_id, id limit $2`,
    values: [workerId, limit, beforeMs, fromMs ?? null, after?.orgId ?? null, after?.sessionId ?? null],
  });
  return rows.map((row) => ({ orgId: row.org_id, sessionId: row.id }));
}
