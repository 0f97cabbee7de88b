import { parse } from 'smol-toml';
import type { ManifestFacts } from '../file-facts.ts';
import { isRecord, recordAt, textOf } from '../../base/record.ts';
import { readPackageJson } from './package-json.ts';
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

const TABLES = ['dependencies', 'dev-dependencies', 'build-dependencies'];

/** Reads a Cargo.toml. Dependencies of single targets count like the others. */
function readCargoToml(text: string): ManifestFacts {
  const manifest = parse(text);
  const places = [manifest, recordAt(manifest, 'workspace'), ...Object.values(recordAt(manifest, 'target'))];
  const names = places
    .filter(isRecord)
    .flatMap((place) => TABLES.flatMap((table) => Object.keys(recordAt(place, table))));
  return {
    kind: 'manifest',
    ecosystem: 'cargo',
    name: textOf(recordAt(manifest, 'package')['name']),
    dependencies: [...new Set(names)].toSorted(),
    entries: [],
  };
}

/** Reads a Gemfile: the gems that it names. It is a program, of which only the plain calls are read. */
function readGemfile(text: string): ManifestFacts {
  const found = [...text.matchAll(/^[ \t]*gem[ \t(]+(['"])([\w.-]+)\1/gm)].map(([, , name = '']) => name);
  return {
    kind: 'manifest',
    ecosystem: 'gem',
    name: '',
    dependencies: [...new Set(found)].toSorted(),
    entries: [],
  };
}

/** Reads a go.mod. What only other modules need (`// indirect`) is left out. */
function readGoMod(text: string): ManifestFacts {
  const name = /^module\s+"?([^\s"]+)/m.exec(text)?.[1] ?? '';
  const dependencies = new Set<string>();
  let inBlock = false;
  for (const line of text.split('\n')) {
    const words = line.trim();
    if (/^require\s*\($/.test(words)) inBlock = true;
    else if (words === ')') inBlock = false;
    else if (inBlock || words.startsWith('require ')) addRequirement(words, dependencies);
  }
  return { kind: 'manifest', ecosystem: 'go', name, dependencies: [...dependencies].toSorted(), entries: [] };
}

function addRequirement(line: string, dependencies: Set<string>): void {
  const found = /^(?:require\s+)?"?([^\s"/]\S*?)"?\s+v\S+/.exec(line);
  if (found?.[1] && !/\/\/\s*indirect/.test(line)) dependencies.add(found[1]);
}

/** Reads a pom.xml: group and artifact of its dependencies, as `group:artifact`. Nothing of it is executed or fetched. */
function readPomXml(text: string): ManifestFacts {
  const plain = text.replaceAll(/<!--[\s\S]*?-->/g, '');
  const blocks = [...plain.matchAll(/<dependency>([\s\S]*?)<\/dependency>/g)].map(([, inner = '']) => inner);
  const own = plain.replaceAll(/<(dependencies|dependencyManagement|build|parent|profiles)>[\s\S]*?<\/\1>/g, '');
  const dependencies = blocks.map(coordinates).filter((found) => found !== '');
  return {
    kind: 'manifest',
    ecosystem: 'maven',
    name: coordinates(own) || elementText(own, 'artifactId'),
    dependencies: [...new Set(dependencies)].toSorted(),
    entries: [],
  };
}

function coordinates(xml: string): string {
  const [group, artifact] = [elementText(xml, 'groupId'), elementText(xml, 'artifactId')];
  return group === '' || artifact === '' ? '' : `${group}:${artifact}`;
}

function elementText(xml: string, element: string): string {
  return new RegExp(`<${element}>\\s*([^<]*?)\\s*</${element}>`).exec(xml)?.[1] ?? '';
}
