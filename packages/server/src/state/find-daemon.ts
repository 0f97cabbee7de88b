import { InklingError } from '@inkling/engine/errors';
import { readDaemonFile, type DaemonFacts } from './daemon-file.ts';

/** A daemon that answers. */
export interface FoundDaemon extends DaemonFacts {
  readonly ready: boolean;
  /** What it is short of while it is not ready, as /readyz says. */
  readonly reason?: string;
  /** How far its clock is behind its newest memory. (Default: not at all) */
  readonly clockBehindSeconds?: number;
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
  if (health?.['instance'] !== facts.instance) return null;
  const { clockBehindSeconds } = health;
  const { status, reason } = (await ask(facts, '/readyz')) ?? {};
  return {
    ...facts,
    ready: status === 'ready',
    ...(typeof reason === 'string' ? { reason } : {}),
    ...(typeof clockBehindSeconds === 'number' ? { clockBehindSeconds } : {}),
  };
}

/** What the daemon says; null when nobody is there, or the answer is none of a daemon's. */
async function ask({ url, pid }: DaemonFacts, path: string): Promise<Readonly<Record<string, unknown>> | null> {
  try {
    const response = await fetch(`${url}${path}`, { signal: AbortSignal.timeout(PATIENCE_MS) });
    const text = await response.text();
    const answer = JSON.parse(text) as unknown;
    return typeof answer === 'object' ? (answer as Readonly<Record<string, unknown>> | null) : null;
  } catch (cause) {
    if (!(cause instanceof Error) || cause.name !== 'TimeoutError') return null;
    throw new InklingError('daemon-unavailable', `The daemon at ${url} (process ${pid}) does not answer.`, {
      hint: 'Wait, or end it by its process id.',
      cause,
      details: { pid, url },
    });
  }
}
