// Copies the shown part of each example into the documents that show it. `npm run check snippets` fails while they differ.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { listFiles, readText } from './lib/files.mjs';
import { root } from './lib/root.mjs';
import { withCurrentSnippets } from './lib/snippets.mjs';

for (const path of listFiles().filter((one) => one.endsWith('.md'))) {
  const before = readText(path);
  const after = withCurrentSnippets(before);
  if (after === before) continue;
  writeFileSync(join(root, path), after);
  process.stdout.write(`updated ${path}\n`);
}
