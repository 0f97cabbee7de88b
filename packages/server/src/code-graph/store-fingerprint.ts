import type { OrgTransfer, ProjectFingerprint } from '@inkling/engine/types';
import { readFingerprint } from './read-fingerprint.ts';

/** What the store of fingerprints must do. */
export type FingerprintTarget = Pick<OrgTransfer, 'fingerprint' | 'setFingerprint'>;

/**
 * Reads the technologies around a directory and stores them when they are others than those stored. Answers what was read, and whether
 * it was written. A directory without manifests writes nothing where nothing was known.
 */
export async function storeFingerprint(
  target: FingerprintTarget,
  directory: string,
  projectId: string,
): Promise<{ readonly fingerprint: ProjectFingerprint; readonly written: boolean }> {
  const fingerprint = await readFingerprint(directory, projectId);
  const known = await target.fingerprint(projectId);
  const written = known === null ? fingerprint.manifests.length > 0 : !isSame(known, fingerprint);
  if (written) await target.setFingerprint(fingerprint);
  return { fingerprint, written };
}

function isSame(a: ProjectFingerprint, b: ProjectFingerprint): boolean {
  const texts = ({ technologies, manifests }: ProjectFingerprint): string => JSON.stringify([technologies, manifests]);
  return texts(a) === texts(b);
}
