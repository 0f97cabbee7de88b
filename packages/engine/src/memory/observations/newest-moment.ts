import type { TenantDatabase } from '../../base/database/database.ts';

/** When an organisation's memory was last written to, in milliseconds; -Infinity when it never was. One look into an index. */
export async function newestMoment(tenant: TenantDatabase): Promise<number> {
  const [row] = await tenant.query<{ newest: string | null }>({
    text: 'select max(updated_at) as newest from observations where org_id = $1',
    values: [tenant.orgId],
  });
  return row?.newest ? Date.parse(row.newest) : -Infinity;
}
