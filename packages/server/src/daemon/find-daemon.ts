import { InklingError } from '@inkling/engine/errors';
import { readDaemonFile, type DaemonFacts } from './daemon-file.ts';

/** A daemon that answers. */
export interface FoundDaemon extends DaemonFacts {
  readonly ready: boolean;
}

// On the loopback interface a healthy daemon answers in a millisecond; a machine that swaps takes longer.
const PATIENCE_MS = 5_000;

/**
 * The daemon of a state directory, when it answers and is the one that its file names; null when there is none: no file, nobody at its
 * address, or somebody else. Rejects with `daemon-unavailable` when it neither answers nor refuses.
 */
export async function findDaemon(directory: string): Promise<FoundDaemon | null> {
  const facts = readDaemonFile(directory);
  if (!facts) return null;
  const health = await ask(facts, '/healthz');
  if (!isInstance(health, facts.instance)) return null;
  return { ...facts, ready: (await ask(facts, '/readyz')) !== null };
}

/** What the daemon says; null when nobody is there, or the answer is no success. */
async function ask({ url, pid }: DaemonFacts, path: string): Promise<unknown> {
  try {
    const response = await fetch(`${url}${path}`, { signal: AbortSignal.timeout(PATIENCE_MS) });
    const text = await response.text();
    return response.ok ? (JSON.parse(text) as unknown) : null;
  } catch (cause) {
    if (!(cause instanceof Error) || cause.name !== 'TimeoutError') return null;
    throw new InklingError('daemon-unavailable', `The daemon at ${url} (process ${pid}) does not answer.`, {
      wayOut: 'Wait, or end it by its process id.',
      cause,
      details: { pid, url },
    });
  }
}

function isInstance(health: unknown, instance: string): boolean {
  return typeof health === 'object' && health !== null && 'instance' in health && health.instance === instance;
}
