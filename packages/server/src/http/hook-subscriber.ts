import type { MemoryInjectionSubscriber, OrgMemory, SeenObservations, SubscriberInject } from '@inkling/engine';
import type { Services } from './route.ts';

// A hint is about the file that the agent has in hand. Who has not beaten for ten minutes has left it, and gets it anew if it matters again.
const HINT_LIFE_MS = 600_000;

// A session's queue holds 64 blocks at a time; this is sixteen times as many, and those before them were of work long done.
const SEEN_INJECTS = 1000;

// One for each organisation's handle, of which there is one while the daemon runs: a subscriber knows what its sessions have seen.
const subscribers = new WeakMap<OrgMemory, MemoryInjectionSubscriber>();

/** The subscriber of an organisation: it turns hook events into blocks in the durable queue. */
export function hookSubscriberOf(memory: OrgMemory, services: Services): MemoryInjectionSubscriber {
  const known = subscribers.get(memory);
  if (known) return known;
  const subscriber = createHookSubscriber(memory, services);
  subscribers.set(memory, subscriber);
  return subscriber;
}

function createHookSubscriber(memory: OrgMemory, { clock, metrics }: Services): MemoryInjectionSubscriber {
  return memory.createInjectionSubscriber({
    prefetch: true,
    session: (_orgId, sessionId) => memory.sessions.get(sessionId),
    runtimeInjectEnabled: async (_orgId, projectId) => (await memory.config.effective(projectId)).runtimeInjectEnabled,
    enqueue: (inject) => enqueue(memory, inject, clock.now() + HINT_LIFE_MS),
    loadSeen: ({ sessionId }) => loadSeen(memory, sessionId),
    onEvent: ({ outcome, elapsedMs }) => metrics.observeVerbEvent(outcome, elapsedMs / 1000),
  });
}

function enqueue(memory: OrgMemory, inject: SubscriberInject, expiresAt: number): Promise<unknown> {
  const { sessionId, agentId, text, observationIds } = inject;
  return memory.enqueueMemoryInject({
    sessionId,
    agentId,
    text,
    observationIds,
    source: 'in-session',
    expiresAt: new Date(expiresAt),
  });
}

/** What the session was given in its epoch, by the block of its start and by hints, from whichever process. */
async function loadSeen(memory: OrgMemory, sessionId: string): Promise<SeenObservations> {
  const [session, injects] = await Promise.all([
    memory.sessions.get(sessionId),
    memory.listMemoryInjects(sessionId, { limit: SEEN_INJECTS }),
  ]);
  const epoch = session?.epoch ?? 0;
  const given = injects.filter((inject) => inject.epoch === epoch && inject.status !== 'dropped');
  return { epoch, observationIds: given.flatMap(({ observationIds }) => observationIds) };
}
