import type { Clock } from '../../base/clock.ts';
import { DEADLINE_EXCEEDED, inTime } from '../../base/deadline.ts';
import { InklingError } from '../../base/errors.ts';
import type { TokenEstimator } from '../../base/text/estimate-tokens.ts';
import { requireInput } from '../../base/require-input.ts';
import type { LineFormat } from '../../memory/compose/lines/line-format.ts';
import type { ContextInjectionLog, GraphEdgeKey } from '../../memory/injection-log/context-injection-log.ts';
import type { MemoryInject } from '../../memory/injects/memory-inject.ts';
import type { MemoryInjectInput } from '../../memory/injects/memory-inject-input.ts';
import type { Session } from '../../memory/sessions/session.ts';
import type { SessionMemoryBlock } from './build-session-memory-block.ts';
import type { SessionMemoryRequest } from './session-memory-request.ts';
import { contentHash } from '../../base/text/stored-text.ts';
import { lineTokens, type LineMeasure } from '../../memory/compose/compose-observation-block.ts';
import type { InjectionTrace, TracedLeftOut } from '../../memory/injection-log/injection-trace.ts';
import { tracedLeftOutOf, tracedRowOf } from '../../recall/candidates/shown-rows.ts';

/** What the project's settings say about memory. */
export interface ProjectMemorySwitches {
  readonly memoryEnabled: boolean;
  readonly runtimeInjectEnabled: boolean;
}

/** What the injection stands on. All are of one organisation. */
export interface ClaimedSessionPorts {
  readonly session: (sessionId: string) => Promise<Session | null>;
  readonly projectMemoryConfig: (projectId: string | null) => Promise<ProjectMemorySwitches>;
  readonly build: (
    request: Pick<
      SessionMemoryRequest,
      'sessionId' | 'workType' | 'queryText' | 'agentId' | 'paths' | 'explain' | 'signal'
    > & {
      projectId: string | null;
    },
  ) => Promise<SessionMemoryBlock>;
  /** Files that the session has at hand when it goes on: a context that was compacted, or a worker that took over. (Default: none) */
  readonly currentPaths?: (sessionId: string) => Promise<readonly string[]>;
  readonly record: (log: ContextInjectionLog) => Promise<string>;
  /** The blocks that the session's queue has, whatever became of them. */
  readonly queued: (sessionId: string) => Promise<readonly MemoryInject[]>;
  /** null when the same text was enqueued in this epoch before. `edges`: the triplets in it. */
  readonly enqueue: (inject: MemoryInjectInput, edges: readonly GraphEdgeKey[]) => Promise<MemoryInject | null>;
  /** Told of a block that its session goes without: it counts as shown. (Default: nobody) */
  readonly withheld?: (session: Session, block: SessionMemoryBlock) => void;
  readonly estimateTokens: TokenEstimator;
  /** (Default: 'compact') */
  readonly lineFormat?: LineFormat | undefined;
  readonly clock: Clock;
  /** For everything together, 1 to 600000 ms. (Default: {@link CLAIMED_SESSION_DEADLINE_MS}) */
  readonly deadlineMs?: number;
  /** Hears of what was kept from the claim. */
  readonly onError: (error: unknown) => void;
}

/**
 * A block that takes longer comes when the session is at work and its own tool calls bring what they need: three times what recall may take,
 * since settings, queue and log are asked too.
 */
export const CLAIMED_SESSION_DEADLINE_MS = 3000;

/**
 * How an injection ended. `already-enqueued`: this epoch has its block. `empty`: nothing was found or fits. `delivery-off`: computed and
 * logged, not pushed. `held-out`: the same, because the session goes without memory for an experiment. `memory-off`: nothing was done. `not-claimed`: nobody works on the session. `deadline-exceeded`: it took too long, as a whole, and `onError` was told, or its
 * recall alone; nothing is enqueued later, save by a statement that the database had already. `failed`: `onError` has the reason.
 */
export type ClaimedSessionOutcome =
  | 'enqueued'
  | 'already-enqueued'
  | 'empty'
  | 'delivery-off'
  | 'held-out'
  | 'memory-off'
  | 'not-claimed'
  | 'deadline-exceeded'
  | 'failed';

/** The end of an injection. */
export interface ClaimedSessionInjection {
  readonly outcome: ClaimedSessionOutcome;
  /** The row of the injection log; null when nothing was computed. */
  readonly logId: string | null;
  /** What was computed, delivered or not. */
  readonly block: SessionMemoryBlock | null;
}

const nothing = (outcome: ClaimedSessionOutcome): ClaimedSessionInjection => ({ outcome, logId: null, block: null });

/**
 * After a claim: computes the session's start block, logs it, and enqueues it when the project lets blocks be pushed. A claim of the same
 * session in the same epoch does nothing more, also when memory has changed since. Never rejects: no failure in here is one of the claim's.
 * Do not wait for it before answering the claim. Source: seed "Context Injection", delivery.
 */
export async function injectContextForClaimedSession(
  ports: ClaimedSessionPorts,
  sessionId: string,
): Promise<ClaimedSessionInjection> {
  try {
    return await injectInTime(ports, sessionId);
  } catch (error) {
    ports.onError(error);
    return nothing('failed');
  }
}

async function injectInTime(ports: ClaimedSessionPorts, sessionId: string): Promise<ClaimedSessionInjection> {
  const { clock, deadlineMs = CLAIMED_SESSION_DEADLINE_MS, onError } = ports;
  requireInput(deadlineMs >= 1 && deadlineMs <= 600_000, 'deadlineMs', 'a number from 1 to 600000');
  const end = await inTime(clock, deadlineMs, ({ signal }) => inject(ports, sessionId, signal));
  if (end !== DEADLINE_EXCEEDED) return end;
  onError(tooLate(sessionId, deadlineMs));
  return nothing('deadline-exceeded');
}

function tooLate(sessionId: string, deadlineMs: number): InklingError {
  return new InklingError(
    'deadline-exceeded',
    `The start block of session '${sessionId}' was not ready in ${deadlineMs} ms.`,
    {
      hint: 'The session runs without it. The usual reason is a slow database.',
      details: { sessionId, deadlineMs },
    },
  );
}

/** What comes after the deadline is dropped: the signal is looked at before each step that would show. */
async function inject(
  ports: ClaimedSessionPorts,
  sessionId: string,
  signal: AbortSignal,
): Promise<ClaimedSessionInjection> {
  const session = await ports.session(sessionId);
  if (session?.status !== 'claimed' && session?.status !== 'working') return nothing('not-claimed');
  const { memoryEnabled, runtimeInjectEnabled } = await ports.projectMemoryConfig(session.projectId);
  if (!memoryEnabled) return nothing('memory-off');
  const queued = await ports.queued(sessionId);
  if (queued.some(({ source, epoch }) => source === 'session-start' && epoch === session.epoch)) {
    return nothing('already-enqueued');
  }
  const block = await build(ports, session, signal);
  signal.throwIfAborted();
  const { projectId, workType, experiment } = session;
  const trace = traceStartBlock(block, ports);
  const refusal = experiment?.heldOut ? 'held-out' : runtimeInjectEnabled ? null : 'delivery-off';
  const logId = await ports.record({ ...block, sessionId, workType, projectId, trace, shown: refusal === null });
  signal.throwIfAborted();
  if (refusal === 'held-out') ports.withheld?.(session, block);
  const outcome = await deliver(ports, session, block, logId, refusal);
  return { outcome, logId, block };
}

async function build(ports: ClaimedSessionPorts, session: Session, signal: AbortSignal): Promise<SessionMemoryBlock> {
  const { id: sessionId, projectId, workType, agentId, workItem } = session;
  const paths = await pathsOf(ports, sessionId);
  signal.throwIfAborted();
  return ports.build({
    sessionId,
    workType,
    projectId,
    queryText: composeRetrievalQuery(workItem, sessionId),
    explain: true,
    signal,
    ...(paths.length === 0 ? {} : { paths }),
    ...(agentId === null ? {} : { agentId }),
  });
}

/** Hints: a block without them is a block all the same. */
async function pathsOf({ currentPaths, onError }: ClaimedSessionPorts, sessionId: string): Promise<readonly string[]> {
  try {
    return (await currentPaths?.(sessionId)) ?? [];
  } catch (error) {
    onError(error);
    return [];
  }
}

async function deliver(
  { enqueue }: ClaimedSessionPorts,
  { id: sessionId, agentId, epoch }: Session,
  { block: text, outcome, observationIds, graphEdgeKeys }: SessionMemoryBlock,
  logId: string,
  refusal: 'held-out' | 'delivery-off' | null,
): Promise<ClaimedSessionOutcome> {
  if (text === '') return outcome === 'failed' || outcome === 'deadline-exceeded' ? outcome : 'empty';
  if (refusal !== null) return refusal;
  const inject = { sessionId, agentId, epoch, text, observationIds, source: 'session-start', logId } as const;
  const row = await enqueue(inject, graphEdgeKeys);
  return row === null ? 'already-enqueued' : 'enqueued';
}

/** How a session's start block came to be. */
function traceStartBlock(block: SessionMemoryBlock, measure: LineMeasure): InjectionTrace {
  const unknown = { relevance: null, weightedRank: null, tokens: null, policy: null };
  const leftOut = [
    ...block.skipped.map((row): TracedLeftOut => ({ ...unknown, ...row })),
    ...block.leftOut.map(tracedLeftOutOf),
  ];
  return {
    source: 'session-start',
    blockHash: block.block === '' ? null : contentHash(block.block),
    outcome: block.outcome,
    elapsedMs: block.elapsedMs,
    degraded: block.degraded,
    rows: block.rows.map((row) => tracedRowOf(row, lineTokens(row.observation, measure))),
    leftOut,
    leftOutCount: leftOut.length,
  };
}

/** What is known of a work item when a session is created. Every field may be missing. */
export interface RetrievalWorkItem {
  /** Issue identifier, for example `ENG-412`. */
  readonly identifier?: string | null;
  readonly title?: string | null;
  readonly description?: string | null;
  /** The tracker's UUID of the issue. */
  readonly issueId?: string | null;
}

/** One line of plain words, or '' for a field that is missing, blank or no text at all: trackers send what they like. */
function words(value: unknown): string {
  return typeof value === 'string' ? value.replaceAll(/[\p{Control}\p{Separator}]+/gu, ' ').trim() : '';
}

/** The first line of a text that is not blank; descriptions often open with an empty one. */
function firstLine(value: unknown): string {
  if (typeof value !== 'string') return '';
  return words(value.trimStart().split(/[\n\r\u2028\u2029]/u, 1)[0]);
}

/** A text that its own beginning was made the title of, such as a prompt: line by line. '' for the description of an issue. */
function wholeText(title: unknown, description: unknown): string {
  const beginning = typeof title === 'string' ? title.trim() : '';
  if (beginning === '' || typeof description !== 'string' || !description.trimStart().startsWith(beginning)) return '';
  return description
    .split(/[\n\r\u2028\u2029]/u)
    .map(words)
    .filter((line) => line !== '')
    .join('\n');
}

/**
 * The text to recall with: identifier + title + first line of the description, as far as there are any; else the issue's
 * UUID; else the session's id. With only the identifier it is the identifier, with only a title the title. A description that begins
 * with the title is a prompt, and is searched as a whole, in its lines. Never fails.
 * Source: seed "Context Injection", retrieval query text; contract 4, long questions.
 *
 * @example composeRetrievalQuery({ identifier: 'ENG-412', title: 'Null pointer in auth' }, 'ses_1') === 'ENG-412 Null pointer in auth'
 */
export function composeRetrievalQuery(workItem: RetrievalWorkItem | null | undefined, sessionId: string): string {
  const { identifier, title, description, issueId } = workItem ?? {};
  const told = wholeText(title, description) || [words(title), firstLine(description)].filter(Boolean).join(' ');
  const described = [words(identifier), told].filter((part) => part !== '').join(' ');
  return described || words(issueId) || words(sessionId);
}
