import { lstat } from 'node:fs/promises';
import path from 'node:path';
import type { Clock } from '@inkling/engine';
import { createQueue } from './bounded-queue.ts';
import { keepAnswers } from './kept-answers.ts';
import { shallowBoundary } from './locate-repository.ts';
import { runGit } from './run-git.ts';

/** A file as a memory names it, and the top of the checkout that it is told from; null = there is none. */
interface NamedFile {
  readonly path: string;
  readonly directory: string | null;
}

/** The files of checkouts today. null = nobody can tell. Neither rejects. */
export interface Checkouts {
  readonly hasFile: (file: NamedFile) => Promise<boolean | null>;
  /** When a commit last changed it, in milliseconds since 1970. */
  readonly changedAt: (file: NamedFile) => Promise<number | null>;
}

/** Answers that are kept, those used last. The names of 100,000 files are 6 MB. */
const MOST_CHECKOUTS = 8;
const MOST_FILES = 1000;

/** In a long history an old file takes longer. */
const TIME_LIMIT_MS = 1000;

/** While an agent works, the other core is its own; more than so many wait for nobody any more. */
const MOST_AT_ONCE = 2;
const MOST_WAITING = 32;

/** Looks whether files are there, on the disk and in git's index, and asks git for their last change. */
export function createCheckouts(clock: Pick<Clock, 'monotonic'>): Checkouts {
  const inTurn = createQueue(MOST_AT_ONCE, MOST_WAITING);
  const tracked = keepAnswers({
    clock,
    most: MOST_CHECKOUTS,
    directoryOf: (top) => top,
    ask: (top) => inTurn(() => trackedFiles(top)),
  });
  const changes = keepAnswers({
    clock,
    most: MOST_FILES,
    directoryOf: (file) => path.dirname(file),
    ask: (file) => inTurn(() => lastChange(file)),
  });
  return {
    async hasFile({ path: named, directory: top }) {
      const relative = relativeTo(top, named);
      if (top === null || relative === null) return null;
      if (await isOnDisk(path.join(top, relative))) return true;
      const names = await tracked(top);
      // What a sparse checkout leaves out is not gone, nor what is named from a directory of the repository.
      if (names === null) return null;
      if (isAmong(names, relative)) return true;
      return (await isElsewhere(top, relative)) ? null : false;
    },
    async changedAt({ path: named, directory: top }) {
      const relative = relativeTo(top, named);
      return top === null || relative === null ? null : changes(path.join(top, relative));
    },
  };
}

/** null = it is outside of the checkout, or names no single file. */
function relativeTo(top: string | null, named: string): string | null {
  if (top === null || /[\0*?[\]{}]/u.test(named) || path.isAbsolute(named)) return null;
  const relative = path.normalize(named);
  return relative === '..' || relative.startsWith(`..${path.sep}`) ? null : relative;
}

/** True also where the disk does not say: that is no reason to call a file gone. */
async function isOnDisk(file: string): Promise<boolean> {
  try {
    await lstat(file);
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code !== 'ENOENT' && code !== 'ENOTDIR';
  }
}

/** Paths lose their root or their way up when they are stored: what is left may be another place's, or begin above the top. */
async function isElsewhere(top: string, relative: string): Promise<boolean> {
  const parts = relative.split(path.sep);
  const inside = parts.slice(1, -1).map((_part, at) => path.join(top, ...parts.slice(at + 1)));
  const outside = [path.join(path.parse(top).root, relative), path.join(path.dirname(top), relative)];
  const found = await Promise.all([...inside, ...outside].map(isOnDisk));
  return found.includes(true);
}

/** Whether a file, or a directory, has this name, or a longer one that ends so. */
function isAmong(names: string, relative: string): boolean {
  const wanted = relative.split(path.sep).join('/');
  return [`\0${wanted}`, `/${wanted}`].some((start) => ['\0', '/'].some((end) => names.includes(start + end)));
}

/** The names of all tracked files, each between NULs; null = git cannot tell. */
async function trackedFiles(top: string): Promise<string | null> {
  const { exitCode, stdout } = await runGit(top, ['ls-files', '-z']);
  return exitCode === 0 ? `\0${stdout}` : null;
}

/** When the last commit of HEAD that touched a file was made; null = none did, it is no file, or git takes too long. */
async function lastChange(file: string): Promise<number | null> {
  if (!(await lstat(file)).isFile()) return null;
  const directory = path.dirname(file);
  const log = ['log', '-1', '--no-show-signature', '--format=%H %ct', 'HEAD', '--', path.basename(file)];
  const limit = { timeLimitMs: TIME_LIMIT_MS };
  const { exitCode, stdout } = await runGit(directory, ['--literal-pathspecs', ...log], limit);
  const [hash = '', seconds = ''] = stdout.trim().split(' ');
  if (exitCode !== 0 || seconds === '') return null;
  // A shallow clone shows its last commit as if it had made every file.
  return (await shallowBoundary(directory)).has(hash) ? null : Number(seconds) * 1000;
}
