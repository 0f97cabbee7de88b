import { estimateTokens } from '@inkling/engine';
import { DEFAULT_IN_SESSION_CONFIG } from '@inkling/engine/building-blocks';
import type { ReplayCommit } from './read-history.ts';
import { REPLAY_PROJECT, type ReplayMemory } from './replay-memory.ts';
import type { ReplayTask } from './replay-task.ts';
import { answerOf, buildBlock, packBlock, recallRows } from './start-block.ts';
import type { Answer, BlockSettings, LinesOf, Verdict } from './start-block.ts';
import { SWEPT_SETTINGS } from './suggest-setting.ts';
import type { ToolCallAnswer, ToolCallPlayer } from './tool-calls.ts';

// Rows handed to the engine at once; enough that the cost of a transaction is small, few enough that a progress bar moves.
const BATCH = 500;

/** Where an agent gets something: at its start, knowing the subject alone, or on a tool call, knowing the file too. */
export type ReplaySurface = 'start' | 'tool-call';

/** The surfaces, in the order in which they are told of. */
export const REPLAY_SURFACES: readonly ReplaySurface[] = ['start', 'tool-call'];

/** Who answers. The latest commits are those of the file on a tool call. */
export type ReplayMethod = 'inkling' | 'full-text' | 'latest';

/** The lines of a file at a revision, each with its commit; null = no history. */
export type LinesAt = (revision: string, path: string) => ReturnType<LinesOf>;

/** What is replayed, and how. */
export interface ReplayRun {
  readonly commits: readonly ReplayCommit[];
  /** Commits that are memory from the start: positions below this. */
  readonly remembered: number;
  readonly tasks: readonly ReplayTask[];
  readonly settings: BlockSettings;
  readonly play: ToolCallPlayer;
  readonly linesAt: LinesAt;
  /** Try other settings too, for a suggestion. */
  readonly sweep: boolean;
  readonly onProgress: (label: string, done: number, total: number) => void;
}

/** What one method was worth for one task. */
export interface TaskVerdict extends Verdict {
  readonly surface: ReplaySurface;
  readonly method: ReplayMethod;
}

export interface TaskOutcome {
  /** Each method at each surface; on tool calls of the first edit alone, whose file is what everybody is asked about. */
  readonly verdicts: readonly TaskVerdict[];
  /** As the agent gets it; '' = silence. */
  readonly startBlock: string;
  /** What Inkling answered to every tool call. */
  readonly calls: readonly ToolCallAnswer[];
  /** By setting as in `SWEPT_SETTINGS`. Empty unless asked for. */
  readonly swept: readonly Verdict[];
}

/**
 * Walks forward through the history: when a task is begun, memory holds exactly the commits before it. The same history gives the same
 * outcomes. Fails with what the memory fails with.
 */
export async function runReplay(memory: ReplayMemory, run: ReplayRun): Promise<readonly TaskOutcome[]> {
  const rememberUpTo = createForwardWalk(memory, run);
  await rememberUpTo(run.remembered);
  await memory.org.warm({ projectId: REPLAY_PROJECT });
  const outcomes: TaskOutcome[] = [];
  for (const [index, task] of run.tasks.entries()) {
    await rememberUpTo(task.commit.position);
    const linesOf = linesBefore(task, run.linesAt);
    const calls = await run.play(task, linesOf);
    const start = await buildBlock(memory.org, task.commit, run.settings, linesOf);
    const atStart = await judgeStart(memory, run, task, answerOf(start));
    const verdicts = [...atStart, ...(await judgeFirstEdit(memory, run, task, calls))];
    const swept = run.sweep ? await sweepTask(memory, run, task, linesOf) : [];
    outcomes.push({ verdicts, startBlock: start.block, calls, swept });
    run.onProgress('Asking', index + 1, run.tasks.length);
  }
  return outcomes;
}

/** Each file is read once for a task. */
function linesBefore({ commit }: ReplayTask, linesAt: LinesAt): LinesOf {
  const read = new Map<string, ReturnType<LinesOf>>();
  return (path) => {
    const lines = read.get(path) ?? linesAt(`${commit.hash}^`, path);
    read.set(path, lines);
    return lines;
  };
}

async function judgeStart(
  memory: ReplayMemory,
  { commits, settings }: ReplayRun,
  { commit, behind }: ReplayTask,
  own: Answer,
): Promise<TaskVerdict[]> {
  const answers: [ReplayMethod, Answer][] = [
    ['inkling', own],
    ['full-text', await fullTextBlock(memory, commit, settings)],
    ['latest', latestCommits(commits, commit)],
  ];
  const shares = sharesFileWith(commit, commits);
  return answers.map(([method, answer]) => ({ surface: 'start', method, ...judgeAnswer(answer, behind.all, shares) }));
}

/** By the lines of that file: what stands behind those of another one is another call's business. */
async function judgeFirstEdit(
  memory: ReplayMemory,
  { commits }: ReplayRun,
  { commit, behind }: ReplayTask,
  [first]: readonly ToolCallAnswer[],
): Promise<TaskVerdict[]> {
  const [file] = behind.files;
  if (!first || !file) return [];
  const answers: [ReplayMethod, Answer][] = [
    ['inkling', first],
    ['full-text', await fullTextOfFile(memory, commit, file.path)],
    ['latest', latestOfFile(commits, commit, file.path)],
  ];
  const shares = sharesFileWith(commit, commits);
  return answers.map(([method, answer]) => ({
    surface: 'tool-call',
    method,
    ...judgeAnswer(answer, file.behind, shares),
  }));
}

/** Compares an answer with what is true. `sharesFile` says of a position whether that commit touched one of the task's files. */
export function judgeAnswer(
  { named, tokens, answered }: Answer,
  behind: ReadonlySet<number>,
  sharesFile: (position: number) => boolean,
): Verdict {
  const linesBehind = named.filter((position) => behind.has(position)).length;
  return { hit: linesBehind > 0, sameFile: named.some(sharesFile), lines: named.length, linesBehind, tokens, answered };
}

/** A test: did the commit at this position touch a file of that commit? */
export function sharesFileWith(commit: ReplayCommit, commits: readonly ReplayCommit[]): (position: number) => boolean {
  const own = new Set(commit.paths);
  return (position) => commits[position]?.paths.some((path) => own.has(path)) ?? false;
}

/** Recalls once for each relevance floor and packs the rows by every one of `SWEPT_SETTINGS`. */
async function sweepTask(
  { org }: ReplayMemory,
  { commits, settings }: ReplayRun,
  { commit, behind }: ReplayTask,
  linesOf: LinesOf,
): Promise<Verdict[]> {
  const rowsByFloor = new Map<number, Awaited<ReturnType<typeof recallRows>>>();
  const shares = sharesFileWith(commit, commits);
  const verdicts: Verdict[] = [];
  for (const setting of SWEPT_SETTINGS) {
    const rows =
      rowsByFloor.get(setting.minRelevance) ?? (await recallRows(org, commit, setting.minRelevance, linesOf));
    rowsByFloor.set(setting.minRelevance, rows);
    const block = await packBlock(org, commit, rows, { ...settings, ...setting });
    verdicts.push(judgeAnswer(answerOf(block), behind.all, shares));
  }
  return verdicts;
}

/** Remembers what is missing of the commits before a position. */
function createForwardWalk(memory: ReplayMemory, run: ReplayRun): (position: number) => Promise<void> {
  let known = 0;
  return async (position) => {
    while (known < position) {
      const end = Math.min(position, known + BATCH);
      await memory.add(run.commits.slice(known, end));
      known = end;
      if (known <= run.remembered) run.onProgress('Remembering', known, run.remembered);
    }
  };
}

/** Lines of `git log` at the start of a task, and on a tool call. */
const LATEST = 10;
const LATEST_OF_FILE = 3;

// More than the largest block that is packed holds.
const FULL_TEXT_ROWS = 50;

/** `git log -n 10 --oneline` at the commit's parent. */
function latestCommits(commits: readonly ReplayCommit[], { position }: ReplayCommit): Answer {
  return oneLineEach(commits.slice(0, position).slice(-LATEST).toReversed());
}

/** `git log -n 3 --oneline -- <path>` at the commit's parent. */
function latestOfFile(commits: readonly ReplayCommit[], { position }: ReplayCommit, path: string): Answer {
  const before = commits.slice(0, position).filter(({ paths }) => paths.includes(path));
  return oneLineEach(before.slice(-LATEST_OF_FILE).toReversed());
}

/** A commit costs no less than this: its short hash and its subject. */
function oneLineEach(commits: readonly ReplayCommit[]): Answer {
  const text = commits.map(({ hash, subject }) => `${hash.slice(0, 7)} ${subject}`).join('\n');
  return { named: commits.map(({ position }) => position), tokens: estimateTokens(text), answered: true };
}

/** What plain full-text search finds for the subject, packed like our own start block into the same budget. */
async function fullTextBlock(memory: ReplayMemory, commit: ReplayCommit, settings: BlockSettings): Promise<Answer> {
  return packed(memory, commit, { text: commit.subject, limit: FULL_TEXT_ROWS }, settings);
}

/** The same for subject and file, with the budget and the lines of our own block on a tool call. */
async function fullTextOfFile(memory: ReplayMemory, commit: ReplayCommit, path: string): Promise<Answer> {
  const { budgetTokens, maxSuggestionsPerEvent: limit } = DEFAULT_IN_SESSION_CONFIG;
  const settings = { workType: 'unknown', budgetTokens, minRelevance: 0 };
  return packed(memory, commit, { text: `${commit.subject} ${path}`, limit }, settings);
}

async function packed(
  memory: ReplayMemory,
  commit: ReplayCommit,
  { text, limit }: { readonly text: string; readonly limit: number },
  settings: BlockSettings,
): Promise<Answer> {
  const rows = await memory.rowsAt(await memory.searchText(text, limit));
  return answerOf(await packBlock(memory.org, commit, rows, settings));
}
