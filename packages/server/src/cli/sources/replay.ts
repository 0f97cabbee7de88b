import { access, constants, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { InklingError } from '@inkling/engine/errors';
import { systemClock } from '@inkling/engine/operator';
import { DEFAULT_CONTEXT_BUDGET, resolveContextBudget } from '@inkling/engine/building-blocks';
import type { Command } from 'commander';
import { locateRepository } from '../../git/locate-repository.ts';
import { describeReplay } from '../../replay/describe-replay.ts';
import { MIN_COMMITS, planReplay } from '../../replay/plan-replay.ts';
import { readHistory } from '../../replay/read-history.ts';
import { openReplayMemory, type ReplayMemory } from '../../replay/replay-memory.ts';
import { replayPage } from '../../replay/replay-page.ts';
import { createReplayReport, type ReplayReport } from '../../replay/replay-report.ts';
import { readTasks } from '../../replay/replay-task.ts';
import { runReplay, type LinesAt } from '../../replay/run-replay.ts';
import { blameLines } from '../../git/file-history.ts';
import { createToolCallPlayer } from '../../replay/tool-calls.ts';
import { examples, newCommand, share, wholeNumber } from '../command-options.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { runCommand, type CommandContext, type GlobalOptions } from '../run-command.ts';

/** Nobody waits for an answer here: a busy machine must not turn a slow file into one without a history. */
const BLAME_LIMIT_MS = 60_000;

interface ReplayOptions {
  readonly commits: number;
  readonly queries: number;
  readonly split: number;
  readonly workType: string;
  readonly budget?: number;
  readonly minRelevance: number;
  readonly suggest?: boolean;
  readonly show: number;
  readonly html?: string;
}

export function replayCommand(): Command {
  return newCommand(
    'replay',
    "measure on a repository's own history how often a block names a commit that wrote the lines to be changed",
  )
    .argument('[repo]', 'directory of the repository', '.')
    .option('--commits <n>', 'only the newest n commits', wholeNumber(MIN_COMMITS, 1_000_000), 10_000)
    .option('--queries <n>', 'ask about at most n of the later commits', wholeNumber(1, 100_000), 200)
    .option('--split <share>', 'share of the history that is in memory from the start', share, 0.7)
    .option('-t, --work-type <type>', 'decides the budget', 'unknown')
    .option('--budget <tokens>', 'instead of the budget of the work type', wholeNumber(0, 1_000_000))
    .option('--min-relevance <share>', 'leave out what is less relevant, 0 to 1', share, 0.25)
    .option('--suggest', 'find the budget and the minimum relevance that would have worked best')
    .option(
      '--show <n>',
      'also print the blocks that an agent would get for n of the tasks',
      wholeNumber(0, 100_000),
      0,
    )
    .option('--html <file>', 'write a page with plots too')
    .addHelpText(
      'after',
      `\nIt uses its own in-memory database and keeps nothing of it.\n${examples(
        'inkling replay',
        'inkling replay ../api --queries 500 --html replay.html',
        'inkling replay --suggest --json | jq .suggestion.best',
      )}`,
    )
    .action((repo: string, options: ReplayOptions, command: Command) =>
      runCommand(command, (context) => run(context, repo, options, command.optsWithGlobals())),
    );
}

async function run(
  context: CommandContext,
  repo: string,
  options: ReplayOptions,
  { dataDir, databaseUrl }: GlobalOptions,
): Promise<ExitCode> {
  if (dataDir ?? databaseUrl) context.terminal.note('Replay uses its own database; the given one is not touched.');
  if (options.html !== undefined) await requireWritablePlace(options.html);
  const work = await prepare(context, repo, options);
  return withOwnMemory(context, async (memory) => {
    const report = await measure(context, memory, options, work);
    if (options.html !== undefined) await writeFile(options.html, replayPage(report));
    context.terminal.result(report, () => describeReplay(report));
    if (options.html !== undefined) context.terminal.note(`Page: ${options.html}`);
    return EXIT.ok;
  });
}

type Prepared = Awaited<ReturnType<typeof prepare>>;

/** All that can be wrong with the repository is found before a database is started. */
async function prepare(context: CommandContext, repo: string, options: ReplayOptions) {
  const { terminal } = context;
  const project = await context.project(repo);
  const repository = await locateRepository(repo);
  const history = await readHistory(repository, {
    projectId: project,
    maxCommits: options.commits,
    nowMs: systemClock.now(),
    onProgress: (done, total) => terminal.progress('Reading commits', done, total),
  });
  const plan = planReplay(history.commits, options);
  const tasks = await readTasks(repository, { commits: history.commits, asked: plan.queries }, (done, total) =>
    terminal.progress('Blaming changed lines', done, total),
  );
  return { project, directory: repository.directory, shallow: repository.shallow, history, plan, tasks };
}

async function measure(
  context: CommandContext,
  memory: ReplayMemory,
  options: ReplayOptions,
  prepared: Prepared,
): Promise<ReplayReport> {
  const { workType, minRelevance } = options;
  const budgetTokens = options.budget ?? resolveContextBudget(DEFAULT_CONTEXT_BUDGET, 'local', workType);
  const settings = { workType, minRelevance, budgetTokens };
  const linesAt: LinesAt = (revision, path) => blameLines(prepared.directory, revision, path, BLAME_LIMIT_MS);
  const outcomes = await runReplay(memory, {
    commits: prepared.history.commits,
    remembered: prepared.plan.remembered,
    tasks: prepared.tasks,
    settings,
    play: createToolCallPlayer(memory.org),
    linesAt,
    sweep: options.suggest === true,
    onProgress: (label, done, total) => context.terminal.progress(label, done, total),
  });
  return createReplayReport({ ...prepared, settings, outcomes, show: options.show });
}

/** In memory and the command's own, so that nothing is left to release when a signal ends the process. */
async function withOwnMemory(
  context: CommandContext,
  work: (memory: ReplayMemory) => Promise<ExitCode>,
): Promise<ExitCode> {
  const { openPglite } = await import('@inkling/engine/pglite');
  const memory = await openReplayMemory(await openPglite(), (error) => context.terminal.warn(error));
  try {
    return await work(memory);
  } finally {
    await memory.close();
  }
}

/** Minutes of measuring should not end with a page that cannot be written. */
async function requireWritablePlace(file: string): Promise<void> {
  // Of one that is not there, or cannot be looked at, its directory says.
  const found = await stat(file).catch(() => null);
  const place = found === null ? path.dirname(path.resolve(file)) : file;
  const denied = await access(place, constants.W_OK).catch((error: unknown) => error);
  if (file !== '' && !found?.isDirectory() && denied === undefined) return;
  throw new InklingError('invalid-input', `The page cannot be written to ${JSON.stringify(file)}.`, {
    hint: 'Name another file with --html.',
  });
}
