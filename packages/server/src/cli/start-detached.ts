import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { DaemonFacts } from '../state/find-daemon.ts';
import { START_ENVIRONMENT } from '../daemon/spare-resources.ts';
import { EXIT, type ExitCode } from './exit-codes.ts';

/** How a start in the background came out: ready, or ended with what it said. */
export type DetachedStart =
  | { readonly kind: 'ready'; readonly facts: DaemonFacts }
  | { readonly kind: 'ended'; readonly exitCode: ExitCode; readonly stderr: string };

const DETACH = new Set(['--detach', '-d']);

interface Start {
  /** (Default: this program) */
  readonly program?: string;
  /** (Default: those of this process) */
  readonly environment?: NodeJS.ProcessEnv;
}

/** Runs this program again without `--detach`, apart from this process and its terminal, and waits until it is ready or has ended. */
export async function startDetached(
  args: readonly string[],
  { program = process.argv[1] ?? '', environment = process.env }: Start = {},
): Promise<DetachedStart> {
  const child = spawn(process.execPath, [program, ...args.filter((argument) => !DETACH.has(argument))], {
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    env: { ...START_ENVIRONMENT, ...environment },
  });
  let stderr = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  const outcome = await Promise.race([
    readiness(child),
    once(child, 'close').then(([code]): DetachedStart => ({
      kind: 'ended',
      exitCode: (code as ExitCode | null) ?? EXIT.failure,
      stderr,
    })),
  ]);
  release(child);
  return outcome;
}

async function readiness(child: ChildProcess): Promise<DetachedStart> {
  const [message] = (await once(child, 'message')) as [{ facts: DaemonFacts }];
  return { kind: 'ready', facts: message.facts };
}

/** Lets go of the child: this process may end, and the child writes to nobody. */
function release(child: ChildProcess): void {
  if (child.connected) child.disconnect();
  child.stderr?.destroy();
  child.unref();
}
