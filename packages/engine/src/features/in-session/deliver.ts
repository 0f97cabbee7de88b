import { withinDeadline, type Deadline } from '../../base/deadline.ts';
import { blockEnding, type ReadyBlock } from './look-up/compose-block.ts';
import { endingOf, type Ending, type InjectionReason } from './injection-result.ts';
import type { InjectorParts } from './injector-parts.ts';
import { noteBlock } from './look-up/pace.ts';
import { markSeen, queuePending, release } from './session-state.ts';
import { questionsOf } from './events/verb-bus-event.ts';
import { surfacedGraph } from '../../memory/graph/triplet.ts';
import { contentHash } from '../../base/text/stored-text.ts';
import { lineTokens, type LineMeasure } from '../../memory/compose/compose-observation-block.ts';
import type { InjectionTrace, TracedLeftOut, TracedRow } from '../../memory/injection-log/injection-trace.ts';
import type { Observation } from '../../memory/observations/observation.ts';
import { tracedLeftOutOf, tracedRowOf } from '../../recall/candidates/shown-rows.ts';

/**
 * Gives a block to the provider, or to the queue for the next turn. Whatever the block shows counts as seen before the first `await`,
 * so that a second event of the session that is under way cannot bring it too. The event waits for the provider as long as its
 * budget lasts. A provider that has not answered by then keeps the block (`delivery-open`): taking it back could double it.
 * Never rejects.
 */
export async function deliverBlock(parts: InjectorParts, ready: ReadyBlock, deadline: Deadline): Promise<Ending> {
  noteGiven(parts, ready);
  if (!parts.capability.supportsMessageInjection) return enqueue(parts, ready, null);
  let ending = blockEnding(ready, 'queued', 'delivery-open');
  async function handOver(): Promise<void> {
    try {
      // Whoever brought it has logged it.
      if ((await inject(parts, ready)) === HAD_BEFORE) return void (ending = endingOf('no-match'));
      recordBlock(parts, ready);
      ending = blockEnding(ready, 'injected');
    } catch (error) {
      parts.onError(error);
      ending = fallBack(parts, ready);
    }
  }
  // Begun even when the budget is used up by now. What the provider answers at the last moment counts.
  const handed = handOver();
  await withinDeadline(deadline, () => handed);
  return ending;
}

/** Logs a block that its session goes without, as if it had been shown: the next one is what would have come next. */
export function withholdBlock(parts: InjectorParts, ready: ReadyBlock): Ending {
  noteGiven(parts, ready);
  recordBlock(parts, ready, false);
  return blockEnding(ready, 'disabled', 'held-out');
}

function noteGiven({ limits }: InjectorParts, { event, state, keys, found }: ReadyBlock): void {
  markSeen(state, keys, limits.maxSeenPerSession);
  noteBlock(state.pace, questionsOf(event).focalPath, found.evidence);
}

/** What a provider answers that did not take a block, because its session has it already. */
export const HAD_BEFORE: unique symbol = Symbol('had before');

async function inject({ capability }: InjectorParts, { event, epoch, composed }: ReadyBlock): Promise<unknown> {
  const { orgId, projectId = null, agentId, tool, callId = null } = event;
  const observationIds = composed.included.map(({ id }) => id);
  const message = { orgId, projectId, agentId, epoch, observationIds, tool, callId };
  return capability.injectMessage?.(event.sessionId, composed.block, message);
}

/** After a delivery that failed. In another epoch, or when the session has ended, there is nothing left to queue or to release. */
function fallBack(parts: InjectorParts, ready: ReadyBlock): Ending {
  const { event, state, epoch, keys } = ready;
  const isCurrent = parts.sessions.get(event.sessionId) === state && state.epoch === epoch;
  if (!isCurrent) return endingOf('skipped', 'delivery-failed');
  if (parts.capability.whenDeliveryFails !== 'release') return enqueue(parts, ready, 'delivery-failed');
  release(state, keys);
  return endingOf('skipped', 'delivery-failed');
}

function enqueue(parts: InjectorParts, ready: ReadyBlock, reason: InjectionReason | null): Ending {
  const { event, state, epoch, composed, keys } = ready;
  const { sessionId, orgId, agentId, tool } = event;
  const observationIds = composed.included.map(({ id }) => id);
  const queuedAt = parts.clock.now();
  const injection = { sessionId, orgId, agentId, epoch, block: composed.block, observationIds, tool, queuedAt };
  queuePending(state, { injection, keys }, parts.limits.maxPendingPerSession);
  recordBlock(parts, ready);
  return blockEnding(ready, 'queued', reason);
}

/** Writes the log row of a block. Nobody waits for it: a slow or broken log costs no tool call anything. */
function recordBlock(parts: InjectorParts, ready: ReadyBlock, shown = true): void {
  const { recordInjection, onError } = parts;
  if (!recordInjection) return;
  const { event, state, composed, budgetTokens } = ready;
  const { included, includedTriplets } = composed;
  const log = {
    sessionId: event.sessionId,
    workType: state.workType,
    budgetTokens,
    actualTokens: composed.actualTokens,
    observationIds: included.map(({ id }) => id),
    sessionSummaryIds: included.filter(({ kind }) => kind === 'session_summary').map(({ id }) => id),
    ...surfacedGraph(includedTriplets),
    queryText: questionsOf(event).texts.join('\n'),
    orgId: event.orgId,
    projectId: event.projectId ?? null,
    shown,
  };
  // Called inside the chain, so that a recorder that throws at once is heard like one that rejects.
  void Promise.resolve()
    .then(() => recordInjection({ ...log, trace: traceBlock(parts, ready) }))
    .catch(onError);
}

/** How the block of an event came to be. Hashing and measuring are for after the hand-over: no tool call waits for it. */
function traceBlock(measure: LineMeasure, ready: ReadyBlock): InjectionTrace {
  const { composed, found } = ready;
  // Rendered once: what the session has seen is alone in having no line yet.
  const lineOf = new Map<string, string>();
  for (const { item, line } of composed.entries) lineOf.set(item.id, line);
  const tokensOf = (observation: Observation): number | null =>
    lineTokens(observation, measure, lineOf.get(observation.id));
  const leftOut = [...leftOutOfBlock(ready, tokensOf), ...found.leftOut.map(tracedLeftOutOf)];
  const rowOf = new Map(found.rows.map((row) => [row.observation.id, row]));
  return {
    source: 'in-session',
    blockHash: contentHash(composed.block),
    outcome: 'ok',
    elapsedMs: null,
    degraded: found.degraded,
    rows: composed.included.flatMap(({ id }): TracedRow[] => {
      const row = rowOf.get(id);
      return row ? [tracedRowOf(row, tokensOf(row.observation))] : [];
    }),
    leftOut,
    leftOutCount: leftOut.length,
  };
}

/** What was relevant enough: seen before, beyond the number of suggestions, or without room. */
function leftOutOfBlock(
  { composed, found, fresh }: ReadyBlock,
  tokensOf: (observation: Observation) => number | null,
): TracedLeftOut[] {
  const included = new Set(composed.included.map(({ id }) => id));
  const skipped = new Map(composed.skipped.map(({ observation, reason }) => [observation.id, reason]));
  const unseen = new Set(fresh.map(({ id }) => id));
  return found.rows
    .filter(({ observation }) => !included.has(observation.id))
    .map(({ observation, relevance, weightedRank }) => {
      const { id } = observation;
      const reason = skipped.get(id) ?? (unseen.has(id) ? 'over-limit' : 'seen');
      return { id, reason, relevance, weightedRank, tokens: tokensOf(observation), policy: null };
    });
}
