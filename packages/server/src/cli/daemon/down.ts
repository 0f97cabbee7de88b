import { InklingError } from '@inkling/engine/errors';
import { pause, systemClock } from '@inkling/engine/operator';
import type { Command } from 'commander';
import { describeStorage } from '../../config/storage.ts';
import { findDaemon, type FoundDaemon } from '../../state/find-daemon.ts';
import { newCommand, wholeNumber } from '../command-options.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { acting, type CommandContext } from '../run-command.ts';

// Looking costs a signal that is not sent: ten times a second is soon enough for people.
const LOOK_EVERY_MS = 100;

export function downCommand(): Command {
  return newCommand('down', 'stop the daemon after it has answered the requests it accepted', [
    'inkling down',
    'inkling down --timeout 60',
  ])
    .option(
      '--timeout <seconds>',
      'how long to wait; then the daemon is ended at once, finished or not',
      wholeNumber(0, 3_600),
      15,
    )
    .action(acting(run));
}

async function run(context: CommandContext, { timeout }: { readonly timeout: number }): Promise<ExitCode> {
  const daemon = await findDaemon(context.stateDirectory());
  if (!daemon) {
    context.terminal.result({ stopped: false }, () => `No daemon is running on ${describeStorage(context.storage())}.`);
    return EXIT.ok;
  }
  const forced = !(await stop(daemon, timeout * 1000));
  context.terminal.result({ stopped: true, pid: daemon.pid, forced }, () =>
    forced ? `Process ${daemon.pid} was ended before it had finished.` : `Process ${daemon.pid} has stopped.`,
  );
  return EXIT.ok;
}

/** True when it ended by itself, false when it had to be ended. The process is the daemon's own: its address just answered for it. */
async function stop({ pid }: FoundDaemon, timeoutMs: number): Promise<boolean> {
  signal(pid, 'SIGTERM');
  if (await hasEnded(pid, timeoutMs)) return true;
  signal(pid, 'SIGTERM'); // the second one ends it at once
  if (await hasEnded(pid, 1_000)) return false;
  signal(pid, 'SIGKILL');
  await hasEnded(pid, 5_000);
  return false;
}

async function hasEnded(pid: number, withinMs: number): Promise<boolean> {
  const deadline = systemClock.monotonic() + withinMs;
  while (isAlive(pid)) {
    if (systemClock.monotonic() >= deadline) return false;
    await pause(systemClock, LOOK_EVERY_MS);
  }
  return true;
}

function isAlive(pid: number): boolean {
  return signal(pid, 0);
}

/** False when the process is gone. */
function signal(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, name);
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ESRCH') return false;
    throw new InklingError('forbidden', `Process ${pid} belongs to somebody else.`, {
      hint: 'Stop it as the user who started it.',
      cause,
    });
  }
}
