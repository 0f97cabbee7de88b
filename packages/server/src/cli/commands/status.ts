import { Command } from 'commander';
import { describeStorage, hasStore } from '../../config/storage.ts';
import { findDaemon, type FoundDaemon } from '../../daemon/find-daemon.ts';
import { examples } from '../command-options.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { runCommand, type CommandContext } from '../run-command.ts';

/** `inkling status` */
export function statusCommand(): Command {
  return new Command('status')
    .description('say whether the daemon runs, and where; ends with 5 when it does not')
    .addHelpText('after', examples('inkling status', 'inkling status --json | jq -r .url'))
    .action((_options: unknown, command: Command) => runCommand(command, run));
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
  if (!daemon) return `No daemon runs on ${place}.`;
  const { url, pid, version, startedAt, ready } = daemon;
  const state = ready ? 'ready' : 'not ready yet';
  return `Inkling ${version} is up at ${url} (process ${pid}, since ${startedAt}, ${place}): ${state}.`;
}
