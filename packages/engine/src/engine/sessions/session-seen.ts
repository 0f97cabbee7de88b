import type { Clock } from '../../base/clock.ts';
import type { SubscribedSession } from '../../features/in-session/events/admit-event.ts';
import type { InjectionEvent } from '../../features/in-session/injection-result.ts';
import { DEFAULT_IN_SESSION_LIMITS } from '../../features/in-session/injector-options.ts';
import { createSessionStates, markSeen, seenKeys, startEpoch } from '../../features/in-session/session-state.ts';
import type { InjectQueue } from '../../memory/injects/inject-queue.ts';
import type { GivenBlock } from '../../memory/injects/list-given.ts';

/** What sessions had in their epochs through this process, by whichever channel: also what never was in the queue, such as blocks that were withheld. */
export interface SessionSeen {
  note(sessionId: string, observationIds: readonly string[], epoch: number): void;
  of(sessionId: string, epoch: number): ReadonlySet<string>;
  forget(sessionId: string): void;
}

/** What a session of the store has had in its epoch. */
export interface SessionHad {
  readonly epoch: number;
  /** By the queue, from whichever process. */
  readonly given: readonly GivenBlock[];
  /** Observations, by the channels of this process. */
  readonly noted: ReadonlySet<string>;
}

const NOTHING: ReadonlySet<string> = new Set();

/** Bounded as what an injector knows of its sessions. */
export function createSessionSeen(clock: Pick<Clock, 'now'>): SessionSeen {
  const states = createSessionStates(DEFAULT_IN_SESSION_LIMITS);
  return {
    note(sessionId, observationIds, epoch) {
      const state = states.use(sessionId, clock.now());
      startEpoch(state, epoch);
      if (epoch < state.epoch) return;
      markSeen(state, seenKeys(observationIds, []), DEFAULT_IN_SESSION_LIMITS.maxSeenPerSession);
    },
    of(sessionId, epoch) {
      const state = states.get(sessionId);
      return state && state.epoch >= epoch ? state.seen : NOTHING;
    },
    forget: (sessionId) => states.forget(sessionId),
  };
}

/** Notes what an injector's event brought, or would have brought were its session not held out. */
export async function noteEvent(
  seen: SessionSeen,
  { outcome, reason, observationIds, event: { sessionId } }: InjectionEvent,
  known: (sessionId: string) => Promise<SubscribedSession | null>,
): Promise<void> {
  if (outcome !== 'injected' && outcome !== 'queued' && reason !== 'held-out') return;
  const session = await known(sessionId);
  if (session) seen.note(sessionId, observationIds, session.epoch);
}

export async function sessionHad(
  { listGiven }: Pick<InjectQueue, 'listGiven'>,
  seen: SessionSeen,
  sessionId: string,
  known: Promise<SubscribedSession | null>,
): Promise<SessionHad | null> {
  const session = await known;
  if (!session) return null;
  const given = await listGiven(sessionId);
  return { epoch: session.epoch, given, noted: seen.of(sessionId, session.epoch) };
}
