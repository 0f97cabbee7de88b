import fc from 'fast-check';
import { expect, test } from 'vitest';
import { normalizeObservationPath, normalizeObservationPaths } from './observation-paths.ts';

test.each([
  ['src/a.ts', 'src/a.ts'],
  ['./src/a.ts', 'src/a.ts'],
  ['././src//a.ts', 'src/a.ts'],
  ['src\\win\\a.ts', 'src/win/a.ts'],
  ['/src/a.ts', 'src/a.ts'],
  ['src/dir/', 'src/dir'],
  ['src/./x/../a.ts', 'src/a.ts'],
  ['../other/a.ts', 'other/a.ts'],
  ['docs/ファイル 名.md', 'docs/ファイル 名.md'],
  ['it\'s "quoted".ts', 'it\'s "quoted".ts'],
  ['...', '...'],
  ['.', ''],
  ['/', ''],
  ['', ''],
])('%j is stored as %j', (given, expected) => {
  expect(normalizeObservationPath(given)).toBe(expected);
});

test('a list loses empty and repeated paths and keeps its order', () => {
  expect(normalizeObservationPaths(['b.ts', './a.ts', '', 'a.ts', '.\\b.ts'])).toEqual(['b.ts', 'a.ts']);
});

test('normalising twice changes nothing', () => {
  const paths = fc.array(
    fc.array(fc.constantFrom('a', '.', '..', '', 'b c', 'é', '...')).map((parts) => parts.join('/')),
  );
  fc.assert(
    fc.property(paths, (given) => {
      const once = normalizeObservationPaths(given);
      expect(normalizeObservationPaths(once)).toEqual(once);
      for (const path of once) expect(path).not.toMatch(/^\/|\/$|\/\/|\\|(^|\/)\.\.?(\/|$)/);
    }),
  );
});
