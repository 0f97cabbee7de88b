import type { Clock, ObservationInput } from '@inkling/engine';
import {
  countQuarantined,
  IMPORT_BATCH,
  rememberBatch,
  type ImportProgress,
  type ImportReport,
  type ImportTally,
  type ImportTarget,
  type RefusedRow,
} from '../import-target.ts';
import { countCommits, readCommits, type CommitRange, type CommitRecord } from '../../git/read-commits.ts';
import { locateRepository, type GitRepository } from '../../git/locate-repository.ts';
import { runGit } from '../../git/run-git.ts';
import { recordAt, textsOf } from '../../base/record.ts';
import { commitObservation, isBot, outsideAuthors } from './commit-observation.ts';
import { createReverts, readKnownCommits, refreshRewrittenIn, supersedeStale } from './known-commits.ts';
import type { KnownCommits, RefreshRewritten } from './known-commits.ts';

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

const NOTHING = {
  commits: 0,
  imported: 0,
  /** Commits whose message was already there: an earlier import's, or another commit's with the same words. */
  duplicates: 0,
  /** Earlier texts of commits, which other rules had made. */
  superseded: 0,
  /** Commits that were left out, because somebody had forgotten them. */
  forgotten: 0,
  bots: 0,
  /** Commits at which a shallow clone ends: what they changed is not known. */
  boundary: 0,
  /** Commits without a message. */
  empty: 0,
  /** Messages that were too long and keep their beginning only. */
  cut: 0,
  /** New observations that wait for a review. */
  quarantined: 0,
  /** Observations in which a secret was redacted. */
  redacted: 0,
};

type RefusedCommit = RefusedRow & { readonly commit: string };

type Tally = ImportTally<typeof NOTHING, RefusedCommit>;

export interface GitImportReport extends ImportReport<RefusedCommit>, Readonly<typeof NOTHING> {
  readonly repository: string;
  /** True when the walk stopped at what an earlier import had covered. */
  readonly incremental: boolean;
  readonly warnings: readonly string[];
}

const CURSOR_SOURCE = 'git';

/**
 * Imports a repository's commit messages, from HEAD. A second run reads only what is new since the first.
 * Stopped half-way it leaves no cursor: the next run walks again and finds what is there to be duplicates.
 * @throws InklingError `import-source-invalid`, `dependency-missing`, and what the memory throws.
 */
export async function importGit(target: ImportTarget, options: GitImportOptions): Promise<GitImportReport> {
  const startedAt = options.clock.monotonic();
  const repository = await locateRepository(options.directory);
  const covered = options.full ? [] : await coveredHeads(target, repository, options);
  const tally: Tally = { ...NOTHING, refused: [] };
  if (repository.heads.length > 0) {
    await walk(target, repository, { ...options, from: repository.heads, except: covered }, options, tally);
    const heads = [...new Set([...repository.heads, ...covered])].slice(0, MAX_HEADS);
    // What there is of a shallow clone changes when more is fetched.
    const scope = repository.shallow ? null : scopeOf(options);
    await target.importCursors.set(options.projectId, CURSOR_SOURCE, { heads, scope });
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

function scopeOf({ includeMerges = false, includeBots = false, maxCount }: GitImportOptions): string {
  return JSON.stringify({ includeMerges, includeBots, maxCount });
}

// Work trees of one project import from several branches. An older head than these costs only a longer walk.
const MAX_HEADS = 16;
const OBJECT_NAME = /^([0-9a-f]{40}|[0-9a-f]{64})$/;

/**
 * Commits that an earlier import has already covered and that this repository still has: the walk stops there. None when it looked more or less
 * widely than this one, or covered a revert that is gone: then everything is walked again, and what is already known is found to be a duplicate.
 */
async function coveredHeads(
  target: ImportTarget,
  repository: GitRepository,
  options: GitImportOptions,
): Promise<string[]> {
  const { projectId } = options;
  // Nothing there: it was forgotten since, and the cursor speaks of rows that are gone.
  if ((await target.observations.count({ projectId })) === 0) return [];
  const { heads, scope } = recordAt(await target.importCursors.get(projectId, CURSOR_SOURCE));
  const present: string[] = [];
  for (const head of scope === scopeOf(options) ? textsOf(heads) : []) {
    // A rewritten history may have lost it; git would refuse the whole walk for one unknown name.
    if (OBJECT_NAME.test(head) && (await hasCommit(repository, head))) present.push(head);
  }
  return (await hasDroppedRevert(repository, present)) ? [] : present;
}

/** What a revert took back holds again when no branch, tag or HEAD has the revert any more. Only those are looked at; one that git has pruned is not seen. */
async function hasDroppedRevert({ directory }: GitRepository, covered: readonly string[]): Promise<boolean> {
  if (covered.length === 0) return false;
  const reverts = ['log', '-1', '--format=%H', '--no-show-signature', '--fixed-strings', '--grep=This reverts commit '];
  const { stdout } = await runGit(directory, [...reverts, ...covered, '--not', '--all', '--']);
  return stdout.trim() !== '';
}

async function hasCommit({ directory }: GitRepository, hash: string): Promise<boolean> {
  return (await runGit(directory, ['cat-file', '-e', `${hash}^{commit}`])).exitCode === 0;
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
  const refresh = refreshRewrittenIn(target, repository);
  // What is new since the last import is not known yet.
  const isFirstLook = (range.except ?? []).length === 0;
  const known = isFirstLook ? await readKnownCommits(target, options.projectId) : NOTHING_KNOWN;
  const memory: CommitMemory = { target, refresh, known };
  const reverts = createReverts();
  const take = (commit: CommitRecord, counts: Tally) => choose(commit, reverts.read(commit), options, outside, counts);
  let batch: PendingCommit[] = [];
  for await (const commit of readCommits(repository, range)) {
    tally.commits += 1;
    if (repository.boundary.has(commit.hash)) {
      tally.boundary += 1;
      continue;
    }
    const pending = take(commit, tally);
    if (pending) batch.push(pending);
    if (batch.length < IMPORT_BATCH) continue;
    await store(memory, batch, tally);
    batch = [];
    options.onProgress?.(tally.commits, total);
  }
  await store(memory, batch, tally);
  options.onProgress?.(tally.commits, total);
  if (isFirstLook) return;
  await markReverted(memory, options.projectId, readNamed(repository, reverts.unread()), (commit) =>
    take(commit, { ...NOTHING, refused: [] }),
  );
}

/** What an earlier import stored may have been taken back since: it is marked, and nothing is brought in. */
async function markReverted(
  { target, refresh }: CommitMemory,
  projectId: string,
  commits: AsyncIterable<CommitRecord>,
  take: (commit: CommitRecord) => PendingCommit | null,
): Promise<void> {
  let stored: KnownCommits | null = null;
  for await (const commit of commits) {
    stored ??= await readKnownCommits(target, projectId);
    const input = take(commit)?.input;
    if (input) await refresh((stored.get(commit.hash) ?? []).map(({ id }) => ({ id, input })));
  }
}

/** The commits of these hashes that the repository has. */
async function* readNamed(repository: GitRepository, hashes: Iterable<string>): AsyncGenerator<CommitRecord> {
  for (const hash of hashes) {
    const only = { from: [hash], maxCount: 1, includeMerges: true };
    if (await hasCommit(repository, hash)) yield* readCommits(repository, only);
  }
}

function choose(
  commit: CommitRecord,
  revertedBy: string | null,
  options: GitImportOptions,
  outside: ReadonlySet<string>,
  tally: Tally,
): PendingCommit | null {
  if (!options.includeBots && isBot(commit.authorName, commit.authorEmail)) {
    tally.bots += 1;
    return null;
  }
  const input = commitObservation(commit, options.projectId, options.clock.now(), outside, revertedBy);
  if (!input) tally.empty += 1;
  else if (input.metadata?.['cut']) tally.cut += 1;
  return input && { hash: commit.hash, input };
}

interface CommitMemory {
  readonly target: ImportTarget;
  readonly refresh: RefreshRewritten;
  readonly known: KnownCommits;
}

const NOTHING_KNOWN: KnownCommits = new Map();

async function store(
  { target, refresh, known }: CommitMemory,
  batch: readonly PendingCommit[],
  tally: Tally,
): Promise<void> {
  if (batch.length === 0) return;
  const { results, forgotten, refused } = await rememberBatch(
    target,
    batch.map(({ hash, input }) =>
      known.get(hash)?.some(({ pinned }) => pinned) ? { ...input, pinned: true } : input,
    ),
  );
  const absent = new Set([...forgotten, ...refused.map(({ index }) => index)]);
  const stored = batch.filter((_commit, index) => !absent.has(index));
  await refresh(results.flatMap(({ id, created }, at) => (created ? [] : { id, input: stored[at]!.input })));
  for (const [at, result] of results.entries()) {
    const { hash, input } = stored[at]!;
    tally.superseded += await supersedeStale(target, known.get(hash) ?? [], result, input.content);
  }
  const created = results.filter((result) => result.created).length;
  tally.imported += created;
  tally.duplicates += results.length - created;
  tally.forgotten += forgotten.length;
  tally.quarantined += countQuarantined(results);
  tally.redacted += results.filter((result) => result.redacted.length > 0).length;
  for (const row of refused) tally.refused.push({ ...row, commit: batch[row.index]?.hash ?? '' });
}

function warningsFor(repository: GitRepository): string[] {
  if (repository.heads.length === 0) return ['The repository has no commits yet: nothing to import.'];
  if (!repository.shallow) return [];
  return [
    'The clone is shallow: older history is missing, and what its oldest commits changed. Run "git fetch --unshallow", then import again.',
  ];
}
