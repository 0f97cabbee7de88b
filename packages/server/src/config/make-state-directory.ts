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
