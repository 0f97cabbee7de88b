import { InklingError } from '@inkling/engine';
import { Command } from 'commander';
import { findDaemon } from '../../state/find-daemon.ts';
import { examples } from '../command-options.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { inspectorAddress, inspectorHint } from '../inspector-address.ts';
import { requireStore } from '../open-memory.ts';
import { acting, type CommandContext } from '../run-command.ts';

/** `inkling inspect [session]` */
export function inspectCommand(): Command {
  return new Command('inspect')
    .description('print a one-time address of the inspector, valid on this machine for ten minutes')
    .argument('[session]', 'open the inspector at this session')
    .addHelpText('after', examples('inkling inspect', 'xdg-open "$(inkling inspect)"', 'inkling inspect ses_abc'))
    .action(acting(run));
}

async function run(context: CommandContext, session: string | undefined): Promise<ExitCode> {
  const stateDirectory = context.stateDirectory();
  const daemon = await findDaemon(stateDirectory);
  if (!daemon) {
    requireStore(context.storage());
    throw new InklingError('daemon-unavailable', 'No daemon runs, and it is what serves the inspector.', {
      hint: 'Start it with `inkling up --detach`.',
    });
  }
  const view = session === undefined ? '/' : `/sessions/${encodeURIComponent(session)}`;
  const address = await inspectorAddress({ url: daemon.url, stateDirectory, orgId: context.orgId, view });
  context.terminal.result(address, () => address.url);
  if (context.terminal.interactive) context.terminal.note(inspectorHint(address));
  return EXIT.ok;
}
