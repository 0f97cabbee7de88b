import type { OrgPolicy } from '@inkling/engine/types';
import { Command } from 'commander';
import { examples } from '../command-options.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { withMemory, withWritableMemory } from '../open-memory.ts';
import { printableLine } from '../../base/printable-text.ts';
import { readPolicyFile } from '../read-policy-file.ts';
import { acting, type CommandContext } from '../run-command.ts';

/** Who does it, when a person types it and no daemon knows better. */
const ACTOR = { actor: 'local' };

/** `inkling policy put <name> <file>` */
export function policyPutCommand(): Command {
  return new Command('put')
    .description('store a text of policies under a name, over what was there; it counts at once')
    .argument('<name>', 'lower-case letters, digits, - and _')
    .argument('<file>', 'a file of Cedar policies; - is standard input')
    .option('--shadow', 'evaluate and report it, and deny nothing')
    .addHelpText('after', examples('inkling policy put security security.cedar --shadow'))
    .action(acting(put));
}

async function put(
  context: CommandContext,
  name: string,
  file: string,
  { shadow = false }: { readonly shadow?: boolean },
): Promise<ExitCode> {
  const { text } = await readPolicyFile(file);
  return withWritableMemory(context, async (memory) => {
    const policy = await memory.policies.put(name, text, { ...ACTOR, mode: shadow ? 'shadow' : 'enforce' });
    context.terminal.result(policy, () => describe(policy));
    return EXIT.ok;
  });
}

/** `inkling policy list` */
export function policyListCommand(): Command {
  return new Command('list')
    .description('list the stored policies; --json has their texts')
    .addHelpText('after', examples('inkling policy list'))
    .action(acting(list));
}

function list(context: CommandContext): Promise<ExitCode> {
  const { terminal } = context;
  return withMemory(context, async (memory) => {
    const policies = await memory.policies.list();
    terminal.result({ policies }, () => policies.map(describe).join('\n'));
    if (policies.length === 0 && !terminal.json) terminal.note('No policies are stored beside the default ones.');
    return EXIT.ok;
  });
}

function describe({ name, mode, version, updatedBy, updatedAt }: OrgPolicy): string {
  return printableLine(`${name}  ${mode}  version ${version}, ${updatedAt.slice(0, 10)} by ${updatedBy}`, 300);
}

/** `inkling policy remove <name>` */
export function policyRemoveCommand(): Command {
  return new Command('remove')
    .description('remove a stored policy')
    .argument('<name>', 'as it is listed')
    .addHelpText('after', examples('inkling policy remove security'))
    .action(acting(remove));
}

function remove(context: CommandContext, name: string): Promise<ExitCode> {
  return withMemory(context, async (memory) => {
    const removed = await memory.policies.remove(name, ACTOR);
    context.terminal.result({ name, removed }, () => (removed ? 'Removed.' : 'There is no such policy.'));
    return removed ? EXIT.ok : EXIT.notFound;
  });
}
