import { checkPolicy } from '@inkling/engine/operator';
import type { PolicyCheck, PolicyProblem } from '@inkling/engine/types';
import { Command } from 'commander';
import { examples } from '../command-options.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { printableLine } from '../../base/printable-text.ts';
import { readPolicyFile } from '../read-policy-file.ts';
import { acting, type CommandContext } from '../run-command.ts';

interface CheckedFile extends PolicyCheck {
  readonly file: string;
}

/** `inkling policy check <files…>` */
export function policyCheckCommand(): Command {
  return new Command('check')
    .description('validate files of Cedar policies against the schema; needs no store')
    .argument('<files...>', 'files of policies; - is standard input')
    .addHelpText(
      'after',
      examples('inkling policy check security.cedar', 'inkling policy check policies/*.cedar --json'),
    )
    .action(acting(run));
}

async function run(context: CommandContext, files: readonly string[]): Promise<ExitCode> {
  const checked: CheckedFile[] = [];
  for (const file of files) checked.push({ file, ...checkPolicy((await readPolicyFile(file)).text) });
  const valid = checked.every(({ problems }) => problems.length === 0);
  context.terminal.result({ valid, files: checked }, () => checked.flatMap(describe).join('\n'));
  return valid ? EXIT.ok : EXIT.usage;
}

function describe({ file, problems, warnings }: CheckedFile): string[] {
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
