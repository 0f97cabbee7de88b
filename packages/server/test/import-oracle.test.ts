import { cp } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { systemClock } from '@inkling/engine';
import { expect, test } from 'vitest';
import { typescriptImports } from '../../../bench/graph-index/typescript-imports.mjs';
import { createFakeGraph, ORG } from './fake-graph.ts';
import { temporaryDirectory } from './git-fixture.ts';
import { indexRepository } from '../src/code-graph/index-repository.ts';

test('the import edges of real code are those that the TypeScript compiler reports', { timeout: 120_000 }, async () => {
  const directory = path.join(temporaryDirectory(), 'src');
  await cp(fileURLToPath(new URL('../src', import.meta.url)), directory, { recursive: true });
  const graph = createFakeGraph();
  await indexRepository(graph, { directory, orgId: ORG, projectId: 'p', clock: systemClock });
  const files = graph.nodes().flatMap((node) => (node.startsWith('Module ') ? [node.slice('Module '.length)] : []));
  const pairs: ReadonlySet<string> = typescriptImports(directory, files).pairs;
  const found = graph.edges().flatMap((edge) => {
    const [source, relationship, target] = edge.split(' → ');
    return relationship === 'imports' ? [`${source} ${target}`] : [];
  });
  expect(pairs.size).toBeGreaterThan(300);
  expect(found.toSorted()).toEqual([...pairs].toSorted());
});
