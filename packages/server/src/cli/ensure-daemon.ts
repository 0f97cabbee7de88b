import { InklingError, systemClock } from '@inkling/engine';
import { pause } from '../base/pause.ts';
import { findDaemon, type FoundDaemon } from '../state/find-daemon.ts';
import { EXIT } from './exit-codes.ts';
import type { CommandContext } from './run-command.ts';
import { startDetached, type DetachedStart } from './start-detached.ts';

// A first start makes the database: a second on a quiet machine, half a minute on one that does ten other things.
const PATIENCE_MS = 60_000;
const LOOK_EVERY_MS = 200;

/** The daemon of the embedded store: the one that runs, else one that is started in the background and stays. */
export async function ensureDaemon(context: CommandContext): Promise<FoundDaemon> {
  const storage = context.storage();
  if (storage.kind !== 'pglite') throw new RangeError('nobody owns a server, so there is no daemon to look for');
  const directory = storage.dataDirectory;
  const known = await findDaemon(directory);
  if (known) return known;
  let stderr = '';
  // The usual port first: agents were told of it. Another directory's daemon may have it.
  for (const port of [[], ['--port', '0']]) {
    const outcome = await startDetached(['up', '--data-dir', directory, ...port]);
    const started = await daemonAfter(outcome, directory);
    if (started) return started;
    if (outcome.kind === 'ended') stderr = outcome.stderr;
  }
  const why = stderr.trim().split('\n').at(-1) ?? '';
  throw new InklingError('daemon-unavailable', `No daemon runs, and none could be started (${why}).`, {
    wayOut: 'Run `inkling up` to see more.',
  });
}

/** Of two that start at once one is told that the directory is taken: it waits for the other's daemon to listen. */
async function daemonAfter(outcome: DetachedStart, directory: string): Promise<FoundDaemon | null> {
  const isTaken = outcome.kind === 'ended' && outcome.exitCode === EXIT.busy;
  const giveUpAt = systemClock.monotonic() + (isTaken ? PATIENCE_MS : 0);
  for (;;) {
    const found = await findDaemon(directory);
    if (found || systemClock.monotonic() >= giveUpAt) return found;
    await pause(systemClock, LOOK_EVERY_MS);
  }
}
