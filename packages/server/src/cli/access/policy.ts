import type { Command } from 'commander';
import { checkPolicy } from '@inkling/engine/operator';
import type { OrgPolicy, PolicyCheck, PolicyProblem } from '@inkling/engine/types';
import { newCommand } from '../command-options.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { printableLine } from '../../base/printable-text.ts';
import { policyTestCommand, readPolicyFile } from './policy-test.ts';
import { acting, type CommandContext } from '../run-command.ts';
import { withMemory, withWritableMemory } from '../open-memory.ts';
import { policyExplainCommand } from './policy-explain.ts';

export function policyCommand(): Command {
  return newCommand('policy', 'manage policies: who may be shown what')
    .addCommand(policyCheckCommand())
    .addCommand(policyTestCommand())
    .addCommand(policyExplainCommand())
    .addCommand(policyPutCommand())
    .addCommand(policyListCommand())
    .addCommand(policyRemoveCommand());
}

interface CheckedFile extends PolicyCheck {
  readonly file: string;
}

export function policyCheckCommand(): Command {
  return newCommand('check', 'validate files of Cedar policies against the schema; needs no store', [
    'inkling policy check security.cedar',
    'inkling policy check policies/*.cedar --json',
  ])
    .argument('<files...>', 'files of policies; - is standard input')
    .action(acting(check));
}

async function check(context: CommandContext, files: readonly string[]): Promise<ExitCode> {
  const checked: CheckedFile[] = [];
  for (const file of files) checked.push({ file, ...checkPolicy((await readPolicyFile(file)).text) });
  const valid = checked.every(({ problems }) => problems.length === 0);
  context.terminal.result({ valid, files: checked }, () => checked.flatMap(describeFile).join('\n'));
  return valid ? EXIT.ok : EXIT.usage;
}

function describeFile({ file, problems, warnings }: CheckedFile): string[] {
  const lines = [
    ...problems.map((problem) => `${place(file, problem)} ${problem.message}`),
    ...warnings.map((warning) => `${place(file, warning)} warning: ${warning.message}`),
    ...(problems.length === 0 ? [`${file}: valid`] : []),
  ];
  return lines.map((line) => printableLine(line, 1000));
}

function place(file: string, { line, column }: PolicyProblem): string {
  return line === null ? `${file}:` : `${file}:${line}:${column}`;
}

/** Who does it, when a person types it and no daemon knows better. */
const ACTOR = { actor: 'local' };

export function policyPutCommand(): Command {
  return newCommand('put', 'store policies under a name, replacing what was there; takes effect at once', [
    'inkling policy put security security.cedar --shadow',
  ])
    .argument('<name>', 'lower-case letters, digits, - and _')
    .argument('<file>', 'a file of Cedar policies; - is standard input')
    .option('--shadow', 'evaluate and report it, and deny nothing')
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
    context.terminal.result(policy, () => describePolicy(policy));
    return EXIT.ok;
  });
}

export function policyListCommand(): Command {
  return newCommand('list', 'list the stored policies; --json has their texts', ['inkling policy list']).action(
    acting(list),
  );
}

function list(context: CommandContext): Promise<ExitCode> {
  const { terminal } = context;
  return withMemory(context, async (memory) => {
    const policies = await memory.policies.list();
    terminal.result({ policies }, () => policies.map(describePolicy).join('\n'));
    if (policies.length === 0 && !terminal.json) terminal.note('No policies are stored besides the default ones.');
    return EXIT.ok;
  });
}

function describePolicy({ name, mode, version, updatedBy, updatedAt }: OrgPolicy): string {
  return printableLine(`${name}  ${mode}  version ${version}, ${updatedAt.slice(0, 10)} by ${updatedBy}`, 300);
}

export function policyRemoveCommand(): Command {
  return newCommand('remove', 'remove a stored policy', ['inkling policy remove security'])
    .argument('<name>', 'as it is listed')
    .action(acting(remove));
}

function remove(context: CommandContext, name: string): Promise<ExitCode> {
  return withMemory(context, async (memory) => {
    const removed = await memory.policies.remove(name, ACTOR);
    context.terminal.result({ name, removed }, () => (removed ? 'Removed.' : 'There is no such policy.'));
    return removed ? EXIT.ok : EXIT.notFound;
  });
}
