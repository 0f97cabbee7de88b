import { lstat } from 'node:fs/promises';
import path from 'node:path';
import type { Clock } from '@inkling/engine';
import { keepNewest } from '@inkling/engine/operator';
import type { FileAtHand } from '@inkling/engine/types';
import { spawnGit, waitForGit } from './run-git.ts';
import { sparseFiles } from './sparse-files.ts';

type NamedFile = Pick<FileAtHand, 'path' | 'directory'>;

/** The files of checkouts today, told from the top of each. null = nobody can tell. Neither rejects. */
export interface Checkouts {
  hasFile(file: NamedFile): Promise<boolean | null>;
  /** When a commit last changed it, in milliseconds since 1970. */
  changedAt(file: NamedFile): Promise<number | null>;
}

/** What git said is asked again after this. */
const FRESH_FOR_MS = 60_000;

/** Answers that are kept, those used last. */
const MOST_CHECKOUTS = 32;
const MOST_FILES = 1000;

/** In a long history an old file takes longer. */
const TIME_LIMIT_MS = 1000;

/** Looks on the disk whether files are there, and asks git for their last change. */
export function createCheckouts(clock: Pick<Clock, 'monotonic'>): Checkouts {
  const leftOut = keptFor(clock, MOST_CHECKOUTS, sparseFiles);
  const changes = keptFor(clock, MOST_FILES, lastChange);
  return {
    async hasFile(file) {
      const inside = insideOf(file);
      if (inside === null) return null;
      try {
        await lstat(path.join(inside.top, inside.relative));
        return true;
      } catch (error) {
        const { code } = error as NodeJS.ErrnoException;
        if (code !== 'ENOENT' && code !== 'ENOTDIR') return null;
      }
      // What a sparse checkout leaves out is not gone.
      const files = await leftOut(inside.top);
      return files && files.has(inside.relative.split(path.sep).join('/'));
    },
    async changedAt(file) {
      const inside = insideOf(file);
      return inside === null ? null : changes(path.join(inside.top, inside.relative));
    },
  };
}

/** null = it is outside of the checkout, or there is none. */
function insideOf({ path: named, directory: top }: NamedFile) {
  if (top === null || named.includes('\0') || path.isAbsolute(named)) return null;
  const relative = path.normalize(named);
  return relative === '..' || relative.startsWith(`..${path.sep}`) ? null : { top, relative };
}

/** Keeps what was asked, for a minute; what failed is null. */
function keptFor<Value>(clock: Pick<Clock, 'monotonic'>, most: number, ask: (key: string) => Promise<Value | null>) {
  const kept = new Map<string, { readonly value: Promise<Value | null>; readonly at: number }>();
  return (key: string): Promise<Value | null> => {
    const known = kept.get(key);
    if (known !== undefined && clock.monotonic() - known.at < FRESH_FOR_MS) return known.value;
    const value = ask(key).catch(() => null);
    keepNewest(kept, key, { value, at: clock.monotonic() }, most);
    return value;
  };
}

/** When the last commit of HEAD that touched a file was made; null = none did, or git takes too long. */
async function lastChange(file: string): Promise<number | null> {
  const args = ['log', '-1', '--no-show-signature', '--format=%ct', 'HEAD', '--', `./${path.basename(file)}`];
  const child = spawnGit(path.dirname(file), args);
  const timer = setTimeout(() => child.kill('SIGKILL'), TIME_LIMIT_MS);
  let told = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => (told += text));
  try {
    const { exitCode } = await waitForGit(child);
    return exitCode === 0 && told.trim() !== '' ? Number(told) * 1000 : null;
  } finally {
    clearTimeout(timer);
  }
}
