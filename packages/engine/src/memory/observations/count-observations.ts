import type { TenantDatabase } from '../../base/database/database.ts';
import { FILTER_CONDITIONS, type ObservationFilter, filterValues } from './observation-filter.ts';

/** One more condition: SQL about the table `o` with the parameter `$13`, and its value. */
interface CountCondition {
  readonly sql: string;
  readonly value: unknown;
}

/** How many observations match, whatever their state unless the filter names one. */
export async function countObservations(
  tenant: TenantDatabase,
  filter: ObservationFilter,
  nowMs: number,
  also?: CountCondition,
): Promise<number> {
  const [row] = await tenant.query({
    text: `select count(*)::int as count from observations o where ${FILTER_CONDITIONS}${also ? ` and ${also.sql}` : ''}`,
    values: [...filterValues(tenant.orgId, filter, nowMs), ...(also ? [also.value] : [])],
  });
  return row?.['count'] as number;
}
