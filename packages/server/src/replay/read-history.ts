import { commitObservation } from '../importers/git/commit-observation.ts';
import { readCommits, type CommitRecord } from '../git/read-commits.ts';
import { isBot, outsideAuthors } from '../importers/git/is-bot.ts';
import type { GitRepository } from '../git/locate-repository.ts';
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
  const [records, outside] = await Promise.all([readRecords(repository, options), outsideAuthors(repository)]);
  const tally = { read: 0, bots: 0, empty: 0, repeated: 0 };
  const commits: ReplayCommit[] = [];
  const known = new Set<string>();
  for (const record of records.toReversed()) {
    tally.read += 1;
    const observation = commitObservation(record, options.projectId, options.nowMs, outside);
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

/** The newest first. */
async function readRecords(
  repository: GitRepository,
  { maxCommits, onProgress }: ReadHistoryOptions,
): Promise<readonly CommitRecord[]> {
  const records: CommitRecord[] = [];
  if (repository.heads.length === 0) return records;
  // A machine's clock may have been wrong, and which commits are the newest so many must not depend on it either.
  const range = { from: repository.heads, maxCount: maxCommits, ancestorsLast: true };
  for await (const record of readCommits(repository, range)) {
    records.push(record);
    onProgress?.(records.length, maxCommits);
  }
  return records;
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
