import {
  buildSessionMemoryBlock,
  type SessionMemoryBlock,
} from '../../features/session-start/build-session-memory-block.ts';
import {
  resolveContextBudget,
  type ContextBudgetConfig,
  DEFAULT_CONTEXT_BUDGET,
} from '../../features/session-start/context-budget.ts';
import { START_DEADLINE_MS, type SessionMemoryRequest } from '../../features/session-start/session-memory-request.ts';
import type { EffectiveConfig } from '../../memory/config/effective-config.ts';
import type { OrgConfig } from '../../memory/config/org-config.ts';
import { ANONYMOUS_AGENT } from '../../memory/policy/authorizer.ts';
import type { GraphSearchEngine } from '../../memory/graph/graph-search-engine.ts';
import type { CrossProjectTransferSettings } from '../../recall/candidates/cross-project-transfer-store.ts';
import type { MemoryStore } from '../../recall/memory-store.ts';
import { lineMeasure, type MemoryOptions } from '../wire/memory-options.ts';
import { pinnedAtStart } from './pinned-observations.ts';
import { sessionGraph, settingsInTime, type GraphRooms, type SettingsWait } from './session-graph.ts';
import type { Rooms } from '../wire/wire-rooms.ts';
import { transferOptions } from '../wire/wire-stores.ts';

/** What a block of this organisation is built from; `crossProjectTransfer: {}` also recalls from the peers that are granted. */
export type SessionBlockRequest = Omit<
  SessionMemoryRequest,
  'orgId' | 'store' | 'clock' | 'crossProjectTransfer' | 'memoryEnabled'
> & {
  readonly store?: MemoryStore;
  readonly crossProjectTransfer?: CrossProjectTransferSettings;
  /** Tokens that the block has at most, by work type, `*` for every other: whatever budgets say, it has no more. (Default: no bound) */
  readonly atMostTokens?: Readonly<Record<string, number>>;
  /** No triplets, whatever the project's graph says. (Default: as `sessionStart` of the memory) */
  readonly withoutGraph?: boolean;
};

/** What whoever claimed a session may say of its block. */
export type ClaimedBlockOptions = Pick<
  SessionBlockRequest,
  'estimateTokens' | 'deadlineMs' | 'linesOf' | 'checkout' | 'minRelevance' | 'atMostTokens' | 'withoutGraph'
>;

type BlockRooms = GraphRooms & Pick<Rooms, 'options' | 'projectStore' | 'transferSources'>;

/** Builds a block with what the organisation has where the request says nothing. */
export async function buildBlock(
  rooms: BlockRooms,
  orgId: string,
  graph: GraphSearchEngine,
  request: SessionBlockRequest,
): Promise<SessionMemoryBlock> {
  const { options, clock, onError } = rooms;
  const { graph: withGraph = true } = options.sessionStart ?? {};
  const { crossProjectTransfer, atMostTokens = {}, withoutGraph = !withGraph, ...rest } = request ?? {};
  const startedAt = clock.monotonic();
  const { deadlineMs = START_DEADLINE_MS, signal } = rest;
  const within = { waitMs: deadlineMs / 2, signal };
  const [budget, effective] = await Promise.all([
    rest.budget ?? organisationBudget(rooms, orgId, within),
    settingsInTime(rooms, orgId, rest.projectId ?? null, within),
  ]);
  const graphOfProject = withoutGraph ? undefined : sessionGraph(rooms, orgId, graph, effective, rest);
  const spentMs = clock.monotonic() - startedAt;
  const block = await buildSessionMemoryBlock({
    ...measureOf(options),
    onError,
    ...rest,
    ...(crossProjectTransfer ? { crossProjectTransfer: transferOptions(rooms, crossProjectTransfer) } : {}),
    budget: boundBudget(budget, orgId, rest.workType, atMostTokens),
    ...(graphOfProject === undefined ? {} : { graph: graphOfProject }),
    // One that cannot be meant is refused as it is.
    deadlineMs: deadlineMs >= 1 ? Math.max(1, deadlineMs - spentMs) : deadlineMs,
    store: rest.store ?? rooms.projectStore,
    memoryEnabled: effective?.memoryEnabled !== false,
    clock,
    orgId,
  });
  return { ...block, elapsedMs: spentMs + block.elapsedMs };
}

/** How the memory measures lines, and how much they must say. */
function measureOf(
  options: MemoryOptions,
): Pick<SessionMemoryRequest, 'lineFormat' | 'estimateTokens' | 'minRelevance'> {
  const { minRelevance } = options.sessionStart ?? {};
  return { ...lineMeasure(options), ...(minRelevance === undefined ? {} : { minRelevance }) };
}

function boundBudget(
  budget: ContextBudgetConfig,
  orgId: string,
  workType: string,
  atMost: Readonly<Record<string, number>>,
): ContextBudgetConfig {
  const bound = Object.hasOwn(atMost, workType) ? atMost[workType] : atMost['*'];
  if (bound === undefined) return budget;
  const tokens = Math.min(resolveContextBudget(budget, orgId, workType), bound);
  return { defaults: { '*': tokens } };
}

/** As a session start of this memory does: with the transfer that it is set to, and with what is pinned. */
export function buildStartBlock(
  rooms: BlockRooms & Pick<Rooms, 'transfer' | 'authorizer'>,
  orgId: string,
  graph: GraphSearchEngine,
  request: SessionBlockRequest,
): Promise<SessionMemoryBlock> {
  const { transfer } = rooms;
  const { projectId = null, agentId = ANONYMOUS_AGENT, sessionId } = request ?? {};
  const pinned = (signal: AbortSignal) => pinnedAtStart(rooms, { orgId, projectId, agentId, sessionId }, signal);
  return buildBlock(rooms, orgId, graph, {
    ...(transfer ? { crossProjectTransfer: transfer } : {}),
    pinned,
    ...request,
  });
}

/** What a project's administrators say of a start, and the memory's own switch: off, nothing is done for any of them. */
export async function startSwitches(
  { options }: Pick<Rooms, 'options'>,
  config: Pick<OrgConfig, 'effective'>,
  projectId: string | null,
): Promise<EffectiveConfig> {
  const effective = await config.effective(projectId);
  return options.sessionStart?.enabled === false ? { ...effective, memoryEnabled: false } : effective;
}

/** The budgets of an organisation: its overrides over the memory's defaults; those alone when the overrides cannot be read in time. */
export async function organisationBudget(
  rooms: Pick<Rooms, 'options' | 'config' | 'clock' | 'onError'>,
  orgId: string,
  within?: SettingsWait,
): Promise<ContextBudgetConfig> {
  const defaults = { ...DEFAULT_CONTEXT_BUDGET.defaults, ...rooms.options.sessionStart?.budgets };
  // Budgets are the same for all its projects.
  const effective = await settingsInTime(rooms, orgId, null, within);
  return { defaults, ...(effective && { orgOverrides: { [orgId]: effective.budgetOverrides } }) };
}
