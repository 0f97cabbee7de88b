import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  readonly exports: Readonly<Record<string, { readonly types?: string } | string>>;
  readonly peerDependencies: Readonly<Record<string, string>>;
};
const entries = Object.values(manifest.exports).flatMap((target) =>
  typeof target === 'object' && target.types !== undefined ? [target.types] : [],
);
const optional = Object.keys(manifest.peerDependencies);

/** What the built declarations of an entry import, however far behind it. */
function importedBy(file: string, seen = new Set<string>()): Set<string> {
  const source = readFileSync(file, 'utf8');
  for (const [, name = ''] of source.matchAll(/(?:from |import\()['"]([^'"]+)['"]/gu)) {
    const found = name.startsWith('.') ? join(dirname(file), name.replace(/\.ts$/u, '.d.ts')) : name;
    if (seen.has(found)) continue;
    seen.add(found);
    if (name.startsWith('.')) importedBy(found, seen);
  }
  return seen;
}

// Else a program needs the package for its types alone, and compiles with whatever is wrong in its declarations.
test.each(entries)('%s declares nothing by the types of an optional package', (entry) => {
  const imported = importedBy(join(root, entry));
  expect(optional.filter((name) => imported.has(name))).toEqual([]);
});
