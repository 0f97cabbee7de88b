import type { OperatorDatabase } from '../../base/database/database.ts';

/**
 * Organisations that keep some observations for a time only, in the order of their ids, for the job that forgets the rest: those that set a retention
 * or have exchanges. An operator's call. `after` is the last one of the page before. (Default: from the start)
 */
export async function listOrganisationsWithRetention(
  operator: OperatorDatabase,
  limit: number,
  after = '',
): Promise<readonly string[]> {
  const rows = await operator.query<{ org_id: string }>({
    // From one organisation to the next in the index of exchanges: `distinct` would read all of it.
    text: `
      with recursive hop (org_id) as (
        (select o.org_id from observations o where o.kind = 'exchange' and o.org_id > $2 order by o.org_id limit 1)
        union all
        select (select o.org_id from observations o where o.kind = 'exchange' and o.org_id > hop.org_id order by o.org_id limit 1)
        from hop where hop.org_id is not null
      )
      select org_id from (
        select org_id from hop where org_id is not null
        union
        select org_id from observation_retention where org_id > $2
      ) known order by org_id limit $1`,
    values: [limit, after],
  });
  return rows.map((row) => row.org_id);
}
