import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Command } from 'commander';
import { printableLine } from '../../base/printable-text.ts';
import { seconds } from '../../base/time.ts';
import type { CommandMemory } from '../../client/command-memory.ts';
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
  const dataDirectory = await mkdtemp(path.join(tmpdir(), 'inkling-demo-'));
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
function describeDemo(demo: DemoResult): string {
  const { projectId, git, markdown, warmMs, answers } = demo;
  const sections = [
    [
      `Inkling on ${printableLine(projectId, 200)}`,
      ...git.warnings,
      describeImport(git, markdown),
      `Search index loaded in ${seconds(warmMs)}.`,
    ].join('\n'),
    answers.length > 0 ? describeQuestions(demo) : 'There is no commit to take a work item from.',
    ...answers.map((answer, index) => describeAnswer(answer, `${index + 1} of ${answers.length}`)),
  ];
  return sections.join('\n\n');
}

function describeImport(git: DemoResult['git'], markdown: DemoResult['markdown']): string {
  const commits = `${git.imported} commit messages in ${seconds(git.elapsedMs)}`;
  if (!markdown) return `Imported ${commits}.`;
  return `Imported ${commits}, ${markdown.imported} sections of ${markdown.files} documents in ${seconds(markdown.elapsedMs)}.`;
}

function describeQuestions({ recallMs, matched, answers }: DemoResult): string {
  const [median = 0] = recallMs.toSorted((a, b) => a - b).slice(Math.floor(recallMs.length / 2));
  return [
    `The newest ${recallMs.length} commits as work items: the title is the subject without type and number, the work type a guess from it. Memory is`,
    'asked as of the moment before each commit, so it knows neither the commit nor anything later.',
    `It had something relevant for ${matched} of them (median recall ${median.toFixed(1)} ms). The newest ${answers.length}, those with an answer first:`,
  ].join('\n');
}

function describeAnswer({ block, recall, ...item }: DemoAnswer, position: string): string {
  const day = new Date(item.asOf).toISOString().slice(0, 10);
  const title = printableLine(item.title, MAX_TITLE_CHARACTERS);
  const left = recall.rows.length - block.rows.length;
  const degraded = recall.degraded ? `, ${recall.degraded}` : '';
  return [
    `--- Work item ${position}: ${title}`,
    `    ${item.workType}, commit ${item.commit.slice(0, 10)}, ${day}`,
    '',
    block.block || describeEmpty(block),
    '',
    ...scoreTable(block),
    `tokens: ${block.actualTokens} of ${block.budgetTokens}; rows: ${block.rows.length} in the block, ${left} found but left out`,
    `time: recall ${recall.elapsedMs.toFixed(1)} ms${degraded}, block ${block.elapsedMs.toFixed(1)} ms`,
  ].join('\n');
}

function describeEmpty({ outcome, leftOut }: DemoAnswer['block']): string {
  const below = leftOut.filter(({ reason }) => reason === 'below-relevance').map(({ relevance }) => relevance);
  const closest =
    below.length > 0 ? `the closest older row has relevance ${Math.max(...below).toFixed(2)}` : 'no older row';
  return `(no block: ${outcome}, ${closest})`;
}

function scoreTable(block: DemoAnswer['block']): string[] {
  if (block.rows.length === 0) return [];
  const rows = block.rows.map(({ observation, relevance, score }) => {
    const figures = [relevance, score, observation.weight].map((figure) => figure.toFixed(2).padStart(9)).join('  ');
    return `${figures}  ${observation.kind.padEnd(10)}  ${observation.createdAt.slice(0, 10)}  ${observation.id}`;
  });
  return ['relevance      score     weight  kind        made        id', ...rows];
}
