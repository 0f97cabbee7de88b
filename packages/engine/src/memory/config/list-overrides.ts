import type { Row, TenantDatabase } from '../../base/database/database.ts';
import type { OverrideTable } from './override-table.ts';

/** One value that an administrator set for a work type or a plan feature. */
export interface ConfigOverride<Value> {
  /** The work type or the plan feature. */
  readonly key: string;
  readonly value: Value;
  readonly updatedBy: string;
  readonly updatedAt: string;
}

/** Everything that is set, in the order of the keys. What is not in it has its default. */
export async function listOverrides<Value>(
  tenant: TenantDatabase,
  { table, key, value }: OverrideTable<Value>,
): Promise<readonly ConfigOverride<Value>[]> {
  return tenant.query<ConfigOverride<Value> & Row>({
    text: `
      select ${key} as key, ${value} as value, updated_by as "updatedBy", updated_at as "updatedAt"
      from ${table}
      where org_id = $1
      order by ${key}`,
    values: [tenant.orgId],
  });
}
