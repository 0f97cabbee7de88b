import { systemClock } from '@inkling/engine';
import { expect, test } from 'vitest';
import { describeOnEachDatabase } from '../../../engine/test/setup/describe-on-each-database.ts';
import { createClient } from '../../src/client/client.ts';
import { createHttpGraph } from '../../src/client/http-graph.ts';
import { indexRepository } from '../../src/code-graph/index-repository.ts';
import { addToTree, writeTree } from '../fake-graph.ts';
import { daemonApp } from './daemon-app.ts';

describeOnEachDatabase('the routes of a code index', (open) => {
  test('a repository is indexed through a daemon as into the store itself', async () => {
    const { memory, send } = await daemonApp(await open());
    const client = createClient({
      url: 'http://127.0.0.1',
      secret: 'admin',
      orgId: 'local',
      fetch: (url, init) => send(String(url).replace('http://127.0.0.1', ''), init),
    });
    const directory = await writeTree({
      'a.ts': `import { B } from './b';\nexport class A extends B {}`,
      'b.ts': 'export class B {}',
      'package.json': '{ "dependencies": { "express": "5" } }',
    });
    const run = (projectId: string, graph: Parameters<typeof indexRepository>[0]) =>
      indexRepository(graph, { directory, orgId: 'local', projectId, clock: systemClock });
    const graph = memory.org('local').graph;
    expect(await run('http', createHttpGraph(client))).toMatchObject({ read: 3, written: 3, nodes: 6, edges: 5 });
    expect(await run('direct', graph)).toMatchObject({ nodes: 6, edges: 5 });
    expect(await graph.count('http')).toEqual(await graph.count('direct'));
    expect(await graph.count('http')).toMatchObject({ nodes: 6, edges: 5 });

    await addToTree(directory, { 'a.ts': 'export class Other {}', 'package.json': '{}' });
    expect(await run('http', createHttpGraph(client))).toMatchObject({ read: 2, written: 2, nodes: 5, edges: 2 });
    expect(await graph.count('http')).toMatchObject({ nodes: 5, edges: 2 });
    const names = (await graph.listNodes({ projectId: 'http' })).map(({ name }) => name);
    expect(names.toSorted()).toEqual(['B', 'Other', 'a.ts', 'b.ts', 'package.json']);
  });
});
