import type { ManifestFacts } from '../file-facts.ts';

/** Reads a Gemfile: the gems that it names. It is a program, of which only the plain calls are read. */
export function readGemfile(text: string): ManifestFacts {
  const found = [...text.matchAll(/^[ \t]*gem[ \t(]+(['"])([\w.-]+)\1/gm)].map(([, , name = '']) => name);
  return {
    kind: 'manifest',
    ecosystem: 'gem',
    name: '',
    dependencies: [...new Set(found)].toSorted(),
    entries: [],
  };
}
