import { commitObservation } from '../importers/git/commit-observation.ts';
import type { CommitRecord } from '../importers/git/commit-parser.ts';
import { isBot } from '../importers/git/is-bot.ts';
import type { GitRepository } from '../importers/git/locate-repository.ts';
import { readCommits } from '../importers/git/read-commits.ts';
import { runGit } from '../importers/git/run-git.ts';
import type { ImportProgress } from '../importers/import-target.ts';
import { MAX_TOUCHED_FILES, type ReplayCommit } from './replay-commit.ts';

/** What of a repository is replayed. */
export interface ReadHistoryOptions {
  readonly projectId: string;
  /** Only the newest so many commits, merges not counted. */
  readonly maxCommits: number;
  /** Milliseconds since 1970; a commit dated later counts as made now. */
  readonly nowMs: number;
  readonly onProgress?: ImportProgress;
}

/** A history as a replay needs it, and what was left out of it, as an import would leave it out. */
export interface ReplayHistory {
  /** The oldest first. */
  readonly commits: readonly ReplayCommit[];
  /** Commits read, those left out included. */
  readonly read: number;
  readonly bots: number;
  /** Commits without a message. */
  readonly empty: number;
  /** Commits whose message an earlier one has word for word: memory holds a statement once. */
  readonly repeated: number;
}

/**
 * Reads a history, oldest first, without merges and bots. No commit comes before one of its ancestors, whatever their dates say.
 * @throws InklingError `import-source-invalid` when git cannot read it.
 */
export async function readHistory(repository: GitRepository, options: ReadHistoryOptions): Promise<ReplayHistory> {
  const records = await readRecords(repository, options);
  const order = await ancestorsFirst(repository, options.maxCommits);
  const tally = { read: 0, bots: 0, empty: 0, repeated: 0 };
  const commits: ReplayCommit[] = [];
  const known = new Set<string>();
  for (const record of order.flatMap((hash) => records.get(hash) ?? [])) {
    tally.read += 1;
    const observation = commitObservation(record, options.projectId, options.nowMs);
    if (isBot(record.authorName, record.authorEmail)) tally.bots += 1;
    else if (!observation) tally.empty += 1;
    else if (known.has(observation.content)) tally.repeated += 1;
    else {
      known.add(observation.content);
      commits.push(replayCommit(record, observation, commits.length));
    }
  }
  return { commits, ...tally };
}

async function readRecords(
  repository: GitRepository,
  { maxCommits, onProgress }: ReadHistoryOptions,
): Promise<ReadonlyMap<string, CommitRecord>> {
  const records = new Map<string, CommitRecord>();
  if (repository.heads.length === 0) return records;
  for await (const record of readCommits(repository, { from: repository.heads, maxCount: maxCommits })) {
    records.set(record.hash, record);
    onProgress?.(records.size, maxCommits);
  }
  return records;
}

/** Hashes, each after all its ancestors: `git log` orders by date, and a machine's clock may have been wrong. */
async function ancestorsFirst({ directory, heads }: GitRepository, maxCommits: number): Promise<readonly string[]> {
  if (heads.length === 0) return [];
  const range = ['--date-order', '--no-merges', `--max-count=${maxCommits}`, '--end-of-options', ...heads, '--'];
  const { stdout } = await runGit(directory, ['rev-list', ...range]);
  return stdout
    .split('\n')
    .filter((line) => line !== '')
    .toReversed();
}

function replayCommit(record: CommitRecord, observation: ReplayCommit['observation'], position: number): ReplayCommit {
  return {
    position,
    hash: record.hash,
    subject: observation.content.split('\n')[0] ?? '',
    paths: record.paths.length > MAX_TOUCHED_FILES ? [] : [...new Set(record.paths)],
    observation,
  };
}
