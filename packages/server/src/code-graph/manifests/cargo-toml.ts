import { parse } from 'smol-toml';
import type { ManifestFacts } from '../file-facts.ts';
import { isRecord, recordAt, textOf } from '../../base/record.ts';

const TABLES = ['dependencies', 'dev-dependencies', 'build-dependencies'];

/** Reads a Cargo.toml. Dependencies of single targets count like the others. */
export function readCargoToml(text: string): ManifestFacts {
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
