import { requireId, requireInput } from '../../base/require-input.ts';

/** What an administrator sets for one project. */
export interface ProjectMemorySettings {
  /** Off: the project has no memory, neither graph nor injections. (Default: true) */
  readonly memoryEnabled: boolean;
  /** Off: blocks are computed and logged, and none is pushed into a running session. (Default: true) */
  readonly runtimeInjectEnabled: boolean;
  /** true: the graph is on. null: as the organisation's plan says. false: not set here, so a plan that has it still counts. (Default: null) */
  readonly graphEnabled: boolean | null;
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
});

/** The project's key in the tables: '' is what belongs to no project. Throws `invalid-input` on what can be no project. */
export function projectKey(projectId: string | null): string {
  if (projectId !== null) requireId(projectId, 'projectId');
  return projectId ?? '';
}

/** Throws `invalid-input` on a patch with another field or another type: a misspelt switch must not be taken for a set one. */
export function requireProjectPatch(patch: unknown): asserts patch is ProjectMemoryPatch {
  requireInput(typeof patch === 'object' && patch !== null, 'The patch', 'an object');
  const fields = Object.keys(DEFAULT_PROJECT_MEMORY);
  for (const [field, value] of Object.entries(patch)) {
    requireInput(fields.includes(field), `The field '${field.slice(0, 64)}'`, `one of ${fields.join(', ')}`);
    const valid = typeof value === 'boolean' || (value === null && field === 'graphEnabled');
    requireInput(valid, field, field === 'graphEnabled' ? 'true, false or null' : 'true or false');
  }
}
