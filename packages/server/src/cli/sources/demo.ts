import { rm } from 'node:fs/promises';
import type { Command } from 'commander';
import { countOf } from '../../base/figures.ts';
import { printableLine } from '../../base/printable-text.ts';
import { seconds } from '../../base/time.ts';
import type { CommandMemory } from '../../client/command-memory.ts';
import { makeTemporaryDirectory } from '../../config/make-state-directory.ts';
import type { Storage } from '../../config/storage.ts';
import { createTravelClock, type DemoAnswer, type DemoResult, runDemo } from '../../demo/run-demo.ts';
import { locateRepository } from '../../git/locate-repository.ts';
import { examples, newCommand } from '../command-options.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { withMemory } from '../open-memory.ts';
import { type CommandContext, type GlobalOptions, runCommand } from '../run-command.ts';

export function demoCommand(): Command {
  return newCommand('demo', "import a repository's history and documents, and show the blocks for its newest commits")
    .argument('[repo]', 'directory of the repository', '.')
    .addHelpText(
      'after',
      `\nWithout --data-dir or --database-url it works in a directory of its own, which it removes.\n${examples('inkling demo', 'inkling demo ../api --data-dir ./demo-data')}`,
    )
    .action((repo: string, _options: unknown, command: Command) => {
      const { dataDir, databaseUrl } = command.optsWithGlobals<GlobalOptions>();
      const isNamed = dataDir !== undefined || databaseUrl !== undefined;
      return runCommand(command, (context) => (isNamed ? run(context, repo) : runInOwnDirectory(context, repo)));
    });
}

async function runInOwnDirectory(context: CommandContext, repo: string): Promise<ExitCode> {
  const dataDirectory = makeTemporaryDirectory('inkling-demo-');
  try {
    return await run(context, repo, { kind: 'pglite', dataDirectory });
  } finally {
    await rm(dataDirectory, { recursive: true, force: true });
  }
}

async function run(context: CommandContext, repo: string, storage: Storage = context.storage()): Promise<ExitCode> {
  const repository = await locateRepository(repo);
  const projectId = await context.project(repo);
  const clock = createTravelClock();
  const work = async (memory: CommandMemory): Promise<ExitCode> => {
    const onProgress = (label: string) => (done: number, total: number) =>
      context.terminal.progress(label, done, total);
    const result = await runDemo(memory, { repository, projectId, clock, onProgress });
    context.terminal.result(result, () => describeDemo(result));
    return EXIT.ok;
  };
  return withMemory(context, work, { clock, storage, creates: true });
}

const MAX_TITLE_CHARACTERS = 120;

/** A demo for people: what was imported, and per work item the block, its tokens, its rows' scores and the milliseconds. */
function describeDemo({ projectId, git, markdown, asked, matched, answers }: DemoResult): string {
  const sections = markdown
    ? `, ${countOf(markdown.imported, 'section')} of ${countOf(markdown.files, 'document')}`
    : '';
  const questions =
    asked === 0
      ? 'There is no commit to take a work item from.'
      : `The newest ${asked} commits as work items, each asked about as of the moment before it: the title is the subject without type and number,\n` +
        `the work type a guess from it. Memory had something for ${matched} of them. The newest ${answers.length}, those with a block first:`;
  return [
    `Inkling on ${printableLine(projectId, 200)}`,
    ...git.warnings,
    `Imported ${countOf(git.imported, 'commit message')}${sections} in ${seconds(git.elapsedMs + (markdown?.elapsedMs ?? 0))}.`,
    '',
    questions,
    ...answers.flatMap((answer, index) => ['', ...describeAnswer(answer, `${index + 1} of ${answers.length}`)]),
  ].join('\n');
}

function describeAnswer({ block, title, workType, commit, asOf }: DemoAnswer, position: string): string[] {
  const { actualTokens, budgetTokens, rows, skipped, elapsedMs, degraded } = block;
  return [
    `--- Work item ${position}: ${printableLine(title, MAX_TITLE_CHARACTERS)}`,
    `    ${workType}, commit ${commit.slice(0, 10)}, ${new Date(asOf).toISOString().slice(0, 10)}`,
    '',
    block.block || `(no block: ${block.outcome})`,
    '',
    ...scoreTable(block),
    `tokens: ${actualTokens} of ${budgetTokens}; rows: ${rows.length} in the block, ${skipped.length} found but left out`,
    `time: ${elapsedMs.toFixed(1)} ms${degraded ? `, ${degraded}` : ''}`,
  ];
}

function scoreTable(block: DemoAnswer['block']): string[] {
  if (block.rows.length === 0) return [];
  const rows = block.rows.map(({ observation, relevance, score }) => {
    const figures = [relevance, score, observation.weight].map((figure) => figure.toFixed(2).padStart(9)).join('  ');
    return `${figures}  ${observation.kind.padEnd(10)}  ${observation.createdAt.slice(0, 10)}  ${observation.id}`;
  });
  return ['relevance      score     weight  kind        made        id', ...rows];
}
