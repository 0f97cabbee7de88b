import type { MemoryInjectionSubscriber, OrgMemory } from '@inkling/engine';
import type { Services } from './route.ts';

// One for each organisation's handle, of which there is one while the daemon runs: a subscriber knows what its sessions have seen.
const subscribers = new WeakMap<OrgMemory, MemoryInjectionSubscriber>();

/** The subscriber of an organisation: it turns hook events into blocks in the durable queue. */
export function hookSubscriberOf(
  memory: OrgMemory,
  { metrics, agents: { history } }: Services,
): MemoryInjectionSubscriber {
  const known = subscribers.get(memory);
  if (known) return known;
  const subscriber = memory.createInjectionSubscriber({
    prefetch: true,
    blame: (file) => history.blame(file),
    onEvent: ({ outcome, elapsedMs }) => metrics.observeVerbEvent(outcome, elapsedMs / 1000),
  });
  subscribers.set(memory, subscriber);
  return subscriber;
}
