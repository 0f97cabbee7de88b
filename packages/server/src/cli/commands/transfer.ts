import type { TransferGrant, TransferPair } from '@inkling/engine/types';
import { Command } from 'commander';
import { examples, named } from '../command-options.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { withMemory, withWritableMemory } from '../open-memory.ts';
import { printableLine } from '../../base/printable-text.ts';
import { acting, type CommandContext } from '../run-command.ts';
import { pairOf } from '../transfer-pair.ts';
import { transferFingerprintCommand } from './transfer-fingerprint.ts';
import { transferWhyCommand } from './transfer-why.ts';

/** `inkling transfer list | grant | revoke | why | fingerprint` */
export function transferCommand(): Command {
  return new Command('transfer')
    .description('which projects are shown the memories of which others')
    .addCommand(listCommand())
    .addCommand(changeCommand('grant', 'let memories of one project be shown in another', grant))
    .addCommand(changeCommand('revoke', 'take such a grant back', revoke))
    .addCommand(transferWhyCommand())
    .addCommand(transferFingerprintCommand());
}

/** Who does it, when a person types it and no daemon knows better. */
const ACTOR = { actor: 'local' };

function listCommand(): Command {
  return new Command('list')
    .description('list the grants')
    .addHelpText('after', examples('inkling transfer list'))
    .action(acting(list));
}

function list(context: CommandContext): Promise<ExitCode> {
  const { terminal } = context;
  return withMemory(context, async (memory) => {
    const grants = await memory.transfer.list();
    terminal.result({ grants }, () => grants.map(describe).join('\n'));
    if (grants.length === 0 && !terminal.json) terminal.note('No project is shown memories of another.');
    return EXIT.ok;
  });
}

function describe({ sourceProjectId, destinationProjectId, grantedBy, grantedAt }: TransferGrant): string {
  const pair = `${sourceProjectId} → ${destinationProjectId}`;
  return printableLine(`${pair}  ${new Date(grantedAt).toISOString().slice(0, 10)} by ${grantedBy}`, 400);
}

function changeCommand(
  name: string,
  description: string,
  change: (context: CommandContext, pair: TransferPair) => Promise<ExitCode>,
): Command {
  return new Command(name)
    .description(description)
    .argument('<source>', 'the project whose memories are shown: its id, or a directory of it such as ../api', named)
    .argument('<destination>', 'the project in which they are', named)
    .addHelpText('after', examples(`inkling transfer ${name} github.com/ada/api .`))
    .action(
      acting(async (context, source: string, destination: string) =>
        change(context, await pairOf(source, destination)),
      ),
    );
}

function grant(context: CommandContext, pair: TransferPair): Promise<ExitCode> {
  return withWritableMemory(context, async (memory) => {
    const granted = await memory.transfer.grant(pair, ACTOR);
    context.terminal.result({ ...pair, granted }, () => (granted ? 'Granted.' : 'It was granted before.'));
    return EXIT.ok;
  });
}

function revoke(context: CommandContext, pair: TransferPair): Promise<ExitCode> {
  return withMemory(context, async (memory) => {
    const revoked = await memory.transfer.revoke(pair, ACTOR);
    context.terminal.result({ ...pair, revoked }, () => (revoked ? 'Revoked.' : 'There was no such grant.'));
    return revoked ? EXIT.ok : EXIT.notFound;
  });
}
