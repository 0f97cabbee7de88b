import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Clock } from '@inkling/engine';
import { keepNewest } from '@inkling/engine/operator';
import { commonDirectoryOf, gitDirectoryAt } from './locate-repository.ts';

/** An answer that is older is given once more while it is asked for again, as long as HEAD stands. */
const FRESH_FOR_MS = 60_000;

/** What git is asked about a file or a directory. */
export interface KeptQuestion<Value> {
  readonly clock: Pick<Clock, 'monotonic'>;
  /** Answers that are kept, those used last. */
  readonly most: number;
  /** The directory whose repository is asked. */
  readonly directoryOf: (key: string) => string;
  /** What fails is null. A fuller answer that nobody waits for goes to `later`, which is null where nobody waits at all. */
  readonly ask: (key: string, later: ((fuller: Promise<Value | null>) => void) | null) => Promise<Value | null>;
}

interface Head {
  readonly gitDirectory: string;
  /** Another one when HEAD has moved. */
  readonly mark: string;
}

interface Kept<Value> {
  readonly value: Promise<Value | null>;
  readonly at: number;
  /** As it was before git was asked; null outside of repositories. */
  readonly head: Promise<Head | null>;
}

/** Keeps what git said of HEAD until HEAD moves: then it is asked as for the first time. The answers never reject. */
export function keepAnswers<Value>({ clock, most, directoryOf, ask }: KeptQuestion<Value>) {
  const kept = new Map<string, Kept<Value>>();

  function read(key: string, head: Kept<Value>['head'], isAwaited: boolean): Kept<Value>['value'] {
    const later = async (fuller: Promise<Value | null>): Promise<void> => {
      const value = await fuller.catch(() => null);
      if (value !== null && kept.get(key) === entry) keepNewest(kept, key, { ...entry, value: fuller }, most);
    };
    const value = head.then(() => ask(key, isAwaited ? (fuller) => void later(fuller) : null)).catch(() => null);
    const entry = { value, at: clock.monotonic(), head };
    keepNewest(kept, key, entry, most);
    return value;
  }

  return async (key: string): Promise<Value | null> => {
    const known = kept.get(key);
    if (known === undefined) return read(key, headAt(directoryOf(key)), true);
    const before = await known.head;
    const mark = before && (await markOf(before.gitDirectory));
    // Somebody else may have asked meanwhile.
    const newest = kept.get(key) ?? known;
    if (newest.head !== known.head) return newest.value;
    if (before && mark !== before.mark) return read(key, headAt(directoryOf(key)), true);
    // Outside of a repository: there may be one by now.
    if (clock.monotonic() - newest.at >= FRESH_FOR_MS)
      void read(key, before ? known.head : headAt(directoryOf(key)), false);
    else keepNewest(kept, key, newest, most);
    return newest.value;
  };
}

async function headAt(directory: string): Promise<Head | null> {
  const gitDirectory = await gitDirectoryAt(directory);
  return gitDirectory === null ? null : { gitDirectory, mark: await markOf(gitDirectory) };
}

/** Tells by its log whether HEAD has moved: git is not started for it, and mostly one file is looked at. */
async function markOf(gitDirectory: string): Promise<string> {
  const log = await stateOf(path.join(gitDirectory, 'logs', 'HEAD'));
  if (log !== null) return log;
  // No log is kept: HEAD itself, the branch that it names, and where references are packed or in tables.
  const head = await readFile(path.join(gitDirectory, 'HEAD'), 'utf8').catch(() => '');
  const common = await commonDirectoryOf(gitDirectory);
  const branch = path.join(common, /^ref: (.+)$/mu.exec(head)?.[1] ?? 'HEAD');
  const places = [branch, path.join(common, 'packed-refs'), path.join(gitDirectory, 'reftable', 'tables.list')];
  return [head, ...(await Promise.all(places.map(stateOf)))].join(' ');
}

async function stateOf(file: string): Promise<string | null> {
  const found = await stat(file, { bigint: true }).catch(() => null);
  return found && `${found.mtimeNs} ${found.size}`;
}
