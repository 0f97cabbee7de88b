import { lstat, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Clock } from '@inkling/engine';
import { isTrivialCommit } from '@inkling/engine/building-blocks';
import type { BlamedLine, FileAtHand } from '@inkling/engine/types';
import { createQueue } from './bounded-queue.ts';
import { keepAnswers } from './kept-answers.ts';
import { shallowBoundary } from './locate-repository.ts';
import { runGit } from './run-git.ts';

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

/** Commits of a file that are passed over: a longer command takes git too long. */
const MOST_PASSED_OVER = 50;

/** Two formattings of one line are looked behind, the second with the third question. */
const MOST_QUESTIONS = 3;

/**
 * Asks `git blame`, a few files at a time, and keeps what it said. The first time nobody waits for what stands behind formatting: that takes the
 * place of the first answer.
 */
export function createFileHistory(clock: Pick<Clock, 'monotonic'>): Blame {
  const inTurn = createQueue(MOST_AT_ONCE, MOST_WAITING);
  const behindTheOthers = createQueue(1, MOST_WAITING);
  const blamed = keepAnswers<readonly BlamedLine[]>({
    clock,
    most: MOST_FILES,
    directoryOf: (file) => path.dirname(file),
    async ask(file, later) {
      if (later === null) return inTurn(() => readAgain(file));
      const found = await inTurn(() => ask(file));
      if (found) later(behindTheOthers(() => behindFormatting(headOf(file), found)));
      return found && found.lines;
    },
  });
  return async ({ path: named, directory }) => {
    const file = absolute(named, directory);
    return file === null ? null : blamed(file);
  };
}

async function readAgain(file: string): Promise<readonly BlamedLine[] | null> {
  const found = await ask(file);
  return found && behindFormatting(headOf(file), found);
}

function absolute(named: string, directory: string | null): string | null {
  if (named.includes('\0')) return null;
  if (path.isAbsolute(named)) return path.normalize(named);
  return directory !== null && path.isAbsolute(directory) ? path.join(directory, named) : null;
}

const headOf = (file: string): FileAtRevision => ({
  directory: path.dirname(file),
  revision: 'HEAD',
  file: `./${path.basename(file)}`,
});

async function ask(file: string): Promise<BlamedFile | null> {
  const found = await stat(file).catch(() => null);
  return found?.isFile() && found.size <= MOST_BYTES ? blameFile(headOf(file)) : null;
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
  const at = { directory, revision, file, timeLimitMs };
  const found = await blameFile(at);
  return found && behindFormatting(at, found);
}

interface FileAtRevision {
  readonly directory: string;
  readonly revision: string;
  readonly file: string;
  /** Of each question. (Default: 3 s) */
  readonly timeLimitMs?: number;
}

/** What git said of a file. */
interface BlamedFile {
  readonly lines: readonly BlamedLine[];
  /** Of each commit that brought lines and has parents, by hash. */
  readonly subjects: ReadonlyMap<string, string>;
}

async function blameFile(
  { directory, revision, file, timeLimitMs = TIME_LIMIT_MS }: FileAtRevision,
  passedOver: readonly string[] = [],
): Promise<BlamedFile | null> {
  const ignored = passedOver.flatMap((hash) => ['--ignore-rev', hash]);
  // No program that a repository's settings name gets to run here.
  const options = ['-w', '--no-textconv', '--porcelain', ...ignored];
  const reader = createPorcelainReader();
  const { exitCode } = await runGit(directory, ['blame', ...options, revision, '--', file], {
    timeLimitMs,
    onText: (text) => reader.add(text),
  });
  if (exitCode !== 0) return null;
  const subjects = new Map([...reader.subjects].filter(([hash]) => !reader.ends.has(hash)));
  const lines = await withoutBoundary(directory, reader);
  return { lines: revision === 'HEAD' ? await withoutReusedNames(directory, file, lines) : lines, subjects };
}

/** The lines with the commits that git names where those that teach nothing are passed over; as they were found where it does not answer. */
async function behindFormatting(at: FileAtRevision, found: BlamedFile): Promise<readonly BlamedLine[]> {
  let { lines, subjects } = found;
  const passedOver: string[] = [];
  for (let question = 1; question < MOST_QUESTIONS; question++) {
    const trivial = await trivialOf(at.directory, subjects, passedOver);
    if (trivial.length === 0) break;
    passedOver.push(...trivial);
    const next = await blameFile(at, passedOver);
    if (next === null) break;
    ({ lines, subjects } = next);
  }
  return lines;
}

/** Which commits teach nothing, by their whole message; as many as may be passed over beside the others. */
async function trivialOf(
  directory: string,
  subjects: ReadonlyMap<string, string>,
  passedOver: readonly string[],
): Promise<readonly string[]> {
  const known = [...subjects].filter(([hash, subject]) => !passedOver.includes(hash) && teachesNothing(subject));
  const hashes = known.map(([hash]) => hash).slice(0, MOST_PASSED_OVER - passedOver.length);
  if (hashes.length === 0) return [];
  const { exitCode, stdout } = await runGit(directory, [
    'log',
    '--no-walk',
    '--no-show-signature',
    '--format=%H%x00%B%x00',
    ...hashes,
  ]);
  if (exitCode !== 0) return [];
  const messages = stdout.matchAll(/([0-9a-f]{40,64})\0([^\0]*)\0/gu);
  return [...messages].flatMap(([, hash = '', message = '']) => (teachesNothing(message) ? [hash] : []));
}

const teachesNothing = (content: string): boolean => isTrivialCommit({ kind: 'commit', content, metadata: {} });

/** Git names the commit at which a shallow clone ends behind every line that is older. */
async function withoutBoundary(directory: string, { lines, ends }: PorcelainReader): Promise<readonly BlamedLine[]> {
  // The first commit of a whole history is marked as well.
  const boundary = ends.size === 0 ? ends : await shallowBoundary(directory);
  return lines.map((line) => (boundary.has(line.commit) ? { commit: '', text: line.text } : line));
}

/** A name that the file had, and that the checkout has again, is another file's. */
async function withoutReusedNames(
  directory: string,
  file: string,
  lines: readonly BlamedLine[],
): Promise<readonly BlamedLine[]> {
  const place = await realpath(directory);
  const top = await topAbove(place);
  if (top === null) return lines;
  const earlier = new Set(lines.map((line) => line.path ?? ''));
  for (const name of earlier) {
    const named = path.join(top, name);
    if (named === path.join(place, file) || !(await isThere(named))) earlier.delete(name);
  }
  const withoutName = ({ path: _reused, ...line }: BlamedLine): BlamedLine => line;
  return earlier.size === 0 ? lines : lines.map((line) => (earlier.has(line.path ?? '') ? withoutName(line) : line));
}

async function topAbove(directory: string): Promise<string | null> {
  if (await isThere(path.join(directory, '.git'))) return directory;
  const parent = path.dirname(directory);
  return parent === directory ? null : topAbove(parent);
}

const isThere = (file: string): Promise<boolean> =>
  lstat(file).then(
    () => true,
    () => false,
  );

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
  // Told once for each commit, before its first line; names again where a commit has the file under several.
  const times = new Map<string, number>();
  const names = new Map<string, string>();
  function take(line: string): void {
    if (line.startsWith('\t'))
      lines.push({ commit, text: line.slice(1), at: times.get(commit) ?? 0, path: names.get(commit) ?? '' });
    else if (line === 'boundary') ends.add(commit);
    else if (line.startsWith('summary ')) subjects.set(commit, line.slice('summary '.length));
    else if (line.startsWith('filename ')) names.set(commit, line.slice('filename '.length));
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
