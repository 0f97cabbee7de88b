import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { InklingError } from '@inkling/engine/errors';
import { makePrivateDirectory } from '@inkling/engine/operator';

/** Makes the directory of a machine's own state, for its owner only, with those around it. Fails with `data-directory-invalid`. */
export function makeStateDirectory(directory: string): void {
  try {
    makePrivateDirectory(directory);
  } catch (cause) {
    throw new InklingError('data-directory-invalid', `${directory} cannot be made: ${(cause as Error).message}.`, {
      hint: 'Choose a directory on a local disk that you may write to.',
      cause,
      details: { dataDir: directory },
    });
  }
}

/** The error of a state directory, or of a file in it, that cannot be read or written: mostly it is another user's. */
export function unusableState(place: string, cause: unknown): InklingError {
  return new InklingError('data-directory-invalid', `${place} cannot be used: ${(cause as Error).message}.`, {
    hint: 'If it is of another user (`ls -ld` says whose), run as that user, or take it over with chown. Otherwise choose another directory: INKLING_DATA_DIR.',
    cause,
    details: { place },
  });
}

/** Makes a directory for what is removed behind it. Fails with `invalid-input` where the system's own place for such things cannot be used. */
export function makeTemporaryDirectory(prefix: string): string {
  try {
    return mkdtempSync(path.join(tmpdir(), prefix));
  } catch (cause) {
    throw new InklingError('invalid-input', `No directory can be made in ${tmpdir()}: ${(cause as Error).message}.`, {
      hint: 'Set TMPDIR to a directory that exists and that you may write to.',
      cause,
    });
  }
}
