import type { ManifestFacts } from '../file-facts.ts';
import { isRecord, textOf } from '../../base/record.ts';

const DEPENDENCY_FIELDS = ['dependencies', 'devDependencies', 'peerDependencies', 'optionalDependencies'];

/** Reads a package.json. Null = it is none. */
export function readPackageJson(text: string): ManifestFacts | null {
  const manifest: unknown = JSON.parse(text);
  if (!isRecord(manifest)) return null;
  const dependencies = DEPENDENCY_FIELDS.flatMap((field) => keysOf(manifest[field]));
  return {
    kind: 'manifest',
    ecosystem: 'npm',
    name: textOf(manifest['name']),
    dependencies: [...new Set(dependencies)].toSorted(),
    entries: [...readExports(manifest['exports']), ...readMain(manifest), ...readSubpaths(manifest['imports'])],
  };
}

function keysOf(value: unknown): string[] {
  return isRecord(value) ? Object.keys(value) : [];
}

type Entry = readonly [subpath: string, file: string];

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
