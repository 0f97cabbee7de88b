import type { TenantDatabase } from '../../base/database/database.ts';

/** When an organisation's memory was last written to, in milliseconds; -Infinity when it never was. One look into an index. */
export async function newestMoment(tenant: TenantDatabase, signal: AbortSignal): Promise<number> {
  const text = 'select max(updated_at) as newest from observations where org_id = $1';
  const [row] = await tenant.query<{ newest: string | null }>(
    { text, values: [tenant.orgId] },
    { signal, urgent: true },
  );
  return row?.newest ? Date.parse(row.newest) : -Infinity;
}
