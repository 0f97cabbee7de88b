import type { Clock, ObservationInput } from '@inkling/engine';
import type { ImportProgress, ImportTarget } from '../import-target.ts';
import { IMPORT_BATCH, rememberBatch, type RefusedRow } from '../remember-batch.ts';
import { commitObservation } from './commit-observation.ts';
import type { CommitRecord } from '../../git/commit-parser.ts';
import { coveredHeads, nextCursor, type GitCursorScope } from './git-cursor.ts';
import { isBot } from './is-bot.ts';
import { outsideAuthors } from './outside-authors.ts';
import { locateRepository, type GitRepository } from '../../git/locate-repository.ts';
import { countCommits, readCommits, type CommitRange } from '../../git/read-commits.ts';

/** What to import from where. */
export interface GitImportOptions {
  /** A directory inside the repository, or a bare repository. */
  readonly directory: string;
  readonly projectId: string;
  readonly clock: Clock;
  /** (Default: false) */
  readonly includeMerges?: boolean;
  /** (Default: false) */
  readonly includeBots?: boolean;
  /** Only the newest so many commits. (Default: all) */
  readonly maxCount?: number;
  /** Walk everything again, whatever an earlier import covered. (Default: false) */
  readonly full?: boolean;
  readonly onProgress?: ImportProgress;
}

/** How an import of a git history ended. */
export interface GitImportReport {
  readonly source: 'git';
  readonly projectId: string;
  readonly repository: string;
  /** Commits that were read. */
  readonly commits: number;
  readonly imported: number;
  /** Commits whose message was already there: an earlier import's, or another commit's with the same words. */
  readonly duplicates: number;
  readonly bots: number;
  /** Commits without a message. */
  readonly empty: number;
  /** Messages that were too long and keep their beginning only. */
  readonly cut: number;
  /** Observations in which a secret was redacted. */
  readonly redacted: number;
  readonly refused: readonly (RefusedRow & { readonly commit: string })[];
  /** True when the walk stopped at what an earlier import had covered. */
  readonly incremental: boolean;
  readonly warnings: readonly string[];
  readonly elapsedMs: number;
}

type Tally = {
  -readonly [Key in 'commits' | 'imported' | 'duplicates' | 'bots' | 'empty' | 'cut' | 'redacted']: number;
} & {
  refused: (RefusedRow & { commit: string })[];
};

const CURSOR_SOURCE = 'git';

/**
 * Imports a repository's commit messages, from HEAD. A second run reads only what is new since the first.
 * Stopped half-way it leaves no cursor: the next run walks again and finds what is there to be duplicates.
 * @throws InklingError `import-source-invalid`, `dependency-missing`, and what the memory throws.
 */
export async function importGit(target: ImportTarget, options: GitImportOptions): Promise<GitImportReport> {
  const startedAt = options.clock.monotonic();
  const repository = await locateRepository(options.directory);
  const scope = scopeOf(options);
  const covered = options.full ? [] : await startingPoint(target, repository, options.projectId, scope);
  const tally: Tally = { commits: 0, imported: 0, duplicates: 0, bots: 0, empty: 0, cut: 0, redacted: 0, refused: [] };
  if (repository.heads.length > 0) {
    await walk(target, repository, rangeOf(repository, covered, options), options, tally);
    const cursor = nextCursor(repository.heads, covered, scope);
    await target.importCursors.set(options.projectId, CURSOR_SOURCE, { ...cursor });
  }
  return {
    source: 'git',
    projectId: options.projectId,
    repository: repository.directory,
    ...tally,
    incremental: covered.length > 0,
    warnings: warningsFor(repository),
    elapsedMs: options.clock.monotonic() - startedAt,
  };
}

function scopeOf(options: GitImportOptions): GitCursorScope {
  const { includeMerges = false, includeBots = false, maxCount = null } = options;
  return { includeMerges, includeBots, maxCount };
}

async function startingPoint(
  target: ImportTarget,
  repository: GitRepository,
  projectId: string,
  scope: GitCursorScope,
): Promise<string[]> {
  // Nothing there: it was forgotten since, and the cursor speaks of rows that are gone.
  if ((await target.observations.count({ projectId })) === 0) return [];
  return coveredHeads(repository, await target.importCursors.get(projectId, CURSOR_SOURCE), scope);
}

function rangeOf(repository: GitRepository, covered: readonly string[], options: GitImportOptions): CommitRange {
  return {
    from: repository.heads,
    except: covered,
    includeMerges: options.includeMerges ?? false,
    ...(options.maxCount === undefined ? {} : { maxCount: options.maxCount }),
  };
}

interface PendingCommit {
  readonly hash: string;
  readonly input: ObservationInput;
}

async function walk(
  target: ImportTarget,
  repository: GitRepository,
  range: CommitRange,
  options: GitImportOptions,
  tally: Tally,
): Promise<void> {
  const total = options.onProgress ? await countCommits(repository, range) : 0;
  const outside = await outsideAuthors(repository);
  let batch: PendingCommit[] = [];
  for await (const commit of readCommits(repository, range)) {
    tally.commits += 1;
    const pending = choose(commit, options, outside, tally);
    if (pending) batch.push(pending);
    if (batch.length < IMPORT_BATCH) continue;
    await store(target, batch, tally);
    batch = [];
    options.onProgress?.(tally.commits, total);
  }
  await store(target, batch, tally);
  options.onProgress?.(tally.commits, total);
}

function choose(
  commit: CommitRecord,
  options: GitImportOptions,
  outside: ReadonlySet<string>,
  tally: Tally,
): PendingCommit | null {
  if (!options.includeBots && isBot(commit.authorName, commit.authorEmail)) {
    tally.bots += 1;
    return null;
  }
  const input = commitObservation(commit, options.projectId, options.clock.now(), outside);
  if (!input) tally.empty += 1;
  else if (input.metadata?.['cut']) tally.cut += 1;
  return input && { hash: commit.hash, input };
}

async function store(target: ImportTarget, batch: readonly PendingCommit[], tally: Tally): Promise<void> {
  if (batch.length === 0) return;
  const { results, refused } = await rememberBatch(
    target,
    batch.map(({ input }) => input),
  );
  const created = results.filter((result) => result.created).length;
  tally.imported += created;
  tally.duplicates += results.length - created;
  tally.redacted += results.filter((result) => result.redacted.length > 0).length;
  for (const row of refused) tally.refused.push({ ...row, commit: batch[row.index]?.hash ?? '' });
}

function warningsFor(repository: GitRepository): string[] {
  if (repository.heads.length === 0) return ['The repository has no commits yet: nothing to import.'];
  if (!repository.shallow) return [];
  return [
    'The clone is shallow: older history is missing. Run "git fetch --unshallow", then import again with --full.',
  ];
}
