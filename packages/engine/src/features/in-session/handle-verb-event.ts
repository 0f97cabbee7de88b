import { createDeadline, DEADLINE_EXCEEDED, withinDeadline, type Deadline } from '../../base/deadline.ts';
import { requireInput } from '../../base/require-input.ts';
import { blockEnding, composeBlock } from './look-up/compose-block.ts';
import { deliverBlock, withholdBlock } from './deliver.ts';
import { endingOf, type Ending, type InjectionEvent, type InjectionResult } from './injection-result.ts';
import type { Admission } from './injector-options.ts';
import { partsFor, type InjectorParts, type Found } from './injector-parts.ts';
import { lookUp } from './look-up/look-up.ts';
import { withinPace } from './look-up/look-up-subject.ts';
import type { Prefetches } from './prefetches.ts';
import { markSeen, requireOrg, seenKeys, startEpoch, type SessionState } from './session-state.ts';
import { requireVerbBusEvent, type VerbBusEvent } from './events/verb-bus-event.ts';

/** From one event to its result, on one budget that begins with the call. */
export async function handleVerbEvent(
  ofAll: InjectorParts,
  prefetches: Prefetches<Found>,
  event: VerbBusEvent,
): Promise<InjectionResult> {
  const { clock } = ofAll;
  const startedAt = clock.monotonic();
  requireVerbBusEvent(event);
  const parts = partsFor(ofAll, event);
  requireInput(parts.orgId === null || parts.orgId === event.orgId, 'orgId', 'the organisation of this injector');
  const lagMs = Math.max(0, clock.now() - event.emittedAt);
  const deadline = createDeadline(clock, timeFor(parts));
  try {
    const ending =
      endingWithoutLookUp(parts, prefetches, event) ??
      (await parts.lateTimers.during(() => parts.precedence(() => endingWithin(parts, prefetches, event, deadline))));
    const result = { ...ending, elapsedMs: clock.monotonic() - startedAt };
    tell(parts, { ...result, event, lagMs });
    return result;
  } finally {
    deadline.clear();
  }
}

/**
 * The budget, less what timers come late at present: where too much runs beside, a budget that ended on its last millisecond would be told to
 * the caller some milliseconds after it. A third at most: one long stall is not to cost the events of the next seconds their blocks.
 */
function timeFor({ settings: { latencyBudgetMs }, lateTimers }: InjectorParts): number {
  return latencyBudgetMs - Math.min(latencyBudgetMs / 3, lateTimers.worstMs());
}

function tell({ onEvent, onError }: InjectorParts, told: InjectionEvent): void {
  try {
    onEvent?.(told);
  } catch (error) {
    onError(error);
  }
}

function endingWithoutLookUp(parts: InjectorParts, prefetches: Prefetches<Found>, event: VerbBusEvent): Ending | null {
  const { settings } = parts;
  if (!settings.enabled || settings.disabledForAgents.has(event.agentId)) return endingOf('disabled');
  if (settings.skipTools.has(event.tool)) return endingOf('skipped');
  const { sessionId, callId, phase } = event;
  if (!parts.prefetch || callId === undefined || phase === 'post-verb') return null;
  const state = stateOf(parts, event);
  prefetches.start(sessionId, callKey(event, callId), (deadline) => lookUp(parts, event, state, deadline));
  return endingOf('skipped', 'prefetching');
}

/** What was looked up for one project or agent is not another's: the end of a call gets only what its own beginning would have found. */
function callKey({ projectId = null, agentId, memoryScope, memoryNamespace }: VerbBusEvent, callId: string): string {
  return JSON.stringify([callId, projectId, agentId, memoryScope ?? null, memoryNamespace ?? null]);
}

function takePrefetched(prefetches: Prefetches<Found>, event: VerbBusEvent): Promise<Found | null> | null {
  const { sessionId, callId } = event;
  return callId === undefined ? null : prefetches.take(sessionId, callKey(event, callId));
}

function stateOf({ sessions, clock }: InjectorParts, { sessionId, orgId }: VerbBusEvent): SessionState {
  const state = sessions.use(sessionId, clock.now());
  requireOrg(state, orgId);
  return state;
}

async function endingWithin(
  parts: InjectorParts,
  prefetches: Prefetches<Found>,
  event: VerbBusEvent,
  deadline: Deadline,
): Promise<Ending> {
  const state = stateOf(parts, event);
  const prefetched = takePrefetched(prefetches, event);
  try {
    const looked = await withinDeadline(deadline, () => look(parts, event, state, prefetched, deadline));
    if (looked === DEADLINE_EXCEEDED) return endingOf('budget-exceeded');
    return await endingOfLook(parts, event, state, looked, deadline);
  } catch (error) {
    parts.onError(error);
    return endingOf('budget-exceeded', 'lookup-failed');
  }
}

interface Look {
  readonly verdict: Admission['verdict'];
  /** null = out of time. */
  readonly found: Found | null;
}

/** Everything that may take time. It changes nothing but what is known of the session. */
async function look(
  parts: InjectorParts,
  event: VerbBusEvent,
  state: SessionState,
  prefetched: Promise<Found | null> | null,
  deadline: Deadline,
): Promise<Look> {
  const verdict = await admit(parts, event, state, deadline.signal);
  if (verdict === 'skip' || verdict === 'foreign') return { verdict, found: null };
  const find = async (): Promise<Found | null> => (await prefetched) ?? lookUp(parts, event, state, deadline);
  // Beside each other: only the block needs both.
  const [found] = await Promise.all([
    find(),
    loadSeen(parts, event, state, deadline.signal),
    loadWorkType(parts, event, state, deadline.signal),
  ]);
  return { verdict, found };
}

const VERDICTS: readonly Admission['verdict'][] = ['deliver', 'match-only', 'hold-out', 'foreign'];

/** An answer that is no clear verdict skips the event. */
async function admit(
  parts: InjectorParts,
  event: VerbBusEvent,
  state: SessionState,
  signal: AbortSignal,
): Promise<Admission['verdict']> {
  if (!parts.admit) return 'deliver';
  const { verdict, epoch } = await parts.admit(event, signal);
  if (epoch !== undefined) startEpoch(state, epoch);
  return VERDICTS.includes(verdict) ? verdict : 'skip';
}

async function loadSeen(
  parts: InjectorParts,
  { orgId, sessionId }: VerbBusEvent,
  state: SessionState,
  signal: AbortSignal,
): Promise<void> {
  if (!parts.loadSeen || (state.isSeenLoaded && !state.maySeenGrow)) return;
  const seen = await parts.loadSeen({ orgId, sessionId }, signal);
  const { epoch = 0, observationIds, edges = [], blocks = 0, mayGrow = false } = seen;
  startEpoch(state, epoch);
  // Asked before a compaction and answered after it: what the earlier epoch had may come again.
  if (epoch < state.epoch) return;
  markSeen(state, seenKeys(observationIds, edges), parts.limits.maxSeenPerSession);
  state.pace.blocks = Math.max(state.pace.blocks, blocks);
  state.isSeenLoaded = true;
  state.maySeenGrow = mayGrow;
}

/** Never rejects. Asked for each event: a session may learn what it is by its first prompt. */
async function loadWorkType(
  { settings, workType, onError }: InjectorParts,
  { orgId, sessionId }: VerbBusEvent,
  state: SessionState,
  signal: AbortSignal,
): Promise<void> {
  try {
    state.workType = settings.workType ?? (await workType?.({ orgId, sessionId }, signal)) ?? '';
  } catch (error) {
    onError(error);
  }
}

/** Counts the call, and says what of the finds is worth a block; null = nothing. Without anything that sessions are about there is only the seed's rule. */
function worthShowing(parts: InjectorParts, event: VerbBusEvent, state: SessionState, found: Found): Found | null {
  const { subject, settings } = parts;
  const { evidence } = found;
  if (evidence === null) return subject === undefined || state.pace.blocks < settings.maxBlocks ? found : null;
  if (!evidence.isPrompt) state.pace.calls += 1;
  return withinPace(parts, event, state, found);
}

/** From here to the hand-over nothing waits, so that no other event of the session and no end of the budget can come in between. */
function endingOfLook(
  parts: InjectorParts,
  event: VerbBusEvent,
  state: SessionState,
  { verdict, found }: Look,
  deadline: Deadline,
): Ending | Promise<Ending> {
  if (verdict === 'skip') return endingOf('skipped', 'not-running');
  if (verdict === 'foreign') return endingOf('skipped', 'other-project');
  if (parts.sessions.get(event.sessionId) !== state) return endingOf('skipped', 'session-ended');
  if (found === null) return endingOf('budget-exceeded');
  const shown = worthShowing(parts, event, state, found);
  if (shown === null) return { ...endingOf('no-match'), degraded: found.degraded };
  const ready = composeBlock(parts, event, state, shown);
  // Rendering keeps the thread busy: an estimator of the caller's may have taken what was left.
  if (deadline.expired()) return endingOf('budget-exceeded');
  if (ready.composed.block === '') return { ...endingOf('no-match'), degraded: found.degraded };
  if (verdict === 'match-only') return blockEnding(ready, 'disabled', 'delivery-off');
  return verdict === 'hold-out' ? withholdBlock(parts, ready) : deliverBlock(parts, ready, deadline);
}
