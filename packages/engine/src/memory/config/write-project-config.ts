import { logged } from '../../base/database/change-chain.ts';
import type { Row, TenantDatabase } from '../../base/database/database.ts';
import { InklingError } from '../../base/errors.ts';
import { requireInput } from '../../base/require-input.ts';
import {
  changesBetween,
  requireActor,
  type ChangeOptions,
  type ConfigWriter,
  type ValueChange,
} from './config-change.ts';
import {
  projectKey,
  requireProjectPatch,
  type ProjectMemoryConfig,
  type ProjectMemoryPatch,
  DEFAULT_PROJECT_MEMORY,
  PROJECT_COLUMNS,
} from './project-config.ts';

/** Who changes a project's settings, and which version they saw. */
export interface ProjectChangeOptions extends ChangeOptions {
  /** The `updatedAt` that was read; null = the defaults. (Default: whatever is stored) */
  readonly expectedUpdatedAt?: string | null;
}

// Each lost race means that somebody else's write went through, so eight in a row need eight administrators at one millisecond.
const RACES_MAX = 8;

// Compare and set: it writes only over the version that the change was computed from ($7), so the log never names an old value
// that was not there. The time of a version is its name, hence a microsecond more than the last one at least. It is the database's
// time: processes with clocks of their own still leave one order in the log.
const WRITE = `
  with added as (
    insert into project_memory_config
      (org_id, project_id, memory_enabled, runtime_inject_enabled, graph_enabled, capture_off, exchanges_per_session, exchanges_per_project,
       updated_by, updated_at)
    select $1, $2, $3::boolean, $4::boolean, $5::boolean, $9::text[], $10::int, $11::int, $6, clock_timestamp()
    where $7::timestamptz is null
    on conflict (org_id, project_id) do nothing
    returning updated_at
  ), moved as (
    update project_memory_config
    set memory_enabled = $3::boolean, runtime_inject_enabled = $4::boolean, graph_enabled = $5::boolean, capture_off = $9::text[],
        exchanges_per_session = $10::int, exchanges_per_project = $11::int, updated_by = $6,
        updated_at = greatest(clock_timestamp(), updated_at + interval '1 microsecond')
    where org_id = $1 and project_id = $2 and updated_at = $7::timestamptz
    returning updated_at
  ), written as (
    select updated_at from added union all select updated_at from moved
  ), logged as (
    insert into config_changes (org_id, id, actor, subject, field, old_value, new_value, created_at)
    select $1, change.id, $6, 'project:' || $2, change.field, change."oldValue", change."newValue", written.updated_at
    from written
    cross join jsonb_to_recordset($8::jsonb) as change (id uuid, field text, "oldValue" jsonb, "newValue" jsonb)
  )
  select updated_at as "updatedAt" from written`;

/**
 * Changes some settings of a project and logs each value that became another one, in one transaction. A patch that changes
 * nothing writes nothing. Fails with `config-conflict` when `expectedUpdatedAt` is not the stored version, and with
 * `invalid-input` on an unknown field or another type.
 */
export async function writeProjectConfig(
  writer: ConfigWriter,
  projectId: string | null,
  patch: ProjectMemoryPatch,
  options: ProjectChangeOptions,
): Promise<ProjectMemoryConfig> {
  requireProjectPatch(patch);
  requireActor(options);
  requireVersion(options.expectedUpdatedAt);
  const { captureOff } = patch;
  // In one order and each once: the same kinds are no change.
  const wanted = captureOff ? { ...patch, captureOff: [...new Set(captureOff)].toSorted() } : patch;
  return untilUndisturbed(() => attemptWrite(writer, projectId, wanted, options));
}

/**
 * Reads, compares and writes until nobody wrote in between. `attempt` answers null after a lost race. Fails with
 * `config-conflict` after eight of them.
 */
async function untilUndisturbed<Result>(attempt: () => Promise<Result | null>): Promise<Result> {
  for (let race = 0; race < RACES_MAX; race += 1) {
    const result = await attempt();
    if (result !== null) return result;
  }
  throw configConflict();
}

/** The error of a write that was meant for another version than the stored one. */
function configConflict(): InklingError {
  return new InklingError('config-conflict', 'Somebody else changed these settings meanwhile.', {
    hint: 'Read them again and repeat the change.',
  });
}

async function attemptWrite(
  writer: ConfigWriter,
  projectId: string | null,
  patch: ProjectMemoryPatch,
  { actor, expectedUpdatedAt }: ProjectChangeOptions,
): Promise<ProjectMemoryConfig | null> {
  const stored = await readProjectConfig(writer.tenant, projectId);
  if (expectedUpdatedAt !== undefined && expectedUpdatedAt !== stored.updatedAt) throw configConflict();
  const changes = changesBetween(new Map(Object.entries(stored)), patch, writer.clock.now());
  if (changes.length === 0) return stored;
  const wanted = { ...stored, ...patch, updatedBy: actor };
  const updatedAt = await compareAndSet(writer, stored.updatedAt, wanted, changes);
  return updatedAt === null ? null : { ...wanted, updatedAt };
}

/** The name of the new version; null when the stored one was not `seen` any more. */
async function compareAndSet(
  { tenant }: ConfigWriter,
  seen: string | null,
  wanted: ProjectMemoryConfig,
  changes: readonly ValueChange[],
): Promise<string | null> {
  const { projectId, memoryEnabled, runtimeInjectEnabled, graphEnabled, updatedBy } = wanted;
  const switches = [memoryEnabled, runtimeInjectEnabled, graphEnabled];
  const exchanges = [wanted.captureOff, wanted.exchangesPerSession, wanted.exchangesPerProject];
  const [row] = await logged<{ updatedAt: string } & Row>(tenant, {
    text: WRITE,
    values: [tenant.orgId, projectKey(projectId), ...switches, updatedBy, seen, JSON.stringify(changes), ...exchanges],
  });
  return row?.updatedAt ?? null;
}

function requireVersion(version: unknown): void {
  const valid = version === undefined || version === null || typeof version === 'string';
  requireInput(valid, 'expectedUpdatedAt', 'the updatedAt that was read, or null');
}

const SELECT = `
  select ${PROJECT_COLUMNS}
  from project_memory_config
  where org_id = $1 and project_id = $2`;

/** The settings of one project, with the defaults where nobody set anything. Fails with `invalid-input` on what can be no project. */
export async function readProjectConfig(
  tenant: TenantDatabase,
  projectId: string | null,
): Promise<ProjectMemoryConfig> {
  const [row] = await tenant.query<Omit<ProjectMemoryConfig, 'projectId'> & Row>({
    text: SELECT,
    values: [tenant.orgId, projectKey(projectId)],
  });
  return { ...DEFAULT_PROJECT_MEMORY, updatedBy: null, updatedAt: null, ...row, projectId };
}
