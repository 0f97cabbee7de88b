import type { Memory } from '@inkling/engine';
import type { QueueState } from '../http/metrics.ts';

/** A memory that knows which organisations it was asked for, and the state of their queues. */
export interface QueueMeter {
  readonly memory: Memory;
  /** The queues of those organisations together. */
  read(): Promise<QueueState>;
}

/** Counts what waits for the organisations that this daemon serves; those that it was never asked for are another daemon's to count. */
export function createQueueMeter(memory: Memory): QueueMeter {
  const served = new Set<string>();
  return {
    memory: {
      ...memory,
      org(orgId) {
        const handle = memory.org(orgId);
        served.add(orgId);
        return handle;
      },
    },
    async read() {
      const states = await Promise.all([...served].map((orgId) => memory.org(orgId).measureInjectQueue()));
      const depth = states.reduce((sum, { pending, inFlight }) => sum + pending + inFlight, 0);
      return { depth, oldestSeconds: Math.max(0, ...states.map(({ oldestAgeMs }) => oldestAgeMs)) / 1000 };
    },
  };
}
