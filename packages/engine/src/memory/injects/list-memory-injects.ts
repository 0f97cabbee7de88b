import type { Statement, TenantDatabase } from '../../base/database/database.ts';
import { requireId } from '../../base/require-input.ts';
import { requirePageLimit } from '../../base/require-page-limit.ts';
import { injectColumns, type MemoryInject, type MemoryInjectRow } from './memory-inject.ts';

const LIMIT_MAX = 1000;

/** How many rows are wanted. */
export interface ListMemoryInjectsOptions {
  /** 1 to 1000. (Default: 100) */
  readonly limit?: number;
}

/** The queue of a session, newest first, whatever became of each block. Fails with `invalid-input` on a limit out of range. */
export async function listMemoryInjects(
  tenant: TenantDatabase,
  sessionId: string,
  options: ListMemoryInjectsOptions = {},
): Promise<MemoryInject[]> {
  const { limit = 100 } = options;
  requireId(sessionId, 'sessionId');
  requirePageLimit(limit, LIMIT_MAX);
  const statement: Statement = {
    name: 'injects_list',
    text: `
      select ${injectColumns('q')} from session_memory_injects q
      where q.org_id = $1 and q.session_id = $2 order by q.created_at desc, q.id desc limit $3`,
    values: [tenant.orgId, sessionId, limit],
  };
  return tenant.query<MemoryInjectRow>(statement, { urgent: true });
}
