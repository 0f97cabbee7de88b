import { systemClock } from '@inkling/engine';
import type { GraphAnswer } from '@inkling/engine/types';
import { beforeAll, expect, test } from 'vitest';
import { describeOnOneDatabase } from '../../../engine/test/setup/describe-on-each-database.ts';
import { createClient } from '../../src/client/client.ts';
import { createHttpMemory } from '../../src/client/http-memory.ts';
import { indexRepository } from '../../src/code-graph/index-repository.ts';
import { addToTree, writeTree } from '../fake-graph.ts';
import { unasked } from './asked-in.ts';
import { daemonApp, type DaemonApp } from './daemon-app.ts';

describeOnOneDatabase('the routes of a code index', (open) => {
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
    expect(await run('http', createHttpMemory(client).graph)).toMatchObject({
      read: 3,
      written: 3,
      nodes: 6,
      edges: 5,
    });
    expect(await run('direct', graph)).toMatchObject({ nodes: 6, edges: 5 });
    expect(await graph.count('http')).toEqual(await graph.count('direct'));
    expect(await graph.count('http')).toMatchObject({ nodes: 6, edges: 5 });

    await addToTree(directory, { 'a.ts': 'export class Other {}', 'package.json': '{}' });
    expect(await run('http', createHttpMemory(client).graph)).toMatchObject({
      read: 2,
      written: 2,
      nodes: 5,
      edges: 2,
    });
    expect(await graph.count('http')).toMatchObject({ nodes: 5, edges: 2 });
    const names = (await graph.neighbourhood({ projectId: 'http' })).nodes.map(({ name }) => name);
    expect(names.toSorted()).toEqual(['B', 'Other', 'a.ts', 'b.ts', 'package.json']);
  });
});

describeOnOneDatabase('the routes of the graph', (open, kind) => {
  let app: DaemonApp;
  const projectId = 'shop';
  beforeAll(async () => {
    app = await daemonApp(await open());
    const org = app.memory.org('local');
    const names = ['AuthService', 'PostgresDB', 'VaultService'];
    const { ids } = await org.graph.upsertNodes(names.map((name) => ({ projectId, type: 'Service', name })));
    const [auth = '', postgres = '', vault = ''] = ids;
    await org.graph.upsertNodes([{ projectId, type: 'Service', name: 'VaultService', classification: 'restricted' }]);
    await org.graph.upsertEdges([
      { sourceId: auth, relationshipName: 'depends_on', targetId: postgres },
      { sourceId: auth, relationshipName: 'calls', targetId: vault },
    ]);
  });

  const body = { projectId, queryText: 'AuthService', deadlineMs: 60_000 };

  test('an agent gets the triplets whose ends it may read, and not even the ids of the others', async () => {
    const answer = await app.ask('post /v1/graph/search', { body, role: 'agent' });
    expect(answer).toMatchObject({
      status: 200,
      body: {
        outcome: 'ok',
        triplets: [{ sourceEntity: 'AuthService', relationship: 'depends_on', targetEntity: 'PostgresDB' }],
        denied: [],
      },
    });
    const explained = await app.ask<GraphAnswer>('post /v1/graph/search', { body: { ...body, explain: true } });
    expect(explained.body.denied).toEqual([]);
    expect(JSON.stringify(explained.body)).not.toContain('Vault');
  });

  test('another organisation finds nothing, and what cannot be meant is refused', async () => {
    const theirs = await app.ask('post /v1/graph/search', { body, org: 'stranger' });
    expect(theirs).toMatchObject({ status: 200, body: { triplets: [] } });
    for (const wrong of [{}, { ...body, topK: 0 }, { ...body, scope: 'all' }]) {
      expect(await app.ask('post /v1/graph/search', { body: wrong })).toMatchObject({ status: 400 });
    }
  });

  test('nodes, edges and files are written, listed and removed by administrators', async () => {
    const ask = async (call: string, body?: object): Promise<Record<string, unknown>> =>
      (await app.ask(call, { body, role: 'admin' })).body;
    const index = { projectId: 'index' };
    const nodes = ['a.ts', 'b.ts'].map((name) => ({ ...index, type: 'File', name }));
    const { ids, ...written } = await ask('put /v1/graph/nodes', { nodes });
    expect(written).toEqual({ created: 2, updated: 0 });
    const [a, b] = ids as string[];
    const edge = { sourceId: a, relationshipName: 'imports', targetId: b };
    const edges = [{ ...edge, sourceFile: 'a.ts' }];
    expect(await ask('put /v1/graph/edges', { edges })).toEqual({ created: 1, updated: 0, missing: 0 });
    const file = { path: 'a.ts', contentHash: 'h', extractorVersion: 1, nodeIds: [a], facts: {} };
    expect(await ask('put /v1/graph/files', { ...index, files: [file] })).toEqual({ written: 1 });
    expect(JSON.parse(String(await ask('get /v1/graph/files?projectId=index')))).toEqual(file);
    const unread = { ...index, paths: ['a.ts'], keep: [] };
    expect(await ask('post /v1/graph/edges/remove', unread)).toEqual({ removed: 1 });
    expect(await ask('post /v1/graph/files/remove', { ...index, paths: ['a.ts'] })).toEqual({ removed: 1 });
    expect(await ask('get /v1/graph/files?projectId=index')).toBe('');
    expect(await ask('post /v1/graph/nodes/remove', { ids: [a, b] })).toEqual({ removed: 1 });
  });

  test(`every operation was asked on ${kind}`, () => {
    expect(unasked('graph-routes', app)).toEqual([]);
  });
});
