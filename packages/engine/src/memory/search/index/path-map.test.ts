import { expect, test } from 'vitest';
import { addPath, addPathDocument, createPathMap, pathsNamedBy } from './path-map.ts';

test.each([
  ['in order', (at: number) => at],
  ['the other way round', (at: number) => 999 - at],
])('a hint names the equal path, or those with its ending, and of very many those that most touch, %s', (_, nth) => {
  const map = createPathMap();
  for (let at = 0; at < 1000; at += 1) {
    const path = addPath(map, `packages/p${nth(at)}/index.ts`, []);
    const touched = nth(at) >= 100 && nth(at) < 130 ? 2 : 1;
    for (let docId = 0; docId < touched; docId += 1) addPathDocument(map, path, at + docId);
  }
  const named = (hint: string): string[] => pathsNamedBy(map, hint, 64).map((path) => map.names[path]!);
  expect(named('packages/p7/index.ts')).toEqual(['packages/p7/index.ts']);
  expect(named('p7/index.ts')).toEqual(['packages/p7/index.ts']);
  expect(named('/home/me/packages/p7/index.ts')).toEqual(['packages/p7/index.ts']);
  const touchedTwice = Array.from({ length: 30 }, (_each, at) => `packages/p${100 + at}/index.ts`);
  const others = Array.from({ length: 1000 }, (_each, at) => `packages/p${at}/index.ts`).toSorted();
  const rest = others.filter((path) => !touchedTwice.includes(path)).slice(0, 34);
  expect(named('index.ts')).toEqual([...touchedTwice, ...rest]);
});
