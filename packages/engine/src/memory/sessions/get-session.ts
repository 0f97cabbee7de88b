import type { Statement, TenantDatabase } from '../../base/database/database.ts';
import { requireId } from '../../base/require-input.ts';
import { JOIN_WORK_ITEM, SESSION_COLUMNS, sessionFromRow, type SessionRow } from './session-row.ts';
import type { Session } from './session.ts';

/** The session, or null when the organisation has none with this id. Fails with `invalid-input` on an id that cannot be one. */
export async function getSession(tenant: TenantDatabase, sessionId: string): Promise<Session | null> {
  requireId(sessionId, 'sessionId');
  const statement: Statement = {
    name: 'sessions_get',
    text: `select ${SESSION_COLUMNS} from sessions s ${JOIN_WORK_ITEM} where s.org_id = $1 and s.id = $2`,
    values: [tenant.orgId, sessionId],
  };
  const [row] = await tenant.query<SessionRow>(statement, { urgent: true });
  return row ? sessionFromRow(row) : null;
}
