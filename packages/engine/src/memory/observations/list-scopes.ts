import type { OperatorDatabase } from '../../base/database/database.ts';
import { projectFromColumn } from './observation-row.ts';

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
  const rows = await operator.query<{ org_id: string; project_id: string }>({
    text: 'select org_id, project_id from observations group by org_id, project_id order by max(created_at) desc limit $1',
    values: [limit],
  });
  return rows.map((row) => ({ orgId: row.org_id, projectId: projectFromColumn(row.project_id) }));
}
