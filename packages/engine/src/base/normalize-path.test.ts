import fc from 'fast-check';
import { expect, test } from 'vitest';
import { normalizePath, pathSegments } from './normalize-path.ts';

test.each([
  ['src/a.ts', 'src/a.ts'],
  ['./src/a.ts', 'src/a.ts'],
  ['././src//a.ts', 'src/a.ts'],
  ['src\\win\\a.ts', 'src/win/a.ts'],
  ['/src/a.ts', 'src/a.ts'],
  ['src/dir/', 'src/dir'],
  ['src/./x/../a.ts', 'src/a.ts'],
  ['../other/a.ts', 'other/a.ts'],
  ['../../a.ts', 'a.ts'],
  ['docs/ファイル 名.md', 'docs/ファイル 名.md'],
  ['it\'s "quoted".ts', 'it\'s "quoted".ts'],
  ['docs/U\u0308bersicht.md', 'docs/Übersicht.md'],
  ['\u1100\u1161/a.ts', '\uAC00/a.ts'],
  ['...', '...'],
  ['.', ''],
  ['/', ''],
  ['', ''],
])('%j is compared as %j', (given, expected) => {
  expect(normalizePath(given)).toBe(expected);
  expect(pathSegments(given)).toEqual(expected === '' ? [] : expected.split('/'));
});

test('normalising twice changes nothing', () => {
  const path = fc
    .array(fc.constantFrom('a', '.', '..', '', 'b c', 'é', 'e\u0301', '\u0301', '...'))
    .map((parts) => parts.join('/'));
  fc.assert(
    fc.property(path, (given) => {
      const once = normalizePath(given);
      expect(normalizePath(once)).toBe(once);
      expect(once).not.toMatch(/^\/|\/$|\/\/|\\|(^|\/)\.\.?(\/|$)/);
    }),
  );
});

test.each(['a\0b', 'a\ud800b'])('%j is spelled as a database can hold it', (path) => {
  expect(normalizePath(`src/${path}`)).toBe('src/a\ufffdb');
});
