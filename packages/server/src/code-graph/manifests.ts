import { parse } from 'smol-toml';
import { isRecord, recordAt, textOf } from '../base/record.ts';
import type { Ecosystem, ManifestFacts } from './file-facts.ts';

/** Reads a manifest. Null = it is none. Throws what the parsers of JSON and TOML throw. */
type ManifestReader = (text: string) => ManifestFacts | null;

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

/** A manifest with its dependencies sorted, each once; '' is none. */
function manifestOf(
  ecosystem: Ecosystem,
  name: string,
  dependencies: readonly string[],
  entries: ManifestFacts['entries'] = [],
): ManifestFacts {
  const named = new Set(dependencies.filter((dependency) => dependency !== ''));
  return { kind: 'manifest', ecosystem, name, dependencies: [...named].toSorted(), entries };
}

const TABLES = ['dependencies', 'dev-dependencies', 'build-dependencies'];

/** Reads a Cargo.toml. Dependencies of single targets count like the others. */
function readCargoToml(text: string): ManifestFacts {
  const manifest = parse(text);
  const places = [manifest, recordAt(manifest, 'workspace'), ...Object.values(recordAt(manifest, 'target'))];
  const names = places
    .filter(isRecord)
    .flatMap((place) => TABLES.flatMap((table) => Object.keys(recordAt(place, table))));
  return manifestOf('cargo', textOf(recordAt(manifest, 'package')['name']), names);
}

/** Reads a Gemfile: the gems that it names. It is a program, of which only the plain calls are read. */
function readGemfile(text: string): ManifestFacts {
  const found = [...text.matchAll(/^[ \t]*gem[ \t(]+(['"])([\w.-]+)\1/gm)].map(([, , name = '']) => name);
  return manifestOf('gem', '', found);
}

/** Reads a go.mod. What only other modules need (`// indirect`) is left out. */
function readGoMod(text: string): ManifestFacts {
  const name = /^module\s+"?([^\s"]+)/m.exec(text)?.[1] ?? '';
  const dependencies: string[] = [];
  let inBlock = false;
  for (const line of text.split('\n')) {
    const words = line.trim();
    if (/^require\s*\($/.test(words)) inBlock = true;
    else if (words === ')') inBlock = false;
    else if (inBlock || words.startsWith('require ')) dependencies.push(requiredModule(words));
  }
  return manifestOf('go', name, dependencies);
}

function requiredModule(line: string): string {
  const found = /^(?:require\s+)?"?([^\s"/]\S*?)"?\s+v\S+/.exec(line);
  return /\/\/\s*indirect/.test(line) ? '' : (found?.[1] ?? '');
}

/** Reads a pom.xml: group and artifact of its dependencies, as `group:artifact`. Nothing of it is executed or fetched. */
function readPomXml(text: string): ManifestFacts {
  const plain = text.replaceAll(/<!--[\s\S]*?-->/g, '');
  const blocks = [...plain.matchAll(/<dependency>([\s\S]*?)<\/dependency>/g)].map(([, inner = '']) => inner);
  const own = plain.replaceAll(/<(dependencies|dependencyManagement|build|parent|profiles)>[\s\S]*?<\/\1>/g, '');
  return manifestOf('maven', coordinates(own) || elementText(own, 'artifactId'), blocks.map(coordinates));
}

function coordinates(xml: string): string {
  const [group, artifact] = [elementText(xml, 'groupId'), elementText(xml, 'artifactId')];
  return group === '' || artifact === '' ? '' : `${group}:${artifact}`;
}

function elementText(xml: string, element: string): string {
  return new RegExp(`<${element}>\\s*([^<]*?)\\s*</${element}>`).exec(xml)?.[1] ?? '';
}

const DEPENDENCY_FIELDS = ['dependencies', 'devDependencies', 'peerDependencies', 'optionalDependencies'];

/** Reads a package.json. Null = it is none. */
function readPackageJson(text: string): ManifestFacts | null {
  const manifest: unknown = JSON.parse(text);
  if (!isRecord(manifest)) return null;
  const dependencies = DEPENDENCY_FIELDS.flatMap((field) => keysOf(manifest[field]));
  const entries = [...readExports(manifest['exports']), ...readMain(manifest), ...readSubpaths(manifest['imports'])];
  return manifestOf('npm', textOf(manifest['name']), dependencies, entries);
}

function keysOf(value: unknown): string[] {
  return isRecord(value) ? Object.keys(value) : [];
}

type Entry = ManifestFacts['entries'][number];

/** `exports` is one target, targets by subpath, or conditions of the package itself. */
function readExports(value: unknown): Entry[] {
  if (isRecord(value) && Object.keys(value).some((key) => key.startsWith('.'))) return readSubpaths(value);
  return targetsOf(value).map((target) => ['.', target]);
}

function readSubpaths(value: unknown): Entry[] {
  if (!isRecord(value)) return [];
  return Object.entries(value).flatMap(([subpath, target]) => targetsOf(target).map((file): Entry => [subpath, file]));
}

/** Which condition holds is not known here: all targets are tried, in their order. */
function targetsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(targetsOf);
  return isRecord(value) ? Object.values(value).flatMap(targetsOf) : [];
}

function readMain(manifest: Record<string, unknown>): Entry[] {
  const files = ['types', 'module', 'main'].map((field) => textOf(manifest[field])).filter((file) => file !== '');
  return files.map((file) => ['.', file]);
}

/** Reads a pyproject.toml: the standard's fields, dependency groups, and Poetry's own. */
function readPyproject(text: string): ManifestFacts {
  const manifest = parse(text);
  const project = recordAt(manifest, 'project');
  const poetry = recordAt(manifest, 'tool', 'poetry');
  const lists = [
    project['dependencies'],
    ...Object.values(recordAt(project, 'optional-dependencies')),
    ...Object.values(recordAt(manifest, 'dependency-groups')),
  ];
  const requirements = lists.flatMap((list) => (Array.isArray(list) ? list.map(textOf) : []));
  const groups = Object.values(recordAt(poetry, 'group')).flatMap((group) =>
    Object.keys(recordAt(group, 'dependencies')),
  );
  const tables = [...Object.keys(recordAt(poetry, 'dependencies')), ...groups].filter((name) => name !== 'python');
  const names = [...requirements.map(requirementName), ...tables];
  return manifestOf('pypi', textOf(project['name']) || textOf(poetry['name']), names);
}

/** Reads a requirements.txt. Options, files and addresses name no package. */
function readRequirements(text: string): ManifestFacts {
  const names = text.split('\n').map((line) => requirementName(line.trim()));
  return manifestOf('pypi', '', names);
}

/** The package of a requirement such as `requests[socks]>=2; python_version < "3.12"`. */
function requirementName(requirement: string): string {
  return /^[A-Za-z0-9][A-Za-z0-9._-]*(?=\s*($|[[<>=!~;@#( ,]))/.exec(requirement)?.[0] ?? '';
}
