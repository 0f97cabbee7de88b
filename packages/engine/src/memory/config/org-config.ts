import { verifyChanges, type VerifiedChanges } from '../../base/database/change-chain.ts';
import { createReadCache } from '../../base/read-cache.ts';
import {
  type ChangeOptions,
  type ConfigChange,
  type ConfigWriter,
  listConfigChanges,
  type ListConfigChangesRequest,
} from './config-change.ts';
import { readEffectiveConfig, type EffectiveConfig } from './effective-config.ts';
import {
  listOverrides,
  type ConfigOverride,
  BUDGET_OVERRIDES,
  PLAN_FEATURES,
  RECALL_MATRIX_OVERRIDES,
  RETENTION,
  type OverridePatch,
  type OverrideTable,
  writeOverrides,
} from './override-table.ts';
import {
  listProjectConfigs,
  type ListProjectConfigsRequest,
  type ProjectMemoryConfig,
  type ProjectMemoryPatch,
  readProjectConfig,
  writeProjectConfig,
  type ProjectChangeOptions,
} from './project-config.ts';

/**
 * How long a process on a server goes on with settings that another process changed; a change of its own counts at once. Measured
 * on two busy cores: a read takes 0.4 ms embedded and 0.5 ms on a server, but 53 ms embedded while an import of 2,000 statements
 * runs (18.6 ms at worst on a server), which is half of what a tool call may wait. From the cache it takes less than 0.001 ms.
 */
export const CONFIG_TTL_MS = 2000;

/** Values that an organisation sets over the defaults, by work type or plan feature. */
export interface ConfigOverrides<Value> {
  /** What is set; everything else has its default. */
  list(): Promise<readonly ConfigOverride<Value>[]>;
  /** Sets values, or takes them back with null, and logs who did. Answers the keys that changed. */
  set(patch: OverridePatch<Value>, options: ChangeOptions): Promise<readonly string[]>;
}

/** What an organisation's administrators set, and who set it. All fail with `invalid-input` on what cannot be meant. */
export interface OrgConfig {
  /** What holds for a project, at most 2 seconds old after a change in another process, at once after one in this. */
  effective(projectId: string | null): Promise<EffectiveConfig>;
  /** Memory is on AND (the project's toggle OR the plan's `kg_enabled`, or nobody decided and there is a graph). Seed "Graph Context Injection", activation. */
  isGraphEnabledForProject(projectId: string | null): Promise<boolean>;
  /** What holds is read again: something that it rests on has changed outside of here. */
  reread(): void;
  /** The stored settings of a project. */
  project(projectId: string | null): Promise<ProjectMemoryConfig>;
  /** The projects for which somebody set something. */
  listProjects(request?: ListProjectConfigsRequest): Promise<readonly ProjectMemoryConfig[]>;
  /** Changes some settings of a project; see writeProjectConfig for `config-conflict`. */
  setProject(
    projectId: string | null,
    patch: ProjectMemoryPatch,
    options: ProjectChangeOptions,
  ): Promise<ProjectMemoryConfig>;
  /** Tokens by work type. */
  readonly budgets: ConfigOverrides<number>;
  /** Whether a work type recalls the graph. */
  readonly recallMatrix: ConfigOverrides<boolean>;
  /** Features of the organisation's plan, such as `kg_enabled`. */
  readonly plan: ConfigOverrides<boolean>;
  /** Days that observations of a kind are kept, `*` for every other kind; what has no row is kept for ever. Pinned ones stay. */
  readonly retention: ConfigOverrides<number>;
  /** Who changed what, newest first. */
  changes(request?: ListConfigChangesRequest): Promise<readonly ConfigChange[]>;
  /** Whether the change log is as it was written: each entry carries a hash of itself and of the one before. A head that was kept shows more. */
  verifyChanges(knownHead?: string): Promise<VerifiedChanges>;
}

/** What the settings of one organisation stand on. */
export interface OrgConfigOptions extends ConfigWriter {
  /** How long a read settings row is believed; Infinity where no other process writes. (Default: 2000) */
  readonly ttlMs?: number;
}

/** Binds the settings to one organisation. Take one for each: a second one would not hear of the first one's writes. */
export function createOrgConfig({ ttlMs = CONFIG_TTL_MS, ...writer }: OrgConfigOptions): OrgConfig {
  const { tenant, clock } = writer;
  const read = (projectId: string | null): Promise<EffectiveConfig> => readEffectiveConfig(tenant, projectId);
  const cache = createReadCache(read, { clock, ttlMs });

  /** A write that failed may have been written all the same, so the cache is emptied in any case. */
  async function changing<Result>(change: Promise<Result>): Promise<Result> {
    try {
      return await change;
    } finally {
      cache.clear();
    }
  }

  const overrides = <Value>(table: OverrideTable<Value>): ConfigOverrides<Value> => ({
    list: () => listOverrides(tenant, table),
    set: (patch, options) => changing(writeOverrides(writer, table, patch, options)),
  });

  return {
    effective: (projectId) => cache.get(projectId),
    isGraphEnabledForProject: async (projectId) => (await cache.get(projectId)).graph.enabled,
    reread: () => cache.clear(),
    project: (projectId) => readProjectConfig(tenant, projectId),
    listProjects: (request) => listProjectConfigs(tenant, request),
    setProject: (projectId, patch, options) => changing(writeProjectConfig(writer, projectId, patch, options)),
    budgets: overrides(BUDGET_OVERRIDES),
    recallMatrix: overrides(RECALL_MATRIX_OVERRIDES),
    plan: overrides(PLAN_FEATURES),
    retention: overrides(RETENTION),
    changes: (request) => listConfigChanges(tenant, request),
    verifyChanges: (knownHead) => verifyChanges(tenant, knownHead),
  };
}
