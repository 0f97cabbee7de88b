import type { Row, TenantDatabase } from '../../base/database/database.ts';

/** A block, by what the log may know it by. */
export interface LoggedBlock {
  readonly sessionId: string;
  readonly logId: string | null;
  /** SHA-256 hex of its text: a hint is enqueued before its row is written. */
  readonly contentHash: string;
}

/** The graph nodes that a block names, as far as it was logged. */
export async function injectedNodes(
  tenant: TenantDatabase,
  { sessionId, logId, contentHash }: LoggedBlock,
): Promise<readonly string[]> {
  const rows = await tenant.query<Row & { readonly id: string }>({
    name: 'injected_nodes',
    text: `
      select distinct unnest(l.graph_node_ids) as id from context_injection_logs l
      where l.org_id = $1 and l.session_id = $2 and (l.id = $3::uuid or l.trace ->> 'blockHash' = $4)`,
    values: [tenant.orgId, sessionId, logId, contentHash],
  });
  return rows.map(({ id }) => id);
}
