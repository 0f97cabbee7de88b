import { safeListener, type ErrorListener } from '../../../base/safe-listener.ts';
import type { VerbBusEvent } from './verb-bus-event.ts';

/** Ends what it came from. Idempotent. */
export interface Subscription {
  unsubscribe(): void;
}

/** An in-process bus of tool calls, or of whatever else it is typed for. */
export interface VerbBus<E = VerbBusEvent> {
  /** Hands the event to every subscriber after the caller's own work. Never throws and never waits. */
  publish(event: E): void;
  /** What the handler throws or rejects with goes to the bus's `onError` and to nobody else. */
  subscribe(handler: (event: E) => unknown): Subscription;
}

/**
 * Creates a bus. Subscribers are called in the order of their subscription, each in a microtask of its own and none waits for another;
 * an event is seen by those that are subscribed when it is published. A handler that works for long without awaiting delays
 * everything in the thread: that no bus can prevent. (Default: nobody hears of failures)
 */
export function createVerbBus<E = VerbBusEvent>(options: { readonly onError?: ErrorListener } = {}): VerbBus<E> {
  const onError = safeListener(options.onError);
  const handlers = new Set<{ readonly handle: (event: E) => unknown }>();
  return {
    publish(event) {
      for (const { handle } of handlers) {
        // Resolved first, so that even a handler that throws at once does so inside the chain.
        void Promise.resolve(event).then(handle).catch(onError);
      }
    },
    subscribe(handle) {
      const entry = { handle };
      handlers.add(entry);
      return { unsubscribe: () => void handlers.delete(entry) };
    },
  };
}
