import type { Row, TenantDatabase } from '../../base/database/database.ts';
import { DEFAULT_PROJECT_MEMORY, projectKey, type ProjectMemorySettings } from './project-config.ts';

/** What holds for a project right now: its settings, its organisation's plan and overrides, and the defaults, put together. */
export interface EffectiveConfig {
  readonly memoryEnabled: boolean;
  /** Blocks may be pushed into running sessions: memory is on, and so is its sub-toggle. */
  readonly runtimeInjectEnabled: boolean;
  readonly graph: GraphGate;
  /** Kinds that are not captured from the project's sessions; 'exchange' is what was said in them. */
  readonly captureOff: readonly string[];
  /** Tokens by work type, over the defaults of session start. */
  readonly budgetOverrides: Readonly<Record<string, number>>;
  /** See recallsGraph. */
  readonly recallMatrixOverrides: RecallMatrix;
}

/** Both gates of graph context: the project's graph is on AND the work type recalls it. Seed "Graph Context Injection", activation. */
export function isGraphRecalled(config: EffectiveConfig, workType: string): boolean {
  return config.graph.enabled && recallsGraph(config.recallMatrixOverrides, workType);
}

interface EffectiveRow extends Row {
  readonly memoryEnabled: boolean | null;
  readonly runtimeInjectEnabled: boolean | null;
  readonly graphEnabled: boolean | null;
  readonly captureOff: readonly string[] | null;
  readonly planHasGraph: boolean | null;
  readonly hasGraph: boolean;
  readonly budgets: Readonly<Record<string, number>> | null;
  readonly matrix: RecallMatrix | null;
}

/** A row of a project for which somebody set something. */
type StoredRow = Pick<ProjectMemorySettings, 'memoryEnabled' | 'runtimeInjectEnabled' | 'graphEnabled' | 'captureOff'>;

// One statement, because a tool call waits for it: six tables, each by its key.
const SELECT = `
  select project.memory_enabled as "memoryEnabled", project.runtime_inject_enabled as "runtimeInjectEnabled",
         project.graph_enabled as "graphEnabled", project.capture_off as "captureOff",
         (select plan.enabled from org_plan_features as plan where plan.org_id = $1 and plan.feature = $3) as "planHasGraph",
         exists (select from graph_nodes as node where node.org_id = $1 and node.project_id = $2) as "hasGraph",
         (select jsonb_object_agg(budget.work_type, budget.budget_tokens)
            from context_budget_overrides as budget where budget.org_id = $1) as budgets,
         (select jsonb_object_agg(matrix.work_type, matrix.graph)
            from recall_matrix_overrides as matrix where matrix.org_id = $1) as matrix
  from (values (1)) as always (present)
  left join project_memory_config as project on project.org_id = $1 and project.project_id = $2`;

/** Reads what holds for a project, in one statement. Fails with `invalid-input` on what can be no project. */
export async function readEffectiveConfig(tenant: TenantDatabase, projectId: string | null): Promise<EffectiveConfig> {
  const [row] = await tenant.query<EffectiveRow>({
    text: SELECT,
    values: [tenant.orgId, projectKey(projectId), GRAPH_PLAN_FEATURE],
    name: 'inkling_effective_config',
  });
  // Where nobody set anything the project has no row.
  const settings = row && row.memoryEnabled !== null ? (row as StoredRow) : DEFAULT_PROJECT_MEMORY;
  return {
    memoryEnabled: settings.memoryEnabled,
    runtimeInjectEnabled: settings.memoryEnabled && settings.runtimeInjectEnabled,
    graph: graphGate(settings, row?.planHasGraph ?? null, row?.hasGraph ?? false),
    captureOff: settings.captureOff,
    budgetOverrides: row?.budgets ?? {},
    recallMatrixOverrides: row?.matrix ?? {},
  };
}

/** The plan feature that turns the graph on for every project of an organisation. Source: seed "Graph Context Injection". */
const GRAPH_PLAN_FEATURE = 'kg_enabled';

/** Whether a project's graph is on, and what decided it. */
export interface GraphGate {
  readonly enabled: boolean;
  readonly because: 'memory-off' | 'project-toggle' | 'plan' | 'indexed' | 'not-enabled';
}

/**
 * The first gate of graph context: memory is on AND (the project's toggle OR the plan). It is the seed's OR, so a toggle that
 * is false does not take away what the plan grants; to do without, switch the work types off in the recall matrix. Where neither says anything,
 * a project that has a graph uses it: whoever made an index wants it.
 */
export function graphGate(
  settings: Pick<ProjectMemorySettings, 'memoryEnabled' | 'graphEnabled'>,
  planHasGraph: boolean | null,
  hasGraph: boolean,
): GraphGate {
  if (!settings.memoryEnabled) return { enabled: false, because: 'memory-off' };
  if (settings.graphEnabled === true) return { enabled: true, because: 'project-toggle' };
  if (planHasGraph === true) return { enabled: true, because: 'plan' };
  const isUndecided = settings.graphEnabled === null && planHasGraph === null;
  return isUndecided && hasGraph ? { enabled: true, because: 'indexed' } : { enabled: false, because: 'not-enabled' };
}

/** Which work types recall the graph; true = they do. */
export type RecallMatrix = Readonly<Record<string, boolean>>;

/** bug_fix, refactor and feature recall the graph, chore does not. Source: seed "Graph Context Injection", activation. */
export const DEFAULT_RECALL_MATRIX: RecallMatrix = Object.freeze({
  bug_fix: true,
  refactor: true,
  feature: true,
  chore: false,
});

/** Work types that neither the organisation nor the defaults name recall the graph. */
export const UNKNOWN_WORK_TYPE_RECALLS_GRAPH = true;

/** The second gate of graph context: the organisation's override, else the default, else included. Work types are foreign text. */
export function recallsGraph(overrides: RecallMatrix, workType: string): boolean {
  const matrix = [overrides, DEFAULT_RECALL_MATRIX].find((one) => Object.hasOwn(one, workType));
  return matrix?.[workType] ?? UNKNOWN_WORK_TYPE_RECALLS_GRAPH;
}
