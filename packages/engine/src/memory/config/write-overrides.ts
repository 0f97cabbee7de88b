import { logged } from '../../base/database/change-chain.ts';
import type { Row } from '../../base/database/database.ts';
import { requireId, requireInput } from '../../base/require-input.ts';
import {
  changesBetween,
  requireActor,
  untilUndisturbed,
  type ChangeOptions,
  type ConfigWriter,
  type ValueChange,
} from './config-change.ts';
import { listOverrides, type OverrideTable } from './override-table.ts';

/** Values by work type or plan feature; null takes one back to its default. Those left out stay. */
export type OverridePatch<Value> = Readonly<Record<string, Value | null>>;

// Far more work types than anybody has, and a bound on one statement.
const KEYS_MAX = 100;

/** A change, and the version of the row that it was computed from; null = there was none. */
interface VersionedChange extends ValueChange {
  readonly seen: string | null;
}

/**
 * Sets or takes back some values and logs each that became another one, in one transaction. Answers the keys that changed.
 * What is as wanted already is neither written nor logged. Fails with `invalid-input` on a value of another type.
 */
export async function writeOverrides<Value>(
  writer: ConfigWriter,
  table: OverrideTable<Value>,
  patch: OverridePatch<Value>,
  options: ChangeOptions,
): Promise<readonly string[]> {
  requirePatch(table, patch);
  const actor = requireActor(options);
  const changed: string[] = [];
  await untilUndisturbed(async () => {
    const changes = await pendingChanges(writer, table, patch);
    const written = changes.length === 0 ? [] : await compareAndSet(writer, table, changes, actor);
    changed.push(...written);
    return written.length === changes.length ? changed : null;
  });
  return changed.toSorted();
}

async function pendingChanges<Value>(
  { tenant, clock }: ConfigWriter,
  table: OverrideTable<Value>,
  patch: OverridePatch<Value>,
): Promise<VersionedChange[]> {
  const stored = new Map((await listOverrides(tenant, table)).map((row) => [row.key, row]));
  const values = new Map([...stored].map(([key, { value }]) => [key, value]));
  const changes = changesBetween(values, patch, clock.now());
  return changes.map((change) => ({ ...change, seen: stored.get(change.field)?.updatedAt ?? null }));
}

/** The keys that were still as they had been seen, and are now as wanted. */
async function compareAndSet<Value>(
  { tenant }: ConfigWriter,
  table: OverrideTable<Value>,
  changes: readonly VersionedChange[],
  actor: string,
): Promise<string[]> {
  const rows = await logged<{ field: string } & Row>(tenant, {
    text: writeStatement(table),
    values: [tenant.orgId, JSON.stringify(changes), actor, table.subject],
  });
  return rows.map(({ field }) => field);
}

// Each row is written only in the version that its change was computed from, so the log never names an old value that was not there.
function writeStatement({ table, key, value, type }: OverrideTable<unknown>): string {
  return `
    with change as (
      select id, field, "oldValue", "newValue", seen, ("newValue" #>> '{}')::${type} as value
      from jsonb_to_recordset($2::jsonb) as c (id uuid, field text, "oldValue" jsonb, "newValue" jsonb, seen timestamptz)
    ), added as (
      insert into ${table} (org_id, ${key}, ${value}, updated_by, updated_at)
      select $1, field, value, $3, clock_timestamp() from change where seen is null and value is not null
      on conflict (org_id, ${key}) do nothing
      returning ${key} as field
    ), moved as (
      update ${table} as stored
      set ${value} = change.value, updated_by = $3, updated_at = greatest(clock_timestamp(), stored.updated_at + interval '1 microsecond')
      from change
      where stored.org_id = $1 and stored.${key} = change.field and stored.updated_at = change.seen and change.value is not null
      returning stored.${key} as field
    ), removed as (
      delete from ${table} as stored
      using change
      where stored.org_id = $1 and stored.${key} = change.field and stored.updated_at = change.seen and change.value is null
      returning stored.${key} as field
    ), written as (
      select field from added union all select field from moved union all select field from removed
    )
    insert into config_changes (org_id, id, actor, subject, field, old_value, new_value, created_at)
    select $1, change.id, $3, $4, change.field, change."oldValue", change."newValue", clock_timestamp()
    from change join written on written.field = change.field
    returning field`;
}

function requirePatch<Value>(table: OverrideTable<Value>, patch: unknown): void {
  requireInput(typeof patch === 'object' && patch !== null && !Array.isArray(patch), 'The patch', 'an object');
  const entries = Object.entries(patch);
  requireInput(entries.length <= KEYS_MAX, 'The patch', `an object of at most ${KEYS_MAX} fields`);
  for (const [key, value] of entries) {
    requireId(key, table.key);
    if (value !== null) table.require(value, `The value of '${key}'`);
  }
}
