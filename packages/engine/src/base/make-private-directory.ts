import { mkdirSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/**
 * Makes a directory for its owner only, with those around it, outermost first; one that is there stays as it is. Throws what the file system says.
 * Node's own `recursive` never ends where a directory cannot be made although the one around it is there, as in /proc: it takes what it is told
 * there for a parent that is missing.
 */
export function makePrivateDirectory(directory: string): void {
  make(resolve(directory));
}

const isThere = (directory: string): boolean => statSync(directory, { throwIfNoEntry: false })?.isDirectory() === true;

function make(directory: string): void {
  if (isThere(directory)) return;
  make(dirname(directory));
  try {
    mkdirSync(directory, { mode: 0o700 });
  } catch (error) {
    // Somebody else may have made it meanwhile.
    if (!isThere(directory)) throw error;
  }
}
