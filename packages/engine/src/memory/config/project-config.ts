import { logged } from '../../base/database/change-chain.ts';
import type { Row, TenantDatabase } from '../../base/database/database.ts';
import { InklingError } from '../../base/errors.ts';
import { requireId, requireIds, requireInput, requirePageLimit, requireWholeNumber } from '../../base/require-input.ts';
import { uuidv7 } from '../../base/uuid.ts';
import { requireActor, type ChangeOptions, type ConfigWriter } from './config-change.ts';

/** What an administrator sets for one project. */
export interface ProjectMemorySettings {
  /** Off: the project has no memory, neither graph nor injections. (Default: true) */
  readonly memoryEnabled: boolean;
  /** Off: blocks are computed and logged, and none is pushed into a running session. (Default: true) */
  readonly runtimeInjectEnabled: boolean;
  /** true: the graph is on. null: as the organisation's plan says, and where that says nothing, on when the project has a graph. false: off, save where a plan has it. (Default: null) */
  readonly graphEnabled: boolean | null;
  /** Kinds that are not captured from the project's sessions; 'exchange' is what was said in them. (Default: none) */
  readonly captureOff: readonly string[];
  /** Exchanges that are kept of one session, from 1; above it the lightest and then the oldest are forgotten. (Default: 200) */
  readonly exchangesPerSession: number;
  /** Exchanges that are kept of the project, likewise. (Default: 100,000) */
  readonly exchangesPerProject: number;
}

/** The settings of one project as they are stored. */
export interface ProjectMemoryConfig extends ProjectMemorySettings {
  /** null = what belongs to no project. */
  readonly projectId: string | null;
  /** null = nobody set anything, these are the defaults. */
  readonly updatedBy: string | null;
  /** Names this version: it moves with every change, and only then. null = the defaults. */
  readonly updatedAt: string | null;
}

/** The fields to change; those left out stay. */
export type ProjectMemoryPatch = Partial<ProjectMemorySettings>;

/** What holds for a project for which nobody set anything. */
export const DEFAULT_PROJECT_MEMORY: ProjectMemorySettings = Object.freeze({
  memoryEnabled: true,
  runtimeInjectEnabled: true,
  graphEnabled: null,
  captureOff: [],
  exchangesPerSession: 200,
  exchangesPerProject: 100_000,
});

/** What every statement that answers stored settings selects. */
const PROJECT_COLUMNS = `memory_enabled as "memoryEnabled", runtime_inject_enabled as "runtimeInjectEnabled",
  graph_enabled as "graphEnabled", capture_off as "captureOff", exchanges_per_session as "exchangesPerSession",
  exchanges_per_project as "exchangesPerProject", updated_by as "updatedBy", updated_at as "updatedAt"`;

/** The project's key in the tables: '' is what belongs to no project. Throws `invalid-input` on what can be no project. */
export function projectKey(projectId: string | null): string {
  if (projectId !== null) requireId(projectId, 'projectId');
  return projectId ?? '';
}

const MOST_EXCHANGES = 10_000_000;
const MOST_KINDS = 100;

/** Throws `invalid-input` on a patch with another field or another type: a misspelt switch must not be taken for a set one. */
function requireProjectPatch(patch: unknown): asserts patch is ProjectMemoryPatch {
  requireInput(typeof patch === 'object' && patch !== null, 'patch', 'an object');
  const fields = Object.keys(DEFAULT_PROJECT_MEMORY);
  for (const [field, value] of Object.entries(patch)) {
    requireInput(fields.includes(field), field.slice(0, 64), `left out: the settings are ${fields.join(', ')}`);
    if (field === 'captureOff') requireIds(value, field, MOST_KINDS, 'kinds');
    else if (field.startsWith('exchanges')) requireWholeNumber(value, field, 1, MOST_EXCHANGES);
    else requireSwitch(value, field);
  }
}

function requireSwitch(value: unknown, field: string): void {
  const valid = typeof value === 'boolean' || (value === null && field === 'graphEnabled');
  requireInput(valid, field, field === 'graphEnabled' ? 'true, false or null' : 'true or false');
}

/** Which page of the projects is wanted. */
export interface ListProjectConfigsRequest {
  /** 1 to 1000. (Default: 100) */
  readonly limit?: number;
  /** The last project of the page before; projects come in the order of their ids. (Default: from the start) */
  readonly after?: string | null;
}

const SELECT = `
  select nullif(project_id, '') as "projectId", ${PROJECT_COLUMNS}
  from project_memory_config
  where org_id = $1 and ($2::text is null or project_id > $2)
  order by project_id
  limit $3`;

/** The projects for which somebody set something; what belongs to no project (`projectId` null) comes first. */
export async function listProjectConfigs(
  tenant: TenantDatabase,
  request: ListProjectConfigsRequest = {},
): Promise<readonly ProjectMemoryConfig[]> {
  const { limit = 100, after } = request;
  requirePageLimit(limit, 1000);
  const start = after === undefined ? null : projectKey(after);
  return tenant.query<ProjectMemoryConfig & Row>({ text: SELECT, values: [tenant.orgId, start, limit] });
}

/** Who changes a project's settings, and which version they saw. */
export interface ProjectChangeOptions extends ChangeOptions {
  /** The `updatedAt` that was read; null = the defaults. (Default: whatever is stored) */
  readonly expectedUpdatedAt?: string | null;
}

// Nothing comes between the comparison and the write: those that write to an organisation's log wait for one another. The time of a version
// is its name, hence a microsecond more than the last one at least. It is the database's time: processes with clocks of their own still leave
// one order in the log.
const WRITE = `
  with before as (
    select $3::jsonb || coalesce(to_jsonb(stored) - 'updatedBy' - 'updatedAt', '{}') as settings, stored."updatedAt" as version
    from (select) as always
    left join (select ${PROJECT_COLUMNS} from project_memory_config where org_id = $1 and project_id = $2) as stored on true
  ), after as (
    select settings || $4::jsonb as settings from before
    where settings || $4::jsonb <> settings and (not $5::boolean or version is not distinct from $6::timestamptz)
  ), written as (
    insert into project_memory_config as stored
      (org_id, project_id, memory_enabled, runtime_inject_enabled, graph_enabled, capture_off, exchanges_per_session, exchanges_per_project,
       updated_by, updated_at)
    select $1, $2, wanted.*, $7, clock_timestamp()
    from after cross join jsonb_to_record(after.settings) as wanted ("memoryEnabled" boolean, "runtimeInjectEnabled" boolean,
      "graphEnabled" boolean, "captureOff" text[], "exchangesPerSession" int, "exchangesPerProject" int)
    on conflict (org_id, project_id) do update
    set memory_enabled = excluded.memory_enabled, runtime_inject_enabled = excluded.runtime_inject_enabled,
        graph_enabled = excluded.graph_enabled, capture_off = excluded.capture_off,
        exchanges_per_session = excluded.exchanges_per_session, exchanges_per_project = excluded.exchanges_per_project,
        updated_by = excluded.updated_by, updated_at = greatest(excluded.updated_at, stored.updated_at + interval '1 microsecond')
    returning *
  ), noted as (
    insert into config_changes (org_id, id, actor, subject, field, old_value, new_value, created_at)
    select $1, change.id, $7, 'project:' || $2::text, change.field, nullif(before.settings -> change.field, 'null'),
      nullif(after.settings -> change.field, 'null'), written.updated_at
    from written cross join before cross join after cross join jsonb_to_recordset($8::jsonb) as change (id uuid, field text)
    where before.settings -> change.field <> after.settings -> change.field
  )
  select ${PROJECT_COLUMNS} from written`;

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
  const { tenant, clock } = writer;
  const { actor, expectedUpdatedAt: expected } = options;
  const { captureOff } = patch;
  // In one order and each once: the same kinds are no change.
  const wanted = captureOff ? { ...patch, captureOff: [...new Set(captureOff)].toSorted() } : patch;
  const changes = Object.keys(wanted)
    .toSorted()
    .map((field) => ({ id: uuidv7(clock.now()), field }));
  const { updatedAt } = await readVersion(tenant, projectId, expected);
  const [row] = await logged<StoredSettings>(tenant, {
    text: WRITE,
    values: [
      ...[tenant.orgId, projectKey(projectId), JSON.stringify(DEFAULT_PROJECT_MEMORY), JSON.stringify(wanted)],
      ...[expected !== undefined, updatedAt, actor, JSON.stringify(changes)],
    ],
  });
  // Nothing to change, or somebody came first.
  return row ? { ...row, projectId } : readVersion(tenant, projectId, expected);
}

/** The stored settings. Fails with `config-conflict` when they are of another version than the expected one. */
async function readVersion(
  tenant: TenantDatabase,
  projectId: string | null,
  expected: string | null | undefined,
): Promise<ProjectMemoryConfig> {
  const stored = await readProjectConfig(tenant, projectId);
  if (expected === undefined || expected === stored.updatedAt) return stored;
  throw new InklingError('config-conflict', 'Somebody else changed these settings meanwhile.', {
    hint: 'Read them again and repeat the change.',
  });
}

type StoredSettings = Omit<ProjectMemoryConfig, 'projectId'> & Row;

function requireVersion(version: unknown): void {
  const valid = version === undefined || version === null || typeof version === 'string';
  requireInput(valid, 'expectedUpdatedAt', 'the updatedAt that was read, or null');
}

/** The settings of one project, with the defaults where nobody set anything. Fails with `invalid-input` on what can be no project. */
export async function readProjectConfig(
  tenant: TenantDatabase,
  projectId: string | null,
): Promise<ProjectMemoryConfig> {
  const text = `select ${PROJECT_COLUMNS} from project_memory_config where org_id = $1 and project_id = $2`;
  const [row] = await tenant.query<StoredSettings>({ text, values: [tenant.orgId, projectKey(projectId)] });
  return { ...DEFAULT_PROJECT_MEMORY, updatedBy: null, updatedAt: null, ...row, projectId };
}
