import { expect, test } from 'vitest';
import { addPath, addPathDocument, createPathMap, pathName, pathsNamedBy } from './path-map.ts';

test('a hint names the equal path, or those with its ending, and of very many those that were seen last', () => {
  const map = createPathMap();
  for (let at = 0; at < 1000; at += 1) addPathDocument(map, addPath(map, `packages/p${at}/index.ts`, []), at);
  const named = (hint: string): string[] => pathsNamedBy(map, hint, 64).map((path) => pathName(map, path));
  expect(named('packages/p7/index.ts')).toEqual(['packages/p7/index.ts']);
  expect(named('p7/index.ts')).toEqual(['packages/p7/index.ts']);
  expect(named('/home/me/packages/p7/index.ts')).toEqual(['packages/p7/index.ts']);
  expect(named('index.ts').toSorted()).toEqual(
    Array.from({ length: 64 }, (_, at) => `packages/p${936 + at}/index.ts`).toSorted(),
  );
});
