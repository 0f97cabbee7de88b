import type { Command } from 'commander';
import { confirm } from '@clack/prompts';
import { InklingError, observationNotFound } from '@inkling/engine/errors';
import { newCommand } from '../command-options.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { withMemory } from '../open-memory.ts';
import { runCommand, type CommandContext } from '../run-command.ts';
import type { Terminal } from '../terminal.ts';
import { countOf } from '../../base/figures.ts';

interface ForgetOptions {
  readonly session?: string;
  readonly projectAll?: boolean;
  readonly all?: boolean;
  readonly yes?: boolean;
}

type ForgetFilter = { id: string } | { sessionId: string } | { projectId: string } | { all: true };

export function forgetCommand(): Command {
  return newCommand('forget', 'delete observations permanently, from every table', [
    'inkling forget 0197c0de-1111-7222-8333-944455566677',
    'inkling forget --project-all --yes',
  ])
    .argument('[id]', 'one observation')
    .option('--session <id>', 'everything from one session')
    .option('--project-all', 'everything of this project')
    .option('--all', 'everything of the organisation')
    .option('-y, --yes', 'do not ask')
    .action((id: string | undefined, options: ForgetOptions, command: Command) => {
      const named = [id, options.session, options.projectAll, options.all].filter(Boolean);
      if (named.length !== 1) command.error('error: name one of <id>, --session, --project-all, --all');
      return runCommand(command, (context) => run(context, id, options));
    });
}

async function run(context: CommandContext, id: string | undefined, options: ForgetOptions): Promise<ExitCode> {
  const { filter, words } = await choose(context, id, options);
  if (!options.yes && !(await confirmForgetting(context.terminal, words))) return EXIT.cancelled;
  return withMemory(context, async ({ observations }) => {
    const result = await observations.forget(filter, { actor: 'cli' });
    // Whoever names an id means one that is there. A session or a project that has nothing is as it was asked to be.
    if ('id' in filter && result.forgotten === 0) throw observationNotFound(filter.id);
    context.terminal.result(result, () => `${countOf(result.forgotten, 'observation')} forgotten.`);
    return EXIT.ok;
  });
}

async function choose(
  context: CommandContext,
  id: string | undefined,
  options: ForgetOptions,
): Promise<{ filter: ForgetFilter; words: string }> {
  if (id) return { filter: { id }, words: `observation ${id}` };
  if (options.session)
    return { filter: { sessionId: options.session }, words: `everything from session ${options.session}` };
  if (options.all) return { filter: { all: true }, words: `everything of organisation ${context.orgId}` };
  const projectId = await context.project();
  return { filter: { projectId }, words: `everything of project ${projectId}` };
}

/**
 * Asks whether something may be forgotten for good, and says so when it may not. Fails with `invalid-input` where there is nobody to ask.
 */
async function confirmForgetting(terminal: Terminal, words: string): Promise<boolean> {
  if (!terminal.interactive) {
    throw new InklingError(
      'invalid-input',
      'Forgetting cannot be undone, and there is no terminal to ask for confirmation.',
      {
        hint: 'Add --yes.',
      },
    );
  }
  const answer = await confirm({ message: `Forget ${words} for good?`, initialValue: false, output: process.stderr });
  if (answer !== true) terminal.note('Nothing was forgotten.');
  return answer === true;
}
