import type { ObservationInput } from '@inkling/engine';
import type { GitRepository } from '../git/locate-repository.ts';
import { type CommitRecord, readCommits } from '../git/read-commits.ts';
import { commitObservation, isBot, outsideAuthors } from '../importers/git/commit-observation.ts';
import type { ImportProgress } from '../importers/import-target.ts';

interface ReadHistoryOptions {
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
    // What an import leaves out, memory has not.
    if (!repository.boundary.has(record.hash)) records.push(record);
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

export interface ReplayCommit {
  /** Its place in the history, from 0, the oldest. What is earlier has a lower one. */
  readonly position: number;
  readonly hash: string;
  readonly subject: string;
  /**
   * The files it touched, as git lists them. Empty for a commit over {@link MAX_TOUCHED_FILES}: it stays in memory, but it is
   * neither asked about nor counted as right.
   */
  readonly paths: readonly string[];
  /** What memory holds of it: what an import of this history would have stored. */
  readonly observation: ObservationInput;
}

/** A commit that touches more files (a reformat, a vendored tree) shares one with everything and says little about any. */
export const MAX_TOUCHED_FILES = 200;

const POSITION_DIGITS = 12;

/**
 * The id under which a replayed commit is remembered: a UUIDv7 of its date whose random part is its position. Random bits would
 * break ties between equally good rows in another way at each run, and the same history could give other figures.
 */
export function observationIdAt(position: number, createdAtMs: number): string {
  const time = Math.max(0, Math.floor(createdAtMs)).toString(16).padStart(12, '0').slice(-12);
  const tail = position.toString(16).padStart(POSITION_DIGITS, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-${tail}`;
}

/** The position that {@link observationIdAt} put into an id. */
export function positionOf(observationId: string): number {
  return Number.parseInt(observationId.slice(-POSITION_DIGITS), 16);
}
