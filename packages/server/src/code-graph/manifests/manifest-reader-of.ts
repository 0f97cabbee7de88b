import type { ManifestFacts } from '../file-facts.ts';
import { readCargoToml } from './cargo-toml.ts';
import { readGemfile } from './gemfile.ts';
import { readGoMod } from './go-mod.ts';
import { readPackageJson } from './package-json.ts';
import { readPomXml } from './pom-xml.ts';
import { readPyproject, readRequirements } from './python-manifests.ts';

/** Reads a manifest. Null = it is none. Throws what the parsers of JSON and TOML throw. */
export type ManifestReader = (text: string) => ManifestFacts | null;

const READERS: ReadonlyMap<string, ManifestReader> = new Map<string, ManifestReader>([
  ['package.json', readPackageJson],
  ['go.mod', readGoMod],
  ['pyproject.toml', readPyproject],
  ['Cargo.toml', readCargoToml],
  ['Gemfile', readGemfile],
  ['pom.xml', readPomXml],
]);

/** The reader of a manifest, by the file's name. Null = it is none. */
export function manifestReaderOf(file: string): ManifestReader | null {
  const name = file.slice(file.lastIndexOf('/') + 1);
  if (/^requirements[\w.-]*\.txt$/.test(name)) return readRequirements;
  return READERS.get(name) ?? null;
}
