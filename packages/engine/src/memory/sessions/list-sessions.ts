import type { TenantDatabase } from '../../base/database/database.ts';
import { decodePageCursor, encodePageCursor } from '../../base/page-cursor.ts';
import { requireInput } from '../../base/require-input.ts';
import { requirePageLimit } from '../../base/require-page-limit.ts';
import { wellFormedText } from '../../base/well-formed-text.ts';
import { JOIN_WORK_ITEM, SESSION_COLUMNS, sessionFromRow, type SessionRow } from './session-row.ts';
import type { Session, SessionStatus } from './session.ts';

const DEFAULT_LIMIT = 50;
// A session with its work item has up to 18 kB of text.
const MAX_LIMIT = 200;
const STATUSES: readonly SessionStatus[] = ['queued', 'claimed', 'working', 'completed', 'failed', 'stopped'];

/** Which sessions are listed. Every field that is given must hold. */
export interface ListSessionsRequest {
  /** (Default: all) */
  readonly statuses?: readonly SessionStatus[];
  /** undefined = of all projects; null = that belong to none. */
  readonly projectId?: string | null;
  readonly agentId?: string;
  readonly parentSessionId?: string;
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
 * status, a limit out of range or a cursor that no page gave.
 */
export async function listSessions(tenant: TenantDatabase, request: ListSessionsRequest = {}): Promise<SessionPage> {
  const { limit = DEFAULT_LIMIT, statuses, projectId, agentId, parentSessionId } = request;
  requirePageLimit(limit, MAX_LIMIT);
  const known = statuses === undefined || statuses.every((status) => STATUSES.includes(status));
  requireInput(known, 'statuses', `a list of ${STATUSES.join(', ')}`);
  const after = decodePageCursor(request.cursor, isStorable);
  const rows = await tenant.query<SessionRow>({
    text: LIST,
    values: [
      ...[tenant.orgId, statuses ?? null, projectId === undefined ? null : (projectId ?? ''), agentId ?? null],
      // One row more than asked tells whether another page follows.
      ...[parentSessionId ?? null, after?.moment ?? null, after?.id ?? null, limit + 1],
    ],
  });
  const page = rows.slice(0, limit).map(sessionFromRow);
  const last = page.at(-1);
  const more = rows.length > limit && last !== undefined;
  return { rows: page, nextCursor: more ? encodePageCursor({ moment: last.createdAt, id: last.id }) : null };
}

const LIST = `
  select ${SESSION_COLUMNS} from sessions s ${JOIN_WORK_ITEM}
  where s.org_id = $1
    and ($2::text[] is null or s.status = any($2))
    and ($3::text is null or s.project_id = $3)
    and ($4::text is null or s.agent_id = $4)
    and ($5::text is null or s.parent_session_id = $5)
    and ($6::timestamptz is null or (s.created_at, s.id) < ($6, $7::text))
  order by s.created_at desc, s.id desc limit $8`;

function isStorable(id: unknown): id is string {
  return typeof id === 'string' && wellFormedText(id) === id;
}
