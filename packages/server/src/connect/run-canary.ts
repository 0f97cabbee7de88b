import { randomUUID } from 'node:crypto';
import type { Client } from '../client/client.ts';
import type { ConnectionFacts, Connector, InstalledHook } from './connector.ts';
import { runHook } from './run-hook.ts';
import { sendCanary } from './send-canary.ts';

/** What became of a canary at one event. */
export interface CanaryResult {
  readonly event: string;
  /** `no-hook`: the client has none for the event. `missing`: the hook answered, and the canary was not in it. */
  readonly outcome: 'arrived' | 'answered' | 'missing' | 'no-hook' | 'failed';
  readonly problem: string | null;
  /** Milliseconds of the last attempt, as the client sees them. */
  readonly elapsedMs: number | null;
  /** How often the hook was run: a busy machine may be over a hook's time, and what waits comes with the next event. */
  readonly attempts: number;
}

const MOST_ATTEMPTS = 5;

/**
 * Sends a canary through a client's installed hooks: a text in the queue of a session of its own, which the hooks must hand over. Only the
 * client itself is left out.
 */
export async function runCanary(
  connector: Connector,
  facts: ConnectionFacts,
  client: Client,
  directory: string,
): Promise<readonly CanaryResult[]> {
  const sessionId = `inkling-doctor-${randomUUID()}`;
  const hooks = new Map(connector.installedHooks(facts).map((hook) => [hook.event, hook]));
  const results: CanaryResult[] = [];
  for (const { event, payload, carries } of connector.canary({ sessionId, directory })) {
    const hook = hooks.get(event);
    const word = carries && hook ? await sendCanary(client, sessionId) : null;
    results.push(
      await untilItWorks((attempts) => runStep({ event, hook, payload, word, attempts }, facts.environment)),
    );
  }
  return results;
}

async function untilItWorks(run: (attempts: number) => Promise<CanaryResult>): Promise<CanaryResult> {
  for (let attempts = 1; ; attempts += 1) {
    const result = await run(attempts);
    const failed = result.outcome === 'failed' || result.outcome === 'missing';
    if (!failed || attempts === MOST_ATTEMPTS) return result;
  }
}

interface Step {
  readonly event: string;
  readonly hook: InstalledHook | undefined;
  readonly payload: unknown;
  /** What the answer must bring; null = nothing. */
  readonly word: string | null;
  readonly attempts: number;
}

async function runStep(
  { event, hook, payload, word, attempts }: Step,
  environment: NodeJS.ProcessEnv,
): Promise<CanaryResult> {
  if (!hook) return { event, outcome: 'no-hook', problem: null, elapsedMs: null, attempts: 0 };
  // Whoever switched Inkling off for himself wants to know about the hooks all the same.
  const { output, problem, elapsedMs } = await runHook(hook, payload, { ...environment, INKLING_OFF: '' });
  const common = { event, problem, elapsedMs, attempts };
  if (problem !== null) return { ...common, outcome: 'failed' };
  if (word === null) return { ...common, outcome: 'answered' };
  return { ...common, outcome: output.includes(word) ? 'arrived' : 'missing' };
}
