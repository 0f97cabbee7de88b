import { listFiles, readText } from '../lib/files.mjs';
import { shownPart, snippetsOf } from '../lib/snippets.mjs';

/** Code in documents is the code of a program that `npm run examples` runs, to the letter. */
export function snippets() {
  const documents = listFiles().filter((path) => path.endsWith('.md'));
  const found = documents.flatMap((path) => snippetsOf(readText(path)).map((snippet) => ({ ...snippet, path })));
  const problems = found
    .filter(({ source, shown }) => shownPart(source) !== shown)
    .map(({ path, source }) => `${path} does not show ${source} as it is`);
  return { saw: found.length, unit: 'snippets', problems, note: `in ${documents.length} documents` };
}
