import type { TenantDatabase } from '../../base/database/database.ts';
import { FILTER_CONDITIONS, type ObservationFilter, filterValues } from './observation-filter.ts';

/** How many observations match, whatever their state unless the filter names one. */
export async function countObservations(
  tenant: TenantDatabase,
  filter: ObservationFilter,
  nowMs: number,
): Promise<number> {
  const [row] = await tenant.query({
    text: `select count(*)::int as count from observations o where ${FILTER_CONDITIONS}`,
    values: filterValues(tenant.orgId, filter, nowMs),
  });
  return row?.['count'] as number;
}
