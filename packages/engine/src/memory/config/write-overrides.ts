import { logged } from '../../base/database/change-chain.ts';
import type { Row } from '../../base/database/database.ts';
import { requireId, requireInput } from '../../base/require-input.ts';
import { uuidv7 } from '../../base/uuid.ts';
import { requireActor, type ChangeOptions, type ConfigWriter } from './config-change.ts';
import type { OverrideTable } from './override-table.ts';

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
