import { statSync } from 'node:fs';
import { restoreScopeIndex, type RestoredIndex } from './scope-index.ts';
import type { SearchSettings } from './search-settings.ts';

/** A snapshot that is read before it is known whose it is, while something else is waited for. */
export interface SnapshotAhead {
  /** Begins to read a file, without what has expired by `now`, in place of the one before. Throws when it cannot be looked at. */
  begin(file: string, now: number): undefined;
  /** What was read from a file, once; null when it was another one, or is not the file any more that was read. */
  take(file: string): Promise<RestoredIndex | null>;
}

interface Reading {
  readonly file: string;
  readonly print: string | null;
  readonly restored: Promise<RestoredIndex>;
}

export function createSnapshotAhead(settings: SearchSettings): SnapshotAhead {
  let reading: Reading | null = null;
  return {
    begin(file, now) {
      reading = { file, print: printOf(file), restored: restoreScopeIndex(file, settings, now) };
    },
    async take(file) {
      if (reading?.file !== file) return null;
      const { print, restored } = reading;
      reading = null;
      const answer = await restored;
      return print !== null && print === printOf(file) ? answer : null;
    },
  };
}

/** Tells a file from the one that replaces it; null = there is none. */
function printOf(file: string): string | null {
  const found = statSync(file, { throwIfNoEntry: false });
  return found ? `${found.ino} ${found.size} ${found.mtimeMs}` : null;
}
