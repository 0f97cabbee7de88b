import { InklingError } from '@inkling/engine/errors';
import type { GitRepository } from './locate-repository.ts';
import { runGit, spawnGit, waitForGit } from './run-git.ts';

/** One commit as `git log` reports it, before anything is decided about it. */
export interface CommitRecord {
  readonly hash: string;
  /** Seconds since 1970, or NaN when the commit's header holds nonsense. */
  readonly authoredAt: number;
  readonly committedAt: number;
  readonly authorName: string;
  readonly authorEmail: string;
  readonly message: string;
  /** Relative to the repository's root, `/` as separator. Empty for merges and empty commits. */
  readonly paths: readonly string[];
}

/**
 * The format of a record for `git log -z --name-only`. It begins with a NUL, which gives an empty token: no path is empty, so that
 * token is the only sure sign of a new commit (a file may be called like a hash, and an author's name may be empty).
 */
const COMMIT_FORMAT = '%x00%H%x00%at%x00%ct%x00%aN%x00%aE%x00%B';

const HEADER_FIELDS = 6;

/** Turns the tokens of `git log -z --name-only --format=`{@link COMMIT_FORMAT} into commits. */
export async function* commitsOf(batches: AsyncIterable<readonly string[]>): AsyncGenerator<CommitRecord> {
  let fields: string[] | null = null;
  for await (const tokens of batches) {
    for (const token of tokens) {
      const isInHeader = fields !== null && fields.length < HEADER_FIELDS;
      if (token !== '' || isInHeader) {
        fields?.push(token);
        continue;
      }
      if (fields) yield toCommit(fields);
      fields = [];
    }
  }
  if (fields) yield toCommit(fields);
}

function toCommit(fields: readonly string[]): CommitRecord {
  const [hash = '', authoredAt = '', committedAt = '', authorName = '', authorEmail = '', message = ''] = fields;
  const [first, ...rest] = fields.slice(HEADER_FIELDS);
  return {
    hash,
    authoredAt: Number.parseInt(authoredAt, 10),
    committedAt: Number.parseInt(committedAt, 10),
    authorName,
    authorEmail,
    message,
    // Git puts one line break between the message and the list of paths; a second one would belong to the path.
    paths: first === undefined ? [] : [first.replace(/^\n/, ''), ...rest],
  };
}

export interface CommitRange {
  /** Commits reachable from these… */
  readonly from: readonly string[];
  /** …and not from these. (Default: none) */
  readonly except?: readonly string[];
  /** (Default: false) */
  readonly includeMerges?: boolean;
  /** The newest so many. (Default: all) */
  readonly maxCount?: number;
  /** None before its descendants, whatever their dates say. Git then walks all of them before it shows the first. (Default: false) */
  readonly ancestorsLast?: boolean;
}

function rangeArguments(range: CommitRange): string[] {
  return [
    ...(range.includeMerges ? [] : ['--no-merges']),
    ...(range.ancestorsLast ? ['--date-order'] : []),
    ...(range.maxCount === undefined ? [] : [`--max-count=${range.maxCount}`]),
    '--end-of-options',
    ...range.from,
    ...(range.except ?? []).map((hash) => `^${hash}`),
    '--',
  ];
}

/** How many commits {@link readCommits} will read. Counting takes a small part of the reading: no diff is made. */
export async function countCommits(repository: GitRepository, range: CommitRange): Promise<number> {
  const { exitCode, stdout } = await runGit(repository.directory, ['rev-list', '--count', ...rangeArguments(range)]);
  return exitCode === 0 ? Number.parseInt(stdout, 10) : 0;
}

const LOG_ARGUMENTS = [
  '-c',
  'log.showRoot=true', // false hides the paths of the first commit, and no option says the contrary
  'log',
  '-z',
  '--name-only',
  '--encoding=UTF-8', // commits written in another declared encoding are converted; undeclared bytes are replaced below
  '--no-renames', // both names of a moved file are worth remembering, and detection reads every blob
  '--no-ext-diff', // a repository's own config may name programs for these three; none of them runs
  '--no-textconv',
  '--no-show-signature',
  '-O/dev/null', // diff.orderFile may name a file that is not there, which ends git
  '--ignore-submodules=none', // diff.ignoreSubmodules hides the commits that move a submodule
  '--no-notes',
  '--no-color',
];

/**
 * Reads commits, newest first, from one `git log` process, while it is still walking. Leaving the loop early ends the process.
 * @throws InklingError `import-source-invalid` when git stops with an error, for example on a damaged repository.
 */
export async function* readCommits(repository: GitRepository, range: CommitRange): AsyncGenerator<CommitRecord> {
  yield* commitsOf(readLog(repository, [`--format=${COMMIT_FORMAT}`, ...rangeArguments(range)]));
}

/** The tokens of one `git log -z --name-only`, as {@link readCommits} reads them. */
async function* readLog(repository: GitRepository, args: readonly string[]): AsyncGenerator<readonly string[]> {
  const child = spawnGit(repository.directory, [...LOG_ARGUMENTS, ...args]);
  const ending = waitForGit(child);
  // A failure to start is reported by the await at the end; without this, leaving early would make it an unhandled rejection.
  ending.catch(() => undefined);
  try {
    yield* nulTokens(child.stdout ?? []);
    // Asked before the last commit is given: a log that broke off ends in the middle of one.
    const { exitCode, stderr } = await ending;
    if (exitCode !== 0) throw describeFailure(repository, stderr);
  } finally {
    child.kill();
  }
}

/** Splits a byte stream at NUL and decodes each token. Bytes that are not UTF-8 become U+FFFD. */
async function* nulTokens(stream: AsyncIterable<Buffer> | Iterable<Buffer>): AsyncGenerator<string[]> {
  let pending: Buffer[] = [];
  for await (const chunk of stream) {
    const tokens: string[] = [];
    let start = 0;
    for (let end = chunk.indexOf(0); end !== -1; end = chunk.indexOf(0, start)) {
      pending.push(chunk.subarray(start, end));
      tokens.push(Buffer.concat(pending).toString('utf8'));
      pending = [];
      start = end + 1;
    }
    // Pieces are kept as they came and joined once: a message of 1 MB arrives in some 16 chunks.
    pending.push(chunk.subarray(start));
    yield tokens;
  }
}

function describeFailure(repository: GitRepository, stderr: string): InklingError {
  const lines = stderr.split('\n');
  const reason = lines.find((line) => line.startsWith('fatal:')) ?? (lines[0] || 'git ended with an error.');
  return new InklingError('import-source-invalid', `The history of ${repository.directory} cannot be read: ${reason}`, {
    // In a partial clone; nothing is fetched here.
    hint: reason.includes('promisor')
      ? 'Fetch what the clone left out: "git fetch --refetch --no-filter".'
      : 'Run "git fsck" in the repository.',
    details: { path: repository.directory },
  });
}

/** Hash and dates of a commit, as {@link CommitRecord} has them. */
export type CommitDates = Pick<CommitRecord, 'hash' | 'authoredAt' | 'committedAt'>;

// No path begins like this.
const DATES_MARK = '//';

/**
 * The commit that last changed each of the files: one that removed it, too, and a merge that gave it a text which none of its parents had. Absent are
 * files that no commit of this history names. One walk, which ends with the last file found.
 * @param files Relative to the repository's root.
 * @param pathspecs What all of them match: thousands of names would not fit a command line.
 */
export async function lastCommits(
  repository: GitRepository,
  files: readonly string[],
  pathspecs: readonly string[],
): Promise<ReadonlyMap<string, CommitDates>> {
  const missing = new Set(files);
  const found = new Map<string, CommitDates>();
  if (repository.heads.length === 0 || missing.size === 0) return found;
  // "-c" names of a merge only what it changed; git sets its paths off otherwise than those of other commits.
  const args = [
    '-c',
    `--format=%x00${DATES_MARK}%H %at %ct`,
    '--end-of-options',
    ...repository.heads,
    '--',
    ...pathspecs,
  ];
  let commit: CommitDates | null = null;
  for await (const tokens of readLog(repository, args)) {
    for (const token of tokens) {
      if (token.startsWith(DATES_MARK)) commit = datesOf(token);
      else if (commit) for (const file of [token, token.replace(/^\n/, '')]) note(commit, file);
    }
    if (missing.size === 0) break;
  }
  return found;

  function note(dates: CommitDates, file: string): void {
    if (missing.delete(file)) found.set(file, dates);
  }
}

function datesOf(header: string): CommitDates {
  const [hash = '', authoredAt = '', committedAt = ''] = header.slice(DATES_MARK.length).split(' ');
  return { hash, authoredAt: Number.parseInt(authoredAt, 10), committedAt: Number.parseInt(committedAt, 10) };
}
