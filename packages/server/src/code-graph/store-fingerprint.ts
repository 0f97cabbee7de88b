import type { OrgTransfer, ProjectFingerprint } from '@inkling/engine/types';
import type { ManifestFacts } from './file-facts.ts';
import { listRepositoryFiles, readSource, sourceText } from './list-repository-files.ts';
import { manifestReaderOf } from './manifests.ts';
import { isTestFile } from './test-file.ts';

export type FingerprintTarget = Pick<OrgTransfer, 'fingerprint' | 'setFingerprint'>;

/**
 * Reads the technologies around a directory and stores them when they are others than those stored. A directory without manifests writes nothing
 * where nothing was known.
 */
export async function storeFingerprint(target: FingerprintTarget, directory: string, projectId: string): Promise<void> {
  const fingerprint = await readFingerprint(directory, projectId);
  const known = await target.fingerprint(projectId);
  const isNew = known === null ? fingerprint.manifests.length > 0 : !isSame(known, fingerprint);
  if (isNew) await target.setFingerprint(fingerprint);
}

function isSame(a: ProjectFingerprint, b: ProjectFingerprint): boolean {
  const texts = ({ technologies, manifests }: ProjectFingerprint): string => JSON.stringify([technologies, manifests]);
  return texts(a) === texts(b);
}

// What the store takes of each.
const MOST_NAMES = 5000;
const MAX_NAME_CHARACTERS = 512;

/**
 * The technologies of the repository around a directory: what its manifests depend on, as `npm:react`, without its own packages. Manifests
 * among tests say nothing about the project; one that cannot be parsed is left out. Contract 11.
 * @throws InklingError `import-source-invalid` when there is no such directory.
 */
export async function readFingerprint(directory: string, projectId: string): Promise<ProjectFingerprint> {
  const { root, files } = await listRepositoryFiles(directory);
  const found: { readonly file: string; readonly facts: ManifestFacts }[] = [];
  for (const file of files) {
    const facts = isTestFile(file) ? null : await readManifest(root, file);
    if (facts) found.push({ file, facts });
  }
  const own = new Set(found.map(({ facts }) => technology(facts, facts.name)));
  const used = found.flatMap(({ facts }) => facts.dependencies.map((name) => technology(facts, name)));
  const technologies = new Set(used.filter((name) => !own.has(name) && name.length <= MAX_NAME_CHARACTERS));
  return {
    projectId,
    technologies: [...technologies].toSorted().slice(0, MOST_NAMES),
    manifests: found.map(({ file }) => file).slice(0, MOST_NAMES),
  };
}

async function readManifest(root: string, file: string): Promise<ManifestFacts | null> {
  const read = manifestReaderOf(file);
  const source = read ? await readSource(root, file) : null;
  if (!read || source?.kind !== 'text') return null;
  try {
    return read(sourceText(source.bytes));
  } catch {
    // Of the parsers of JSON and TOML. Somebody's broken manifest is theirs to repair.
    return null;
  }
}

/** Python's package names are the same in either case and with any sign between their words (PEP 503). */
function technology({ ecosystem }: ManifestFacts, name: string): string {
  const spelled = name.toLowerCase();
  return `${ecosystem}:${ecosystem === 'pypi' ? spelled.replaceAll(/[-_.]+/g, '-') : spelled}`;
}
