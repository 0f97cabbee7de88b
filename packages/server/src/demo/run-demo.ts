import type { SessionMemoryBlock } from '@inkling/engine';
import { systemClock } from '@inkling/engine/operator';
import { type GuessedWorkType, guessWorkType } from '../agents/guess-work-type.ts';
import type { CommandMemory } from '../client/command-memory.ts';
import type { GitRepository } from '../git/locate-repository.ts';
import { readCommits } from '../git/read-commits.ts';
import { commitTime, isBot, withoutTrailers } from '../importers/git/commit-observation.ts';
import { importGit } from '../importers/git/import-git.ts';
import type { ImportProgress } from '../importers/import-target.ts';
import { importMarkdown } from '../importers/markdown/import-markdown.ts';

/** Newest commits that memory is asked about. */
const ASKED = 30;
/** Of these, the work items that are shown with their block. */
const SHOWN = 3;

// A block takes milliseconds; a machine that is busy building in the meantime must not turn the answer into a time-out.
const DEADLINE_MS = 30_000;

interface DemoOptions {
  readonly repository: GitRepository;
  readonly projectId: string;
  readonly clock: ReturnType<typeof createTravelClock>;
  readonly onProgress: (label: string) => ImportProgress;
}

/** A piece of work that really happened, as it stood before it was done, with the block that its agent would have got. */
export interface DemoAnswer {
  readonly commit: string;
  readonly title: string;
  readonly workType: GuessedWorkType;
  /** The last moment before the commit was made, in milliseconds. Nothing later may be recalled for it. */
  readonly asOf: number;
  readonly block: SessionMemoryBlock;
}

/** What a demo found. */
export type DemoResult = Awaited<ReturnType<typeof runDemo>>;

/** The main job, end to end: a repository's history and documents into memory, and memory out for its newest pieces of work. */
export async function runDemo(memory: CommandMemory, options: DemoOptions) {
  const { repository, projectId, clock, onProgress } = options;
  const { directory, workTree: root } = repository;
  const git = await importGit(memory, { directory, projectId, clock, onProgress: onProgress('Reading commits') });
  const files = { projectId, clock, onProgress: onProgress('Reading files') };
  // A bare repository has no files to read.
  const markdown = root === null ? null : await importMarkdown(memory, { root, sources: [root], ...files });
  await memory.warm({ projectId });
  const asked: DemoAnswer[] = [];
  for (const item of await chooseWorkItems(repository, clock.now())) {
    asked.push({ ...item, block: await blockBefore(memory, item, options) });
  }
  const matching = asked.filter(({ block }) => block.rows.length > 0);
  // The newest three that it had something for; if fewer, filled up with the newest others.
  const answers = [...matching, ...asked.filter((item) => !matching.includes(item))].slice(0, SHOWN);
  return { projectId, git, markdown, asked: asked.length, matched: matching.length, answers };
}

/** Asks with the clock set to the moment before the commit. */
async function blockBefore(
  memory: CommandMemory,
  { commit, title, workType, asOf }: Omit<DemoAnswer, 'block'>,
  { projectId, clock }: DemoOptions,
): Promise<SessionMemoryBlock> {
  const question = { projectId, queryText: title, workType, sessionId: `demo-${commit}` };
  clock.travelTo(asOf);
  try {
    return await memory.previewStartBlock({ ...question, deadlineMs: DEADLINE_MS, explain: true });
  } finally {
    clock.travelTo(null);
  }
}

/** The system's clock, save that its date can be set: a memory that reads it cannot see what was created later. */
export function createTravelClock() {
  let moment: number | null = null;
  return {
    ...systemClock,
    now: () => moment ?? systemClock.now(),
    /** Sets the date, in milliseconds since 1970; null = today. */
    travelTo: (to: number | null): void => void (moment = to),
  };
}

/**
 * The newest commits as work items: the subject is the title (see {@link workItemTitle}). The body is left out: it tells how the work ended, which
 * nobody knew when it began.
 */
async function chooseWorkItems(
  repository: GitRepository,
  nowMs: number,
): Promise<readonly Omit<DemoAnswer, 'block'>[]> {
  const items = new Map<string, Omit<DemoAnswer, 'block'>>();
  if (repository.heads.length === 0) return [];
  for await (const commit of readCommits(repository, { from: repository.heads })) {
    const subject = withoutTrailers(commit.message).trim().split('\n')[0] ?? '';
    const title = workItemTitle(subject);
    if (title === '' || items.has(title) || isBot(commit.authorName, commit.authorEmail)) continue;
    const workType = guessWorkType(subject);
    items.set(title, { commit: commit.hash, title, workType, asOf: commitTime(commit, nowMs) - 1 });
    if (items.size === ASKED) break;
  }
  return [...items.values()];
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
