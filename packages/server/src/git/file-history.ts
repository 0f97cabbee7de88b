import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { Clock } from '@inkling/engine';
import { isTrivialCommit } from '@inkling/engine/building-blocks';
import { keepNewest } from '@inkling/engine/operator';
import type { BlamedLine, FileAtHand } from '@inkling/engine/types';
import { createQueue } from './bounded-queue.ts';
import { shallowBoundary } from './locate-repository.ts';
import { spawnGit, waitForGit } from './run-git.ts';

/**
 * Which commit brought each line of a file, formatting and the like passed over: the lines of the last commit; null = the file has no history
 * here, or one that takes too long to read. Never rejects.
 */
export type Blame = (file: Pick<FileAtHand, 'path' | 'directory'>) => Promise<readonly BlamedLine[] | null>;

/** Files whose lines are kept, those used last. The text of one takes up to a megabyte. */
const MOST_FILES = 32;

/** A bigger file was written by a program, or is looked at line by line. */
const MOST_BYTES = 1_000_000;

/** In a history of 100,000 commits most files take less. */
const TIME_LIMIT_MS = 3000;

/** While an agent reads, the other core is its own. */
const MOST_AT_ONCE = 2;

/** More than these wait for nobody any more. */
const MOST_WAITING = 16;

/** An answer that is older is given once more while it is read again. */
const FRESH_FOR_MS = 60_000;

/** Commits that are passed over, those of most lines first. */
const MOST_PASSED_OVER = 50;

interface Kept {
  readonly lines: Promise<readonly BlamedLine[] | null>;
  readonly at: number;
  /** Hashes. */
  readonly passedOver: readonly string[];
}

/**
 * Asks `git blame`, a few files at a time, and keeps what it said. Nobody waits for the second question, which passes over what changed nothing: its
 * answer takes the place of the first.
 */
export function createFileHistory(clock: Pick<Clock, 'monotonic'>): Blame {
  const kept = new Map<string, Kept>();
  const inTurn = createQueue(MOST_AT_ONCE, MOST_WAITING);
  const ask = (file: string, passedOver: readonly string[]): Promise<BlamedFile | null> =>
    inTurn(() => readFile(file, passedOver)).catch(() => null);

  function read(file: string, passedOver: readonly string[]): Kept {
    // A commit that was passed over may be gone after a rebase, and git then answers nothing.
    const first = ask(file, passedOver).then((found) => found ?? (passedOver.length > 0 ? ask(file, []) : null));
    const entry = { lines: first.then((found) => found?.lines ?? null), at: clock.monotonic(), passedOver };
    keepNewest(kept, file, entry, MOST_FILES);
    void first.then((found) => found && readAgain(file, found, entry));
    return entry;
  }

  async function readAgain(file: string, { trivial }: BlamedFile, entry: Kept): Promise<void> {
    if (trivial.length === 0) return;
    const passedOver = [...entry.passedOver, ...trivial];
    const found = await ask(file, passedOver);
    if (found === null || kept.get(file) !== entry) return;
    keepNewest(kept, file, { ...entry, lines: Promise.resolve(found.lines), passedOver }, MOST_FILES);
  }

  return ({ path: named, directory }) => {
    const file = absolute(named, directory);
    if (file === null) return Promise.resolve(null);
    const known = kept.get(file);
    if (known === undefined) return read(file, []).lines;
    keepNewest(kept, file, known, MOST_FILES);
    if (clock.monotonic() - known.at >= FRESH_FOR_MS) read(file, known.passedOver);
    return known.lines;
  };
}

function absolute(named: string, directory: string | null): string | null {
  if (named.includes('\0')) return null;
  if (path.isAbsolute(named)) return path.normalize(named);
  return directory !== null && path.isAbsolute(directory) ? path.join(directory, named) : null;
}

async function readFile(file: string, passedOver: readonly string[]): Promise<BlamedFile | null> {
  const found = await stat(file).catch(() => null);
  if (!found?.isFile() || found.size > MOST_BYTES) return null;
  return blameFile(path.dirname(file), { revision: 'HEAD', file: `./${path.basename(file)}`, passedOver });
}

/**
 * The lines of a file at a revision, each with the commit that brought it; null when git does not know the file, or takes longer than
 * `timeLimitMs` (default 3 s). Commits that teach nothing are passed over where git finds an earlier one of the same line. Of a line that is older
 * than a shallow clone nobody knows the commit: ''.
 * @throws InklingError `dependency-missing` when there is no git program.
 */
export async function blameLines(
  directory: string,
  revision: string,
  file: string,
  timeLimitMs: number = TIME_LIMIT_MS,
): Promise<readonly BlamedLine[] | null> {
  const first = await blameFile(directory, { revision, file, passedOver: [], timeLimitMs });
  if (first === null || first.trivial.length === 0) return first?.lines ?? null;
  const second = await blameFile(directory, { revision, file, passedOver: first.trivial, timeLimitMs });
  return (second ?? first).lines;
}

/** What git said of a file. */
interface BlamedFile {
  readonly lines: readonly BlamedLine[];
  /** Hashes of commits that brought lines and teach nothing, which were not passed over; at most 50. */
  readonly trivial: readonly string[];
}

interface BlameRequest {
  readonly revision: string;
  readonly file: string;
  readonly passedOver: readonly string[];
  readonly timeLimitMs?: number;
}

async function blameFile(
  directory: string,
  { revision, file, passedOver, timeLimitMs = TIME_LIMIT_MS }: BlameRequest,
): Promise<BlamedFile | null> {
  const ignored = passedOver.flatMap((hash) => ['--ignore-rev', hash]);
  // No program that a repository's settings name gets to run here.
  const options = ['-w', '--no-textconv', '--porcelain', ...ignored];
  const child = spawnGit(directory, ['blame', ...options, revision, '--', file]);
  const timer = setTimeout(() => child.kill('SIGKILL'), timeLimitMs);
  const reader = createPorcelainReader();
  child.stdout?.setEncoding('utf8').on('data', (text: string) => reader.add(text));
  try {
    const { exitCode } = await waitForGit(child);
    if (exitCode !== 0) return null;
    return { lines: await withoutBoundary(directory, reader), trivial: trivialOf(reader, passedOver) };
  } finally {
    clearTimeout(timer);
  }
}

/** A commit without parents hides nothing. */
function trivialOf({ lines, ends, subjects }: PorcelainReader, passedOver: readonly string[]): readonly string[] {
  const teachesNothing = ([hash, content]: readonly [string, string]): boolean =>
    !ends.has(hash) && !passedOver.includes(hash) && isTrivialCommit({ kind: 'commit', content, metadata: {} });
  const counts = new Map([...subjects].filter(teachesNothing).map(([hash]) => [hash, 0]));
  for (const { commit } of lines) if (counts.has(commit)) counts.set(commit, counts.get(commit)! + 1);
  return [...counts]
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, MOST_PASSED_OVER)
    .map(([hash]) => hash);
}

/** Git names the commit at which a shallow clone ends behind every line that is older. */
async function withoutBoundary(directory: string, { lines, ends }: PorcelainReader): Promise<readonly BlamedLine[]> {
  // The first commit of a whole history is marked as well.
  const boundary = ends.size === 0 ? ends : await shallowBoundary(directory);
  return lines.map((line) => (boundary.has(line.commit) ? { commit: '', text: line.text } : line));
}

interface PorcelainReader {
  readonly lines: readonly BlamedLine[];
  /** Commits behind which git has no history. */
  readonly ends: ReadonlySet<string>;
  /** Of each commit, by hash. */
  readonly subjects: ReadonlyMap<string, string>;
  add(text: string): void;
}

/** Reads the output of `git blame --porcelain` as it comes. */
export function createPorcelainReader(): PorcelainReader {
  const lines: BlamedLine[] = [];
  const ends = new Set<string>();
  const subjects = new Map<string, string>();
  let rest = '';
  let commit = '';
  // Told once for each commit, before its first line.
  const times = new Map<string, number>();
  function take(line: string): void {
    if (line.startsWith('\t')) lines.push({ commit, text: line.slice(1), at: times.get(commit) ?? 0 });
    else if (line === 'boundary') ends.add(commit);
    else if (line.startsWith('summary ')) subjects.set(commit, line.slice('summary '.length));
    else if (line.startsWith('committer-time ')) times.set(commit, Number(line.slice('committer-time '.length)));
    else commit = /^([0-9a-f]{40,64}) \d+ \d+/.exec(line)?.[1] ?? commit;
  }
  return {
    lines,
    ends,
    subjects,
    add(text) {
      const parts = (rest + text).split('\n');
      rest = parts.pop() ?? '';
      parts.forEach(take);
    },
  };
}
