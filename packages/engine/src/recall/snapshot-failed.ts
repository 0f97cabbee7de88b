import { InklingError } from '../base/errors.ts';

/** A snapshot that is not used, or could not be written or removed. `happened` is a sentence. */
export const snapshotFailed = (happened: string, cause?: unknown): InklingError =>
  new InklingError('snapshot-failed', happened, {
    wayOut: 'The index is loaded from the store; a new snapshot takes its place.',
    cause,
  });
