import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { text } from 'node:stream/consumers';
import type { Client } from '../../client/client.ts';
import { enqueueMemoryInject } from '../../contract/delivery.ts';
import type { ConnectionFacts, Connector, InstalledHook } from '../clients/connector.ts';
import { forgetSession } from './forget-session.ts';

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
 * client itself is left out. Nothing of the session stays, whatever the end.
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
  try {
    for (const { event, payload, carries } of connector.canary({ sessionId, directory })) {
      const hook = hooks.get(event);
      const word = carries && hook ? await sendCanary(client, sessionId) : null;
      results.push(
        await untilItWorks((attempts) => runStep({ event, hook, payload, word, attempts }, facts.environment)),
      );
    }
    return results;
  } finally {
    await forgetSession(client, sessionId);
  }
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

interface HookRun {
  /** '' also when it failed: clients go on without. */
  readonly output: string;
  /** null = as it should. */
  readonly problem: string | null;
  readonly elapsedMs: number;
}

/** Runs an installed hook as its client does, and gives up when the client would. Never rejects. */
async function runHook(hook: InstalledHook, payload: unknown, environment: NodeJS.ProcessEnv): Promise<HookRun> {
  const startedAt = performance.now();
  const run = hook.kind === 'http' ? callAddress(hook, payload, environment) : runCommand(hook, payload, environment);
  const { output, problem } = await run.catch((error: unknown) => ({ output: '', problem: problemOf(error) }));
  return { output, problem, elapsedMs: performance.now() - startedAt };
}

type Ended = Omit<HookRun, 'elapsedMs'>;

async function callAddress(
  { url, headers, timeoutMs }: InstalledHook & { kind: 'http' },
  payload: unknown,
  environment: NodeJS.ProcessEnv,
): Promise<Ended> {
  const filled = Object.entries(headers).map(([name, value]) => [name, filledIn(value, environment)] as const);
  const response = await fetch(url, {
    method: 'POST',
    headers: { ...Object.fromEntries(filled), 'content-type': 'application/json' },
    body: JSON.stringify(payload),
    signal: AbortSignal.timeout(timeoutMs),
  });
  const output = await response.text();
  return response.ok ? { output, problem: null } : { output: '', problem: `answered with ${response.status}` };
}

/** Variables in headers, as clients put them in: one that is not set is nothing. */
function filledIn(value: string, environment: NodeJS.ProcessEnv): string {
  return value.replaceAll(/\$(\w+)/g, (_, name: string) => environment[name] ?? '');
}

async function runCommand(
  { command, timeoutMs }: InstalledHook & { kind: 'command' },
  payload: unknown,
  environment: NodeJS.ProcessEnv,
): Promise<Ended> {
  const child = spawn('sh', ['-c', command], {
    env: environment,
    stdio: ['pipe', 'pipe', 'ignore'],
    timeout: timeoutMs,
  });
  // One that does not read its input is no failure of ours.
  child.stdin.on('error', () => undefined);
  child.stdin.end(JSON.stringify(payload));
  const ended = new Promise<number | string>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => resolve(code ?? signal ?? 'unknown'));
  });
  const [output, code] = await Promise.all([text(child.stdout), ended]);
  return { output, problem: code === 0 ? null : `ended with ${code}` };
}

function problemOf(error: unknown): string {
  if (!(error instanceof Error)) return 'failed';
  if (error.name === 'TimeoutError') return 'no answer in time';
  const cause = error.cause as { readonly code?: unknown } | undefined;
  return typeof cause?.code === 'string' ? cause.code : error.message;
}

/** Puts a canary into the queue of a session, and answers the word by which it is known. Fails when there is no such session. */
export async function sendCanary(client: Client, sessionId: string): Promise<string> {
  const word = `canary-${randomUUID()}`;
  const body = {
    text: `${word}: a test of inkling doctor. It says nothing about the work.`,
    source: 'canary' as const,
  };
  await client.call(enqueueMemoryInject, { params: { sessionId }, body });
  return word;
}

/** The word of a canary's text; null when it is none. */
export function canaryWord(text: string): string | null {
  return /^canary-[0-9a-f-]{36}(?=:)/.exec(text)?.[0] ?? null;
}
