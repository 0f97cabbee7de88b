import { Command, Option } from 'commander';
import type { Observation } from '@inkling/engine';
import { examples } from '../command-options.ts';
import { confirmForgetting } from '../confirm-forgetting.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import type { CommandMemory } from '../../client/command-memory.ts';
import { observationNotFound } from '../../contract/observation-not-found.ts';
import { withMemory } from '../open-memory.ts';
import { printableLine } from '../printable-text.ts';
import { runCommand, type CommandContext } from '../run-command.ts';

interface ReviewOptions {
  readonly release?: boolean;
  readonly forget?: boolean;
  readonly yes?: boolean;
}

/** Longer lines are cut: a review reads `inkling export` for the whole text. */
const MAX_LINE_CHARACTERS = 160;

/** Rows shown at once; the rest comes up when these are dealt with. */
const MOST_ROWS = 100;

/** `inkling review [id]` */
export function reviewCommand(): Command {
  return new Command('review')
    .description('list what is kept out of blocks because it reads like an attack, and decide on it')
    .argument('[id]', 'the observation to decide on')
    .addOption(new Option('--release', 'let it be recalled like any other').conflicts('forget'))
    .option('--forget', 'delete it for good')
    .option('-y, --yes', 'do not ask before it is deleted')
    .addHelpText('after', examples('inkling review', 'inkling review 0197c0de-1111-7222-8333-944455566677 --release'))
    .action((id: string | undefined, options: ReviewOptions, command: Command) => {
      const decides = options.release === true || options.forget === true;
      if (decides !== (id !== undefined)) command.error('error: name an <id> together with --release or --forget');
      return runCommand(command, (context) => run(context, id, options));
    });
}

async function run(context: CommandContext, id: string | undefined, options: ReviewOptions): Promise<ExitCode> {
  if (id === undefined) return withMemory(context, (memory) => list(context, memory));
  const isAsked = options.forget === true && options.yes !== true;
  if (isAsked && !(await confirmForgetting(context.terminal, `observation ${id}`))) return EXIT.cancelled;
  return withMemory(context, (memory) => decide(context, memory, id, options));
}

async function list({ terminal, namedProject }: CommandContext, memory: CommandMemory): Promise<ExitCode> {
  const { rows, nextCursor } = await memory.observations.list({
    status: 'quarantined',
    limit: MOST_ROWS,
    ...(namedProject === undefined ? {} : { projectId: namedProject }),
  });
  terminal.result({ rows, hasMore: nextCursor !== null }, () => rows.map(describeRow).join('\n'));
  if (terminal.json) return EXIT.ok;
  terminal.note(
    rows.length === 0 ? 'Nothing waits for a review.' : `${rows.length}${nextCursor ? '+' : ''} to review.`,
  );
  return EXIT.ok;
}

function describeRow({ id, projectId, quarantineReason, content }: Observation): string {
  const head = printableLine(`[${id}]  ${projectId ?? 'no project'}  ${quarantineReason ?? ''}`, 400);
  return `${head}\n   ${printableLine(content, MAX_LINE_CHARACTERS)}`;
}

async function decide(
  { terminal }: CommandContext,
  memory: CommandMemory,
  id: string,
  options: ReviewOptions,
): Promise<ExitCode> {
  if (options.forget) {
    const result = await memory.observations.forget({ id });
    if (result.forgotten === 0) throw observationNotFound(id);
    terminal.result(result, () => `${result.forgotten} observations forgotten.`);
    return EXIT.ok;
  }
  const { released } = await memory.observations.release(id);
  terminal.result({ id, released }, () => (released ? 'Released.' : 'It was in no quarantine.'));
  return EXIT.ok;
}
