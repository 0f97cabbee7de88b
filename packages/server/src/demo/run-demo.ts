import type { Clock, RecallResult, SessionMemoryBlock } from '@inkling/engine';
import { systemClock } from '@inkling/engine/operator';
import { composeRetrievalQuery } from '@inkling/engine/building-blocks';
import { type GuessedWorkType, guessWorkType } from '../agents/guess-work-type.ts';
import type { CommandMemory } from '../client/command-memory.ts';
import type { GitRepository } from '../git/locate-repository.ts';
import { readCommits } from '../git/read-commits.ts';
import { commitTime, isBot, splitTrailers } from '../importers/git/commit-observation.ts';
import { type GitImportReport, importGit } from '../importers/git/import-git.ts';
import type { ImportProgress } from '../importers/import-target.ts';
import { importMarkdown, type MarkdownImportReport } from '../importers/markdown/import-markdown.ts';

/** Newest commits that memory is asked about. */
const ASKED = 30;
/** Of these, the work items that are shown with their block. */
const SHOWN = 3;

// Recall takes milliseconds; a machine that is busy building in the meantime must not turn the answer into a time-out.
const DEADLINE_MS = 30_000;

/** What a demo runs on. */
interface DemoOptions {
  readonly repository: GitRepository;
  readonly projectId: string;
  readonly clock: TravelClock;
  readonly onProgress: (label: string) => ImportProgress;
}

interface AskedItem extends DemoWorkItem {
  readonly recall: RecallResult;
}

/** A work item with the memory that an agent would have got for it. */
export interface DemoAnswer extends AskedItem {
  readonly block: SessionMemoryBlock;
}

/** What a demo found. */
export interface DemoResult {
  readonly projectId: string;
  readonly git: GitImportReport;
  /** null for a bare repository, which has no files to read. */
  readonly markdown: MarkdownImportReport | null;
  /** Loading the search index, which a daemon does once. */
  readonly warmMs: number;
  /** Milliseconds of each recall, in the order of the questions; one for each commit that was asked about. */
  readonly recallMs: readonly number[];
  /** For how many of them memory had something relevant. */
  readonly matched: number;
  /** The newest three that it had something for; if fewer, filled up with the newest others. */
  readonly answers: readonly DemoAnswer[];
}

/** The main job, end to end: a repository's history and documents into memory, and memory out for its newest pieces of work. */
export async function runDemo(memory: CommandMemory, options: DemoOptions): Promise<DemoResult> {
  const { repository, projectId, clock, onProgress } = options;
  const directory = repository.directory;
  const git = await importGit(memory, { directory, projectId, clock, onProgress: onProgress('Reading commits') });
  const markdown = await importDocuments(memory, options);
  const startedAt = clock.monotonic();
  await memory.warm({ projectId });
  const warmMs = clock.monotonic() - startedAt;
  const asked = await askAll(memory, options);
  const matching = asked.filter(({ recall }) => recall.rows.length > 0);
  const shown = [...matching, ...asked.filter((item) => !matching.includes(item))].slice(0, SHOWN);
  const answers: DemoAnswer[] = [];
  for (const item of shown) {
    answers.push({ ...item, block: await askBefore(item, options, (question) => blockFor(memory, item, question)) });
  }
  const recallMs = asked.map(({ recall }) => recall.elapsedMs);
  return { projectId, git, markdown, warmMs, recallMs, matched: matching.length, answers };
}

async function importDocuments(memory: CommandMemory, options: DemoOptions): Promise<MarkdownImportReport | null> {
  const { repository, projectId, clock, onProgress } = options;
  const root = repository.workTree;
  if (root === null) return null;
  return importMarkdown(memory, { root, sources: [root], projectId, clock, onProgress: onProgress('Reading files') });
}

async function askAll(memory: CommandMemory, options: DemoOptions): Promise<AskedItem[]> {
  const asked: AskedItem[] = [];
  for (const item of await chooseWorkItems(options.repository, ASKED, options.clock.now())) {
    asked.push({ ...item, recall: await askBefore(item, options, (question) => memory.recall(question)) });
  }
  return asked;
}

interface Question {
  readonly projectId: string;
  readonly queryText: string;
  readonly deadlineMs: number;
  readonly explain: true;
}

/** Asks with the clock set to the moment before the commit. */
async function askBefore<T>(
  item: DemoWorkItem,
  { projectId, clock }: DemoOptions,
  ask: (question: Question) => Promise<T>,
): Promise<T> {
  const queryText = composeRetrievalQuery({ title: item.title }, item.commit);
  clock.travelTo(item.asOf);
  try {
    return await ask({ projectId, queryText, deadlineMs: DEADLINE_MS, explain: true });
  } finally {
    clock.travelTo(null);
  }
}

function blockFor(memory: CommandMemory, item: DemoWorkItem, question: Question): Promise<SessionMemoryBlock> {
  return memory.previewStartBlock({ ...question, sessionId: `demo-${item.commit}`, workType: item.workType });
}

/** The system's clock, save that its date can be set: a memory that reads it cannot see what was created later. */
interface TravelClock extends Clock {
  /** Sets the date, in milliseconds since 1970; null = today. */
  travelTo(moment: number | null): void;
}

export function createTravelClock(): TravelClock {
  let moment: number | null = null;
  return {
    ...systemClock,
    now: () => moment ?? systemClock.now(),
    travelTo(to) {
      moment = to;
    },
  };
}

/** A piece of work that really happened, as it stood before it was done. */
interface DemoWorkItem {
  readonly commit: string;
  readonly title: string;
  readonly workType: GuessedWorkType;
  /** The last moment before the commit was made, in milliseconds. Nothing later may be recalled for it. */
  readonly asOf: number;
}

/**
 * The newest commits as work items: the subject is the title (see {@link workItemTitle}), and memory is asked as of the moment before the commit, so the answer
 * cannot know the commit itself. The body is left out: it tells how the work ended, which nobody knew when it began.
 */
async function chooseWorkItems(
  repository: GitRepository,
  count: number,
  nowMs: number,
): Promise<readonly DemoWorkItem[]> {
  const items: DemoWorkItem[] = [];
  if (repository.heads.length === 0) return items;
  for await (const commit of readCommits(repository, { from: repository.heads })) {
    const subject = splitTrailers(commit.message).text.trim().split('\n')[0] ?? '';
    const title = workItemTitle(subject);
    if (title === '' || isBot(commit.authorName, commit.authorEmail)) continue;
    if (items.some((item) => item.title === title)) continue;
    items.push({
      commit: commit.hash,
      title,
      workType: guessWorkType(subject),
      asOf: commitTime(commit, nowMs) - 1,
    });
    if (items.length === count) break;
  }
  return items;
}

/** The types of conventional commits. Any other word before a colon is a scope ("tftp: …"), mostly the name of a module. */
const CONVENTIONAL_TYPE =
  /^(?:build|bugfix|chore|ci|deps|docs?|feat|feature|fix|hotfix|perf|refactor|release|revert|style|tests?|wip)(?:\(([^)]*)\))?!?:\s+/i;
const PULL_REQUEST_NUMBER = /\s*\(#\d+\)$/;

/**
 * What a commit's subject would have been called before the work was done: without the number of the pull request, which did not
 * exist yet, and without the conventional type, which the work type says; the scope stays, with a type or alone.
 */
export function workItemTitle(subject: string): string {
  const withoutNumber = subject.trim().replace(PULL_REQUEST_NUMBER, '');
  return withoutNumber.replace(CONVENTIONAL_TYPE, (_type, scope: string | undefined) => (scope ? `${scope}: ` : ''));
}
