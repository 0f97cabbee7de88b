import { mkdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { InklingError } from '@inkling/engine/errors';

/** Makes the directory of a machine's own state, for its owner only, with those around it. Fails with `data-directory-invalid`. */
export function makeStateDirectory(directory: string): void {
  try {
    make(path.resolve(directory));
  } catch (cause) {
    throw new InklingError('data-directory-invalid', `${directory} cannot be made: ${(cause as Error).message}.`, {
      wayOut: 'Choose a directory on a local disk that you may write to.',
      cause,
      details: { dataDir: directory },
    });
  }
}

/** Node's own `recursive` never ends in /proc: there it takes a directory that cannot be made for one whose parent is missing. */
function make(directory: string): void {
  if (statSync(directory, { throwIfNoEntry: false })?.isDirectory()) return;
  make(path.dirname(directory));
  try {
    mkdirSync(directory, { mode: 0o700 });
  } catch (error) {
    // Somebody else may have made it meanwhile.
    if (!statSync(directory, { throwIfNoEntry: false })?.isDirectory()) throw error;
  }
}
