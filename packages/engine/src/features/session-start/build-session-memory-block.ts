import { DEADLINE_EXCEEDED, inTime, inTimeOr } from '../../base/deadline.ts';
import { InklingError } from '../../base/errors.ts';
import { composeObservationBlock, lineTokens } from '../../memory/compose/compose-observation-block.ts';
import type { Observation } from '../../memory/observations/observation.ts';
import type { FoundTriplet } from '../../memory/graph/expand-graph.ts';
import { surfacedGraph } from '../../memory/graph/triplet.ts';
import type { GraphEdgeKey } from '../../memory/injection-log/context-injection-log.ts';
import { admitRows, type SkippedRow } from '../../recall/candidates/admit-rows.ts';
import { checkFiles, withCheckedFiles } from '../../recall/evidence/checkout-files.ts';
import { shownRows } from '../../recall/candidates/shown-rows.ts';
import type { LeftOut, RecalledObservation, RecallResult } from '../../recall/memory-store.ts';
import type { AuthorizedTriplets, DeniedTriplet } from '../graph-context/authorize-triplets.ts';
import { DEFAULT_GRAPH_BUDGET_TOKENS } from '../graph-context/build-graph-context-block.ts';
import { findTriplets } from '../graph-context/find-triplets.ts';
import { tellingOf } from '../graph-context/telling-triplets.ts';
import {
  resolveSessionMemoryRequest,
  type SessionMemoryRequest,
  type SessionMemorySettings,
} from './session-memory-request.ts';
import { pinnedFirst, type PinnedObservation } from './pinned-first.ts';
import { questionOf } from '../../memory/search/query/question-of.ts';
import { tokenize } from '../../memory/search/text/tokenize.ts';
import { isBoilerplateSection } from '../../recall/evidence/is-boilerplate-section.ts';
import { isTrivialCommit, isTrivialWork } from '../../recall/evidence/is-trivial-commit.ts';

/**
 * How a build ended. `ok`: the block has at least one line. `no-match`: nothing was recalled. `nothing-fits`: something was,
 * and no line of it came into the block. `memory-off`: the project's memory is switched off, nothing was asked. `deadline-exceeded`: recall
 * did not answer in time. `failed`: the store or the estimator is broken; `onError` has the reason. The block is '' in all but the first.
 */
export type SessionMemoryOutcome = 'ok' | 'no-match' | 'nothing-fits' | 'memory-off' | 'deadline-exceeded' | 'failed';

/** A built block, what is in it and what it cost. */
export interface SessionMemoryBlock {
  /** Markdown to put before the agent; '' when there is nothing to say. */
  readonly block: string;
  /** Every observation in the block, in its order, session summaries included. */
  readonly observationIds: readonly string[];
  /** Those of `observationIds` whose kind is `session_summary`. */
  readonly sessionSummaryIds: readonly string[];
  /** Graph nodes in the block, each once. */
  readonly graphNodeIds: readonly string[];
  readonly graphEdgeKeys: readonly GraphEdgeKey[];
  /** Triplets that must not be shown, and which policy says so. */
  readonly deniedTriplets: readonly DeniedTriplet[];
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

/** The share of a block that observations leave to the triplets, as far as there are any: full of notes, it would never show one. */
const RESERVED_FOR_TRIPLETS = 1 / 3;

type Ending = Omit<SessionMemoryBlock, 'budgetTokens' | 'queryText' | 'elapsedMs'>;

function emptyEnding(outcome: SessionMemoryOutcome): Ending {
  const none = { observationIds: [], sessionSummaryIds: [], rows: [], skipped: [], leftOut: [] };
  const noGraph = { ...surfacedGraph([]), deniedTriplets: [] };
  return { block: '', actualTokens: 0, degraded: null, outcome, ...none, ...noGraph };
}

/** The store's answer within the deadline, whatever the store does; a hung one is aborted and its late answer dropped. */
function recallInTime(settings: SessionMemorySettings): Promise<RecallResult | typeof DEADLINE_EXCEEDED> {
  const { store, recall, clock, deadlineMs } = settings;
  return inTime(clock, deadlineMs, ({ signal }) => store.recall({ ...recall, signal }), settings.signal);
}

/** None of it when it cannot be read in time: it is not what the block is for. */
function pinnedInTime(settings: SessionMemorySettings): Promise<readonly PinnedObservation[]> {
  return inTimeOr(settings, settings.deadlineMs, ({ signal }) => settings.pinned(signal), [], settings.signal);
}

function outcomeOf(found: number, block: string): SessionMemoryOutcome {
  if (block !== '') return 'ok';
  return found === 0 ? 'no-match' : 'nothing-fits';
}

/** Triplets for the block; none without a graph, and whatever goes wrong with it. */
async function tripletsOf(settings: SessionMemorySettings): Promise<AuthorizedTriplets<FoundTriplet>> {
  const { graph, recall, clock, deadlineMs, onError, signal } = settings;
  if (graph?.identity?.orgId !== recall.orgId) return { allowed: [], denied: [] };
  return findTriplets({
    ...graph,
    scope: { orgId: recall.orgId, projectId: recall.projectId ?? null },
    queryText: recall.queryText,
    paths: recall.paths ?? [],
    isWanted: tellingOf(recall.queryText),
    clock,
    deadlineMs,
    onError,
    ...(signal === undefined ? {} : { signal }),
  });
}

/** The share of the block's time that the checkout has: a disk answers in a millisecond, git in 20 to 200. */
const SHARE_FOR_FILES = 0.3;

async function composeEnding(
  recalled: RecallResult,
  { allowed, denied }: AuthorizedTriplets<FoundTriplet>,
  pinned: readonly PinnedObservation[],
  settings: SessionMemorySettings,
  timeLeft: () => number,
): Promise<Ending> {
  if (!Array.isArray(recalled?.rows))
    throw new InklingError('invalid-input', 'The memory store answered without rows.');
  const { admitted, refused } = admitRows(recalled.rows.slice(0, settings.recall.limit), settings.recall.orgId);
  const { rows: recalledRows, leftOut } = startRows(admitted, settings.recall.queryText);
  const first = pinnedFirst(pinned, admitted, settings);
  const isFirst = new Set(first.map(({ observation }) => observation.id));
  const rows = recalledRows.filter(({ observation }) => !isFirst.has(observation.id));
  const rowOf = new Map([...first, ...rows].map((row) => [row.observation.id, row]));
  const shown = [...shownRows(first), ...shownRows(rows)];
  const ports = { ...settings, ...settings.checkout };
  const waitMs = Math.min(settings.deadlineMs * SHARE_FOR_FILES, timeLeft());
  const checked = await checkFiles(ports, shown, settings.recall.projectId ?? null, waitMs);
  const observations = withCheckedFiles(shown, checked);
  const { budgetTokens, estimateTokens, lineFormat, graph } = settings;
  const composed = composeObservationBlock(observations, budgetTokens, estimateTokens, {
    triplets: allowed,
    tripletTokens: Math.min(graph?.budgetTokens ?? DEFAULT_GRAPH_BUDGET_TOKENS, budgetTokens),
    reservedForTriplets: budgetTokens * RESERVED_FOR_TRIPLETS,
    format: lineFormat,
    question: settings.recall.queryText,
  });
  const left = composed.skipped.map(({ observation, reason }): SkippedRow => {
    const { id } = observation;
    if (reason !== 'over-budget') return { id, reason };
    const tokens = lineTokens(observation, settings);
    const row = rowOf.get(id);
    const place = row === undefined ? {} : { relevance: row.relevance, weightedRank: row.weightedRank };
    return { id, reason, ...(tokens === null ? {} : { tokens }), ...place };
  });
  const summaries = composed.included.filter((observation) => observation.kind === 'session_summary');
  return {
    block: composed.block,
    actualTokens: composed.actualTokens,
    observationIds: composed.shownIds,
    sessionSummaryIds: summaries.map((observation) => observation.id),
    ...surfacedGraph(composed.includedTriplets),
    deniedTriplets: denied,
    rows: composed.included.flatMap((observation) => rowOf.get(observation.id) ?? []),
    skipped: [...left, ...leftOut.filter(({ id }) => id === null || !isFirst.has(id)), ...refused],
    leftOut: Array.isArray(recalled.leftOut) ? recalled.leftOut : [],
    degraded: recalled.degraded ?? null,
    outcome: outcomeOf(recalled.rows.length + first.length + allowed.length, composed.block),
  };
}

async function endingOf(settings: SessionMemorySettings): Promise<Ending> {
  const { clock, deadlineMs } = settings;
  const startedAt = clock.monotonic();
  const timeLeft = (): number => Math.max(0, deadlineMs - (clock.monotonic() - startedAt));
  try {
    const [recalled, triplets, pinned] = await Promise.all([
      recallInTime(settings),
      tripletsOf(settings),
      pinnedInTime(settings),
    ]);
    if (recalled === DEADLINE_EXCEEDED || recalled?.outcome === 'deadline-exceeded') {
      return emptyEnding('deadline-exceeded');
    }
    return await composeEnding(recalled, triplets, pinned, settings, timeLeft);
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
  const ending = request.memoryEnabled === false ? emptyEnding('memory-off') : await endingOf(settings);
  return {
    ...ending,
    budgetTokens: settings.budgetTokens,
    queryText: settings.recall.queryText,
    elapsedMs: settings.clock.monotonic() - startedAt,
  };
}

/** Recalled rows as a start block shows them. */
interface StartRows {
  readonly rows: readonly RecalledObservation[];
  readonly leftOut: readonly SkippedRow[];
}

/** Of the lines of a block one in five is behind those of a fix with three commits and with four, with five one in six (click). */
const MOST_COMMITS = 4;

/**
 * Where the lines of likely files are known, a commit must say much of what is asked, or stand behind lines that do: of the others one in twenty
 * is behind the lines of a fix. The first that stands behind lines needs less. Of 740 lines that were judged blind (excalidraw, jq, just, marshmallow,
 * ntfy) a floor of 0.35 for all keeps 97 of 446 that are noise out, and 3 of 125 that are useful.
 */
const SAYS_MUCH = 0.4;
const STANDS_BEHIND = 0.35;
const FIRST_STANDS_BEHIND = 0.25;

/**
 * Of them one that shares less with the question, in nats, shares a common word or none, or the words did not find it among the first 30: of 52 such
 * lines 43 are noise and 2 useful (the same readings). They take a place and are not shown, so that nothing weaker comes instead. The first behind
 * lines is no exception.
 */
const TELLS_LITTLE = { information: 4, relevance: 0.5 };

/** Of the others the one that says most of the question comes too, beside the four, when it says so much. */
const SAYS_BEST = 0.3;

/** A trivial commit is what was asked for when it says so much of the question itself. */
const ASKED_FOR = 0.8;

/**
 * What of recalled rows helps who begins to work, in their order: what was decided, changed and said first, sections of documents last, which
 * the agent can read itself. Without trivial commits and, for trivial work, without any, unless the question asks for exactly them; without licences, governance and the like.
 */
export function startRows(recalled: readonly RecalledObservation[], question: string): StartRows {
  const asked = new Set(tokenize(questionOf(question)));
  const isTrivial = isTrivialWork(question);
  const helps = (observation: Observation): boolean =>
    isTrivial ? observation.kind !== 'commit' : !isTrivialCommit(observation);
  const teaches = ({ observation }: RecalledObservation): boolean =>
    !isBoilerplateSection(observation) && (helps(observation) || shareSaid(asked, observation.content) >= ASKED_FOR);
  const rows = recalled.filter((row) => teaches(row));
  const worth = new Set(worthShowing(rows.filter(isCommit)));
  const shown = rows.filter((row) => !isCommit(row) || worth.has(row));
  return {
    rows: [...shown.filter((row) => !isDocument(row)), ...shown.filter(isDocument)],
    leftOut: recalled.flatMap((row): readonly SkippedRow[] => {
      const id = row.observation.id.toLowerCase();
      if (!teaches(row)) return [{ id, reason: 'teaches-nothing' }];
      return isCommit(row) && !worth.has(row) ? [{ id, reason: 'over-limit' }] : [];
    }),
  };
}

const isDocument = ({ observation }: RecalledObservation): boolean => observation.kind === 'document';
const isCommit = ({ observation }: RecalledObservation): boolean => observation.kind === 'commit';

function worthShowing(commits: readonly RecalledObservation[]): readonly RecalledObservation[] {
  // Recall says as a reason in which file the lines are.
  const firstBehind = commits.find(({ reason }) => reason !== undefined);
  if (firstBehind === undefined) return commits.slice(0, MOST_COMMITS);
  const floor = (row: RecalledObservation): number => {
    if (row === firstBehind) return FIRST_STANDS_BEHIND;
    return row.reason === undefined ? SAYS_MUCH : STANDS_BEHIND;
  };
  const chosen = commits.filter((row) => row.relevance >= floor(row)).slice(0, MOST_COMMITS);
  const rest = commits.filter((row) => !chosen.includes(row) && row.reason === undefined);
  const [best] = rest.toSorted((a, b) => b.relevance - a.relevance);
  const shown = best !== undefined && best.relevance >= SAYS_BEST ? [...chosen, best] : chosen;
  return shown.filter((row) => !tellsLittle(row));
}

/** Nobody knows it where SQL answers. */
const tellsLittle = ({ sharedInformation, relevance }: RecalledObservation): boolean =>
  (sharedInformation ?? Infinity) < TELLS_LITTLE.information && relevance < TELLS_LITTLE.relevance;

/** The share of the words asked for that a statement says; 0 when nothing was asked. */
function shareSaid(asked: ReadonlySet<string>, content: string): number {
  const said = new Set(tokenize(content));
  return asked.size === 0 ? 0 : [...asked].filter((word) => said.has(word)).length / asked.size;
}
