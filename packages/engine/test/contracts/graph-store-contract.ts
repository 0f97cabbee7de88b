import { beforeAll, expect, test } from 'vitest';
import { systemClock } from '../../src/base/clock.ts';
import type { Database } from '../../src/base/database/database.ts';
import { graphNodeId } from '../../src/memory/graph/graph-node.ts';
import { createGraphStore, type GraphStore } from '../../src/memory/graph/graph-store.ts';
import { createObservationStore } from '../../src/memory/observations/observation-store.ts';
import { tokenize } from '../../src/memory/search/text/tokenize.ts';

const OBSERVATION = '018f3c5e-0000-7000-8000-000000000001';

/** What the graph store must do on every database. `open` gives a migrated database that nobody else writes to. */
export function graphStoreContract(open: () => Promise<Database>): void {
  let database: Database;
  let orgs = 0;
  beforeAll(async () => {
    database = await open();
  }, 120_000);

  function room(): { orgId: string; graph: GraphStore } {
    const orgId = `graph-${(orgs += 1)}`;
    return { orgId, graph: createGraphStore(database.tenant(orgId), tokenize) };
  }

  /** A node of a project for each name, in the order of the names. */
  async function nodesOf(graph: GraphStore, ...names: string[]): Promise<readonly string[]> {
    return (await graph.upsertNodes(names.map((name) => ({ projectId: 'p', type: 'Class', name })))).ids;
  }

  const call = (sourceId = '', targetId = '') => ({ sourceId, relationshipName: 'calls', targetId });

  async function weigh(orgId: string, table: 'graph_nodes' | 'graph_edges', weight: number): Promise<void> {
    const text = `update ${table} set feedback_weight = $2 where org_id = $1`;
    await database.tenant(orgId).query({ text, values: [orgId, weight] });
  }

  test('a node found twice is one node: new values count, absent ones stay, and so does what feedback made of it', async () => {
    const { orgId, graph } = room();
    const identity = { projectId: 'p', type: 'Class', name: 'AuthService' };
    const id = graphNodeId(orgId, identity);
    const first = {
      ...identity,
      classification: 'restricted' as const,
      metadata: { paths: ['./src//auth.ts'], line: 3 },
    };
    expect(await graph.upsertNodes([first])).toEqual({ ids: [id], created: 1, updated: 0 });
    await weigh(orgId, 'graph_nodes', 0.9);
    expect(await graph.upsertNodes([first])).toEqual({ ids: [id], created: 0, updated: 0 });
    expect(await graph.upsertNodes([{ ...identity, importance: 0.8 }])).toEqual({ ids: [id], created: 0, updated: 1 });
    expect(await graph.getNodes([id])).toMatchObject([
      {
        ...identity,
        orgId,
        id,
        qualifiedName: '',
        classification: 'restricted',
        importance: 0.8,
        feedbackWeight: 0.9,
        metadata: { paths: ['src/auth.ts'], line: 3 },
      },
    ]);
  });

  test('of a node that is twice in one call the last one stands, and ids keep the order of the call', async () => {
    const { graph } = room();
    const twice = [
      { type: 'API', name: 'b', importance: 0.1 },
      { type: 'API', name: 'a' },
      { type: 'API', name: 'b', importance: 0.2 },
    ];
    const { ids, created } = await graph.upsertNodes(twice);
    expect([ids[0], created]).toEqual([ids[2], 2]);
    expect(await graph.getNodes(ids.slice(0, 1))).toMatchObject([{ name: 'b', importance: 0.2, projectId: null }]);
  });

  test('an edge found twice is one edge, keeps its weight and its provenance, and needs both ends', async () => {
    const { orgId, graph } = room();
    const [a, b] = await nodesOf(graph, 'A', 'B');
    const [other] = (await room().graph.upsertNodes([{ type: 'Class', name: 'Foreign' }])).ids;
    const edge = { ...call(a, b), observationId: OBSERVATION, sessionId: 's', sourceFile: 'src/a.ts' };
    expect(await graph.upsertEdges([edge, call(a, other), call(OBSERVATION, b)])).toEqual({
      created: 1,
      updated: 0,
      missing: 2,
    });
    await weigh(orgId, 'graph_edges', 0.2);
    expect(await graph.upsertEdges([edge, call(a, b)])).toEqual({ created: 0, updated: 0, missing: 0 });
    expect(await graph.upsertEdges([{ ...call(a, b), importance: 1 }])).toEqual({ created: 0, updated: 1, missing: 0 });
    expect((await graph.neighbourhood()).edges).toMatchObject([
      { ...edge, orgId, projectId: 'p', importance: 1, feedbackWeight: 0.2 },
    ]);
  });

  test('eight writers of the same graph at once: everything is there once', async () => {
    const { graph } = room();
    const names = Array.from({ length: 40 }, (_, index) => `N${index}`);
    const writes = await Promise.all(
      Array.from({ length: 8 }, async (_, writer) => {
        const turned = [...names.slice(writer * 5), ...names.slice(0, writer * 5)];
        const ids = await nodesOf(graph, ...turned);
        return graph.upsertEdges(ids.slice(1).map((id, index) => call(ids[index], id)));
      }),
    );
    expect(writes.map(({ missing }) => missing)).toEqual(Array(8).fill(0));
    expect(await graph.count('p')).toEqual({ nodes: 40, edges: 40, files: 0 });
  });

  test('what cannot be meant is refused before anything is written', async () => {
    const { graph } = room();
    const good = { type: 'Class', name: 'Good' };
    for (const bad of [
      { type: 'Class', name: ' ' },
      { type: '', name: 'A' },
      { ...good, importance: 2 },
      { ...good, importance: Number.NaN },
      { ...good, classification: 'secret' as never },
      { ...good, metadata: { paths: 'src/a.ts' } },
      { ...good, metadata: { text: 'x'.repeat(9000) } },
      { ...good, metadata: [] as never },
      null as never,
    ]) {
      await expect(graph.upsertNodes([good, bad])).rejects.toMatchObject({ code: 'invalid-input' });
    }
    const [a] = await nodesOf(graph, 'A');
    for (const bad of [call('x', a), { ...call(a, a), relationshipName: '' }, { ...call(a, a), observationId: 'x' }]) {
      await expect(graph.upsertEdges([call(a, a), bad])).rejects.toMatchObject({ code: 'invalid-input' });
    }
    await expect(graph.upsertNodes(undefined as never)).rejects.toMatchObject({ code: 'invalid-input' });
    expect(await graph.count()).toEqual({ nodes: 1, edges: 0, files: 0 });
  });

  test('files are remembered by path, and written over', async () => {
    const { graph } = room();
    const [a = ''] = await nodesOf(graph, 'A');
    const file = { path: 'src/a.ts', contentHash: 'h1', extractorVersion: 1, nodeIds: [a], facts: { exports: ['A'] } };
    await graph.files.set('p', [file, { ...file, path: './src/b.ts' }]);
    await graph.files.set('p', [{ ...file, contentHash: 'h2' }]);
    expect(await graph.files.list('p')).toEqual([
      { ...file, contentHash: 'h2' },
      { ...file, path: 'src/b.ts' },
    ]);
    expect(await graph.files.list(null)).toEqual([]);
  });

  test('a file that is gone takes its edges and the nodes that only it declared', async () => {
    const { graph } = room();
    const [a = '', b = '', c = ''] = await nodesOf(graph, 'A', 'B', 'C');
    const file = { contentHash: 'h', extractorVersion: 1, facts: {} };
    await graph.files.set('p', [
      { ...file, path: 'a.ts', nodeIds: [a, b] },
      { ...file, path: 'b.ts', nodeIds: [b] },
    ]);
    await graph.upsertEdges([{ ...call(b, c), sourceFile: 'a.ts' }, { ...call(c, b), sourceFile: 'b.ts' }, call(c, a)]);
    await graph.files.remove('p', ['./a.ts']);
    expect((await graph.neighbourhood()).nodes.map(({ name }) => name).toSorted()).toEqual(['B', 'C']);
    expect((await graph.neighbourhood()).edges).toMatchObject([call(c, b)]);
    expect(await graph.files.list('p')).toMatchObject([{ path: 'b.ts' }]);
  });

  test('a file takes no node of another project with it, whatever it says to have declared', async () => {
    const { graph } = room();
    const [a = ''] = await nodesOf(graph, 'A');
    const { ids } = await graph.upsertNodes([{ projectId: 'q', type: 'Class', name: 'Theirs' }]);
    const file = { path: 'a.ts', contentHash: 'h', extractorVersion: 1, facts: {} };
    await graph.files.set('p', [{ ...file, nodeIds: [a, ...ids] }]);
    await graph.files.remove('p', ['a.ts']);
    expect((await graph.neighbourhood()).nodes.map(({ name }) => name)).toEqual(['Theirs']);
  });

  test('a changed file loses the edges that it no longer gives, and the others keep their weight', async () => {
    const { orgId, graph } = room();
    const [a, b, c] = await nodesOf(graph, 'A', 'B', 'C');
    const edges = [call(a, b), call(a, c)].map((edge) => ({ ...edge, sourceFile: 'a.ts' }));
    await graph.upsertEdges([...edges, { ...call(b, c), sourceFile: 'b.ts' }]);
    await weigh(orgId, 'graph_edges', 0.7);
    expect(await graph.removeEdgesOfFiles('p', ['a.ts'], [call(a, c)])).toBe(1);
    expect(
      (await graph.neighbourhood()).edges.map(({ targetId, feedbackWeight }) => [targetId, feedbackWeight]),
    ).toEqual([
      [c, 0.7],
      [c, 0.7],
    ]);
    expect(await graph.removeNodes([c ?? ''])).toBe(1);
    expect(await graph.count('p')).toEqual({ nodes: 2, edges: 0, files: 0 });
  });

  test('forgetting an observation or a session takes the edges learned from it, forgetting a project all of its graph', async () => {
    const { orgId, graph } = room();
    const observations = createObservationStore({ tenant: database.tenant(orgId), clock: systemClock });
    const { id } = await observations.remember({ content: 'A calls B', projectId: 'p' });
    const [a = '', b, c] = await nodesOf(graph, 'A', 'B', 'C');
    await graph.upsertNodes([{ projectId: 'q', type: 'Class', name: 'Q' }]);
    await graph.upsertEdges([{ ...call(a, b), observationId: id }, { ...call(b, c), sessionId: 's' }, call(a, c)]);
    await graph.files.set('p', [{ path: 'a.ts', contentHash: 'h', extractorVersion: 1, nodeIds: [a], facts: {} }]);
    await observations.forget({ id });
    expect(await graph.count()).toEqual({ nodes: 4, edges: 2, files: 1 });
    await observations.forget({ sessionId: 's' });
    expect((await graph.neighbourhood()).edges).toMatchObject([call(a, c)]);
    await observations.forget({ projectId: 'p' });
    expect(await graph.count()).toEqual({ nodes: 1, edges: 0, files: 0 });
    await observations.forget({ all: true });
    expect(await graph.count()).toEqual({ nodes: 0, edges: 0, files: 0 });
  });
}
