import { logged } from '../../base/database/change-chain.ts';
import type { Row, TenantDatabase } from '../../base/database/database.ts';
import { INTEGER_MAX, requireId, requireInput, requireWholeNumber } from '../../base/require-input.ts';
import { uuidv7 } from '../../base/uuid.ts';
import { requireActor, type ChangeOptions, type ConfigWriter } from './config-change.ts';

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

/** Values by work type or plan feature; null takes one back to its default. Those left out stay. */
export type OverridePatch<Value> = Readonly<Record<string, Value | null>>;

// Far more work types than anybody has, and a bound on one statement.
const KEYS_MAX = 100;

/**
 * Sets or takes back some values and logs each that became another one, in one transaction. Answers the keys that changed.
 * What is as wanted already is neither written nor logged. Fails with `invalid-input` on a value of another type.
 */
export async function writeOverrides<Value>(
  { tenant, clock }: ConfigWriter,
  table: OverrideTable<Value>,
  patch: OverridePatch<Value>,
  options: ChangeOptions,
): Promise<readonly string[]> {
  requirePatch(table, patch);
  const actor = requireActor(options);
  const changes = Object.entries(patch).map(([field, value]) => ({ id: uuidv7(clock.now()), field, value }));
  const rows = await logged<{ field: string } & Row>(tenant, {
    text: writeStatement(table),
    values: [tenant.orgId, JSON.stringify(changes), actor, table.subject],
  });
  return rows.map(({ field }) => field).toSorted();
}

// Nothing comes between the comparison and the write: those that write to an organisation's log wait for one another.
function writeStatement({ table, key, value, type }: OverrideTable<unknown>): string {
  return `
    with change as (
      select patch.id, patch.field, stored.${value} as before, patch.value as after
      from jsonb_to_recordset($2::jsonb) as patch (id uuid, field text, value ${type})
      left join ${table} as stored on stored.org_id = $1 and stored.${key} = patch.field
      where stored.${value} is distinct from patch.value
    ), written as (
      insert into ${table} (org_id, ${key}, ${value}, updated_by, updated_at)
      select $1, field, after, $3, clock_timestamp() from change where after is not null
      on conflict (org_id, ${key}) do update
      set ${value} = excluded.${value}, updated_by = excluded.updated_by, updated_at = excluded.updated_at
    ), removed as (
      delete from ${table} as stored using change
      where stored.org_id = $1 and stored.${key} = change.field and change.after is null
    )
    insert into config_changes (org_id, id, actor, subject, field, old_value, new_value, created_at)
    select $1, id, $3, $4, field, to_jsonb(before), to_jsonb(after), clock_timestamp() from change
    returning field`;
}

function requirePatch<Value>(table: OverrideTable<Value>, patch: unknown): void {
  requireInput(typeof patch === 'object' && patch !== null && !Array.isArray(patch), 'patch', 'an object');
  const entries = Object.entries(patch);
  requireInput(entries.length <= KEYS_MAX, 'patch', `an object of at most ${KEYS_MAX} fields`);
  for (const [key, value] of entries) {
    requireId(key, table.key);
    if (value !== null) table.require(value, key);
  }
}
