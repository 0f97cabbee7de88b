import type { Degradation } from '../../memory/search/search.ts';
import type { VerbBusEvent } from './events/verb-bus-event.ts';

/** How an event ended. Source: seed "In-Session Injection", injection outcomes. */
export type InjectionOutcome = 'injected' | 'queued' | 'no-match' | 'skipped' | 'budget-exceeded' | 'disabled';

/**
 * What the outcome alone does not tell. `delivery-off` (disabled): matched, and the project pushes nothing into running sessions. `held-out` (disabled): the
 * same, because the session goes without memory for an experiment.
 * `not-running` (skipped): no agent works in the session. `other-project` (skipped): the event names another project than its session's. `prefetching` (skipped): the look-up goes on while the tool runs.
 * `session-ended` (skipped): the session was forgotten while its event was looked up. `lookup-failed` (budget-exceeded): the look-up
 * ended without an answer, because something behind it is broken. `delivery-failed` (queued or skipped): the provider refused the
 * block. `delivery-open` (queued): the provider has the block and has not confirmed it within the budget.
 */
export const INJECTION_REASONS = [
  'delivery-off',
  'held-out',
  'not-running',
  'other-project',
  'prefetching',
  'session-ended',
  'lookup-failed',
  'delivery-failed',
  'delivery-open',
] as const;

/** One of {@link INJECTION_REASONS}. */
export type InjectionReason = (typeof INJECTION_REASONS)[number];

/** What became of one event. */
export interface InjectionResult {
  readonly outcome: InjectionOutcome;
  readonly reason: InjectionReason | null;
  /** Observations of the block, in its order; with `delivery-off` and `held-out`, of the block that was not pushed. */
  readonly observationIds: readonly string[];
  /** Estimated tokens of that block; 0 without one. */
  readonly actualTokens: number;
  readonly degraded: Degradation | null;
  /** Milliseconds from the call to the result. */
  readonly elapsedMs: number;
}

/** What the observer of an injector is told of each event. */
export interface InjectionEvent extends InjectionResult {
  readonly event: VerbBusEvent;
  /** Milliseconds from `emittedAt` to the call; 0 when the event claims to come from the future. */
  readonly lagMs: number;
}

/** A result before its time is known. */
export type Ending = Omit<InjectionResult, 'elapsedMs'>;

/** An ending without a block. */
export function endingOf(outcome: InjectionOutcome, reason: InjectionReason | null = null): Ending {
  return { outcome, reason, observationIds: [], actualTokens: 0, degraded: null };
}
