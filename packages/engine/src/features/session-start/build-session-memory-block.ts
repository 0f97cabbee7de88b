import { createDeadline, DEADLINE_EXCEEDED, withinDeadline } from '../../base/deadline.ts';
import { InklingError } from '../../base/errors.ts';
import { composeObservationBlock } from '../../memory/compose/compose-observation-block.ts';
import type { GraphEdgeKey } from '../../memory/injection-log/context-injection-log.ts';
import { admitRows, type SkippedRow } from '../../recall/admit-rows.ts';
import type { LeftOut, RecalledObservation, RecallResult } from '../../recall/memory-store.ts';
import {
  resolveSessionMemoryRequest,
  type SessionMemoryRequest,
  type SessionMemorySettings,
} from './session-memory-request.ts';

/**
 * How a build ended. `ok`: the block has at least one line. `no-match`: nothing was recalled. `nothing-fits`: something was,
 * and no line of it came into the block. `deadline-exceeded`: recall did not answer in time. `failed`: the store or the
 * estimator is broken; `onError` has the reason. The block is '' in all but the first.
 */
export type SessionMemoryOutcome = 'ok' | 'no-match' | 'nothing-fits' | 'deadline-exceeded' | 'failed';

/** A built block, what is in it and what it cost. */
export interface SessionMemoryBlock {
  /** Markdown to put before the agent; '' when there is nothing to say. */
  readonly block: string;
  /** Every observation in the block, in its order, session summaries included. */
  readonly observationIds: readonly string[];
  /** Those of `observationIds` whose kind is `session_summary`. */
  readonly sessionSummaryIds: readonly string[];
  /** Graph nodes in the block. Empty: the block has no graph section yet. */
  readonly graphNodeIds: readonly string[];
  readonly graphEdgeKeys: readonly GraphEdgeKey[];
  /** The budget that the work type and the organisation have. */
  readonly budgetTokens: number;
  /** Estimated tokens of the block, at most the budget; 0 when it is empty. */
  readonly actualTokens: number;
  /** The query as it was searched, cut to 8192 characters. */
  readonly queryText: string;
  /** The rows behind `observationIds`, with their scores. */
  readonly rows: readonly RecalledObservation[];
  /** Recalled, but not in the block. */
  readonly skipped: readonly SkippedRow[];
  /** What recall itself left out; filled when the request asked to explain. */
  readonly leftOut: readonly LeftOut[];
  readonly degraded: RecallResult['degraded'];
  readonly outcome: SessionMemoryOutcome;
  /** Milliseconds from the call to the result. */
  readonly elapsedMs: number;
}

type Ending = Omit<SessionMemoryBlock, 'budgetTokens' | 'queryText' | 'graphNodeIds' | 'graphEdgeKeys' | 'elapsedMs'>;

function emptyEnding(outcome: SessionMemoryOutcome): Ending {
  const none = { observationIds: [], sessionSummaryIds: [], rows: [], skipped: [], leftOut: [] };
  return { block: '', actualTokens: 0, degraded: null, outcome, ...none };
}

/** The store's answer within the deadline, whatever the store does; a hung one is aborted and its late answer dropped. */
async function recallInTime(settings: SessionMemorySettings): Promise<RecallResult | typeof DEADLINE_EXCEEDED> {
  const deadline = createDeadline(settings.clock, settings.deadlineMs, settings.signal);
  try {
    return await withinDeadline(deadline, (signal) => settings.store.recall({ ...settings.recall, signal }));
  } finally {
    deadline.clear();
  }
}

function outcomeOf(recalled: RecallResult, block: string): SessionMemoryOutcome {
  if (block !== '') return 'ok';
  return recalled.rows.length === 0 ? 'no-match' : 'nothing-fits';
}

function composeEnding(recalled: RecallResult, settings: SessionMemorySettings): Ending {
  if (!Array.isArray(recalled?.rows))
    throw new InklingError('invalid-input', 'The memory store answered without rows.');
  const { admitted, refused } = admitRows(recalled.rows.slice(0, settings.recall.limit), settings.recall.orgId);
  const rowOf = new Map(admitted.map((row) => [row.observation.id, row]));
  const observations = admitted.map((row) => row.observation);
  const composed = composeObservationBlock(observations, settings.budgetTokens, settings.estimateTokens);
  const left = composed.skipped.map(({ observation, reason }) => ({ id: observation.id, reason }));
  const summaries = composed.included.filter((observation) => observation.kind === 'session_summary');
  return {
    block: composed.block,
    actualTokens: composed.actualTokens,
    observationIds: composed.included.map((observation) => observation.id),
    sessionSummaryIds: summaries.map((observation) => observation.id),
    rows: composed.included.flatMap((observation) => rowOf.get(observation.id) ?? []),
    skipped: [...left, ...refused],
    leftOut: Array.isArray(recalled.leftOut) ? recalled.leftOut : [],
    degraded: recalled.degraded ?? null,
    outcome: outcomeOf(recalled, composed.block),
  };
}

async function endingOf(settings: SessionMemorySettings): Promise<Ending> {
  try {
    const recalled = await recallInTime(settings);
    if (recalled === DEADLINE_EXCEEDED || recalled?.outcome === 'deadline-exceeded') {
      return emptyEnding('deadline-exceeded');
    }
    return composeEnding(recalled, settings);
  } catch (error) {
    settings.onError(error);
    return emptyEnding('failed');
  }
}

/**
 * Recalls what earlier sessions learned about a work item and renders it as one markdown block within the work type's token
 * budget. A request that cannot be meant (blank ids, a broken budget, no store) is rejected with `invalid-input`; after that
 * nothing fails: a store or an estimator that throws, hangs or answers nonsense gives an empty block, an outcome and a call
 * of `onError`. Writes nothing; see recordContextInjection. Source: seed "Context Injection", contract 5 and 14.
 */
export async function buildSessionMemoryBlock(request: SessionMemoryRequest): Promise<SessionMemoryBlock> {
  const settings = resolveSessionMemoryRequest(request);
  const startedAt = settings.clock.monotonic();
  const ending = await endingOf(settings);
  return {
    ...ending,
    graphNodeIds: [],
    graphEdgeKeys: [],
    budgetTokens: settings.budgetTokens,
    queryText: settings.recall.queryText,
    elapsedMs: settings.clock.monotonic() - startedAt,
  };
}
