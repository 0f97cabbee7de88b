import { INTEGER_MAX, requireInput, requireWholeNumber } from '../../base/require-input.ts';
import type { Row, TenantDatabase } from '../../base/database/database.ts';

/** One of the tables that hold a value for each name. A row that is absent means the default. */
export interface OverrideTable<Value> {
  /** How the change log names it. */
  readonly subject: string;
  /** Its name, columns and type: constants of this file, never input. */
  readonly table: string;
  readonly key: string;
  readonly value: string;
  readonly type: 'integer' | 'boolean';
  /** Throws `invalid-input` unless the value fits. */
  require(value: unknown, field: string): asserts value is Value;
}

// A century: further back than any statement is worth keeping by rule, and far from where a date overflows.
const DAYS_MAX = 36_500;

function requireSwitch(value: unknown, field: string): asserts value is boolean {
  requireInput(typeof value === 'boolean', field, 'true, false or null');
}

/** Tokens by work type, over the budgets of session start. */
export const BUDGET_OVERRIDES: OverrideTable<number> = {
  subject: 'budget',
  table: 'context_budget_overrides',
  key: 'work_type',
  value: 'budget_tokens',
  type: 'integer',
  require: (value, field) => requireWholeNumber(value, field, 0, INTEGER_MAX),
};

/** Whether a work type recalls the graph, over the default matrix. */
export const RECALL_MATRIX_OVERRIDES: OverrideTable<boolean> = {
  subject: 'recall-matrix',
  table: 'recall_matrix_overrides',
  key: 'work_type',
  value: 'graph',
  type: 'boolean',
  require: requireSwitch,
};

/** What the organisation's plan grants; a feature that is absent is not granted. */
export const PLAN_FEATURES: OverrideTable<boolean> = {
  subject: 'plan',
  table: 'org_plan_features',
  key: 'feature',
  value: 'enabled',
  type: 'boolean',
  require: requireSwitch,
};

/** For how many days observations of a kind are kept; `*` = of every kind that has no row of its own. Contract section 3. */
export const RETENTION: OverrideTable<number> = {
  subject: 'retention',
  table: 'observation_retention',
  key: 'kind',
  value: 'days',
  type: 'integer',
  require: (value, field) => requireWholeNumber(value, field, 1, DAYS_MAX),
};

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
