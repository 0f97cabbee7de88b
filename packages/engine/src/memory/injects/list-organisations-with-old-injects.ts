import type { OperatorDatabase } from '../../base/database/database.ts';

/**
 * Organisations with blocks or logged tool calls of before a moment, for the job that purges them. An operator's call: it reads the queue's whole table once,
 * and that holds only what one retention leaves.
 */
export async function listOrganisationsWithOldInjects(
  operator: OperatorDatabase,
  before: Date,
  limit: number,
): Promise<readonly string[]> {
  const rows = await operator.query<{ org_id: string }>({
    text: `
      select org_id from (
        select org_id from session_memory_injects where created_at < $1
        union
        select org_id from session_verb_events where created_at < $1
      ) old limit $2`,
    values: [before, limit],
  });
  return rows.map((row) => row.org_id);
}
