import { readSources } from '../lib/files.mjs';
import { PUBLISHED, publicEntries } from '../lib/packages.mjs';
import { publicNames } from '../lib/public-names.mjs';

/** Every name that a public entry exports has a doc comment where it is declared. */
export function publicDocs() {
  const sources = readSources('packages');
  const entries = PUBLISHED.flatMap((directory) => publicEntries(directory));
  const names = entries.flatMap(({ source }) => publicNames(source, sources));
  const problems = names
    .filter(({ documented }) => !documented)
    .map(({ name, path }) => `${path}: ${name} is public and has no doc comment`);
  return {
    saw: names.length,
    unit: 'public names',
    problems: [...new Set(problems)],
    note: `${entries.length} entries`,
  };
}
