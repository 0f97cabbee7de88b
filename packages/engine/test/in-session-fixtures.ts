import { createInSessionMemoryInjector } from '../src/features/in-session/in-session-memory-injector.ts';
import type { InSessionInjectorOptions } from '../src/features/in-session/injector-options.ts';
import type { VerbBusEvent } from '../src/features/in-session/events/verb-bus-event.ts';
import type { MemoryStore } from '../src/recall/memory-store.ts';
import { createManualClock } from './manual-clock.ts';

/** A tool call of the seed's kind, with whatever the test changes. */
export function verbEvent(changes: Partial<VerbBusEvent> = {}): VerbBusEvent {
  return {
    phase: 'pre-verb',
    sessionId: 'ses_abc',
    orgId: 'org_123',
    projectId: 'proj_xyz',
    agentId: 'agent_dev',
    tool: 'Edit',
    paths: ['src/auth.ts'],
    query: 'token expiry',
    emittedAt: Date.UTC(2026, 10, 22),
    ...changes,
  };
}

/** A message that a provider was given. */
export interface Sent {
  readonly sessionId: string;
  readonly text: string;
}

/** Options of an injector over a store whose provider takes every message, and what it was given. */
export function injectorOptions(
  store: MemoryStore,
  changes: Partial<InSessionInjectorOptions> = {},
): { readonly options: InSessionInjectorOptions; readonly sent: Sent[] } {
  const sent: Sent[] = [];
  const capability = {
    supportsMessageInjection: true,
    injectMessage(sessionId: string, text: string) {
      sent.push({ sessionId, text });
      return Promise.resolve();
    },
  };
  return { options: { store, capability, ...changes }, sent };
}

/** An injector on a clock that stands still, what its provider was given and what it kept from the session. */
export function injectorOf(store: MemoryStore, changes: Partial<InSessionInjectorOptions> = {}) {
  const clock = createManualClock();
  const errors: unknown[] = [];
  const { options, sent } = injectorOptions(store, { clock, onError: (error) => errors.push(error), ...changes });
  return { injector: createInSessionMemoryInjector(options), clock, errors, sent };
}

/** Lets everything that can go on without time passing go on. */
export const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** A provider that takes no live messages. */
export const NO_LIVE_MESSAGES = { supportsMessageInjection: false };
