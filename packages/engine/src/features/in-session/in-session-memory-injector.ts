import { requireId, requireInput } from '../../base/require-input.ts';
import type { GraphEdgeKey } from '../../memory/injection-log/context-injection-log.ts';
import { handleVerbEvent } from './handle-verb-event.ts';
import type { InjectionResult } from './injection-result.ts';
import type { InSessionInjectorOptions } from './injector-options.ts';
import { resolveInjectorOptions, type Found } from './injector-parts.ts';
import { createPrefetches } from './prefetches.ts';
import { markSeen, seenKeys, startEpoch, type PendingInjection, type SessionState } from './session-state.ts';
import type { VerbBusEvent } from './events/verb-bus-event.ts';
import type { Subscription, VerbBus } from './events/verb-bus.ts';

/** Brings memories into sessions while they run. Source: seed "In-Session Injection", contract 6. */
export interface InSessionMemoryInjector {
  /**
   * Looks up what the memory has for a tool call and gives the session what it has not had yet. Answers within the latency budget,
   * whatever the store, the policy, the graph or the provider do; nothing of an event that ended as `budget-exceeded` is injected
   * later. Only a call that keeps this very thread busy can delay the answer, and then too nothing is injected. Rejects with
   * `invalid-input` on what is no event, and on an event of a session that belongs to another organisation.
   */
  handleVerbEvent(event: VerbBusEvent): Promise<InjectionResult>;
  /** Handles every event of the bus; an event that is none goes to `onError`. */
  subscribeToVerbBus(bus: Pick<VerbBus, 'subscribe'>): Subscription;
  /** The blocks that wait for the session's next turn, oldest first. They are handed over once. */
  drainPendingForNextTurn(sessionId: string): PendingInjection[];
  /** Drops all that is kept of a session. An event of it that is under way injects nothing any more. */
  forgetSession(sessionId: string): void;
  /** Begins an epoch (after a compaction): everything may be delivered again. The present epoch and earlier ones change nothing. */
  startEpoch(sessionId: string, epoch: number): void;
  /** A block that a session received some other way (at its start): it counts, and what is in it is not injected in this epoch. */
  markDelivered(
    sessionId: string,
    observationIds: readonly string[],
    epoch?: number,
    edges?: readonly GraphEdgeKey[],
  ): void;
}

/**
 * Creates an injector. Fails with `invalid-input` on options that cannot be meant.
 *
 * ```ts
 * const injector = createInSessionMemoryInjector({ store, capability: { supportsMessageInjection: false } });
 * const { outcome } = await injector.handleVerbEvent(event);
 * const pending = injector.drainPendingForNextTurn(event.sessionId);
 * ```
 */
export function createInSessionMemoryInjector(options: InSessionInjectorOptions): InSessionMemoryInjector {
  const parts = resolveInjectorOptions(options);
  const prefetches = createPrefetches<Found>(parts);
  const use = (sessionId: string): SessionState => parts.sessions.use(sessionId, parts.clock.now());
  const injector: InSessionMemoryInjector = {
    handleVerbEvent: (event) => handleVerbEvent(parts, prefetches, event),
    // By the injector's own name: a bus keeps it, and whoever tells injectors of ended sessions finds it.
    subscribeToVerbBus: (bus) => bus.subscribe((event) => injector.handleVerbEvent(event).catch(parts.onError)),
    drainPendingForNextTurn(sessionId) {
      const pending = parts.sessions.get(sessionId)?.pending.splice(0) ?? [];
      return pending.map(({ injection }) => injection);
    },
    forgetSession(sessionId) {
      parts.sessions.forget(sessionId);
      prefetches.forget(sessionId);
    },
    startEpoch(sessionId, epoch) {
      requireEpoch(sessionId, epoch);
      startEpoch(use(sessionId), epoch);
    },
    markDelivered(sessionId, observationIds, epoch = 0, edges = []) {
      requireEpoch(sessionId, epoch);
      const state = use(sessionId);
      startEpoch(state, epoch);
      if (epoch < state.epoch) return;
      markSeen(state, seenKeys(observationIds, edges), parts.limits.maxSeenPerSession);
      state.pace.blocks += 1;
    },
  };
  return injector;
}

function requireEpoch(sessionId: string, epoch: number): void {
  requireId(sessionId, 'sessionId');
  requireInput(Number.isInteger(epoch) && epoch >= 0, 'epoch', 'a whole number from 0');
}
