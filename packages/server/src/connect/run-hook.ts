import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import type { InstalledHook } from './connector.ts';

/** How a hook that was run as its client runs it ended. */
export interface HookRun {
  /** '' also when it failed: clients go on without. */
  readonly output: string;
  /** null = as it should. */
  readonly problem: string | null;
  readonly elapsedMs: number;
}

/** Runs an installed hook as its client does, and gives up when the client would. Never rejects. */
export async function runHook(hook: InstalledHook, payload: unknown, environment: NodeJS.ProcessEnv): Promise<HookRun> {
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
