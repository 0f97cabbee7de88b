import type { Command } from 'commander';
import { describeStorage, hasStore } from '../../config/storage.ts';
import { OTHER_BUILD, readBuild } from '../../config/version.ts';
import { findDaemon, type FoundDaemon } from '../../state/find-daemon.ts';
import { newCommand } from '../command-options.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { acting, type CommandContext } from '../run-command.ts';

export function statusCommand(): Command {
  return newCommand('status', 'show whether the daemon runs, and where; exit code 5 when it does not', [
    'inkling status',
    'inkling status --json | jq -r .url',
  ]).action(acting(run));
}

async function run(context: CommandContext): Promise<ExitCode> {
  const daemon = await findDaemon(context.stateDirectory());
  const place = describeStorage(context.storage());
  const storage = context.storage();
  const isEmpty = storage.kind === 'pglite' && daemon === null && !hasStore(storage.dataDirectory);
  const where = isEmpty ? `${place}, where there is no store yet` : place;
  context.terminal.result({ running: daemon !== null, ...daemon, storage: place }, () => describe(daemon, where));
  return daemon ? EXIT.ok : EXIT.notFound;
}

function describe(daemon: FoundDaemon | null, place: string): string {
  if (!daemon) return `No daemon is running on ${place}.`;
  const { url, pid, version, startedAt, ready, reason = 'starting', clockBehindSeconds } = daemon;
  const state = ready ? 'ready' : `not ready (${SHORT_OF[reason] ?? reason})`;
  const said = `Inkling ${version} is up at ${url} (process ${pid}, since ${startedAt}, ${place}): ${state}.`;
  const other = version === readBuild() ? [] : [`The daemon that runs is ${OTHER_BUILD}.`];
  return [said, ...other, ...(clockBehindSeconds === undefined ? [] : [clockNote(clockBehindSeconds)])].join('\n');
}

/** The reasons of /readyz in words. */
const SHORT_OF: Readonly<Record<string, string>> = {
  starting: 'it is starting',
  draining: 'it is stopping',
  database: 'its database does not answer, or its data directory is gone',
  'read-only': 'its database takes no writes: it is a standby, or set read-only',
  'disk-full': 'its disk is full',
};

function clockNote(seconds: number): string {
  return `Its clock is ${seconds} s behind its newest memory. Was it set back? Memories written now get an earlier date than that one; recall still shows all of them. A lock taken before the clock was set back lasts longer by the same time, at most a day; a lock taken later than the clock now says has expired.`;
}
