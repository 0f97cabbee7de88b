import { requireId, requireIds, requireInput, requirePageLimit, requireWholeNumber } from '../../base/require-input.ts';
import type { Row, TenantDatabase } from '../../base/database/database.ts';

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
export const PROJECT_COLUMNS = `memory_enabled as "memoryEnabled", runtime_inject_enabled as "runtimeInjectEnabled",
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
export function requireProjectPatch(patch: unknown): asserts patch is ProjectMemoryPatch {
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
