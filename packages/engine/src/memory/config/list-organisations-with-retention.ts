import type { OperatorDatabase } from '../../base/database/database.ts';

/** Organisations that keep some kind of observation for a time only, for the job that forgets the rest. An operator's call. */
export async function listOrganisationsWithRetention(
  operator: OperatorDatabase,
  limit: number,
): Promise<readonly string[]> {
  const rows = await operator.query<{ org_id: string }>({
    text: 'select distinct org_id from observation_retention order by org_id limit $1',
    values: [limit],
  });
  return rows.map((row) => row.org_id);
}
