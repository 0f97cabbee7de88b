import { createMemory, type Memory, type OrgMemory } from '@inkling/engine';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeOnEachDatabase } from '../setup/describe-on-each-database.ts';

const projectId = 'shop';

describeOnEachDatabase('a part of the graph', (open) => {
  let memory: Memory;
  let org: OrgMemory;
  const ids = new Map<string, string>();
  beforeAll(async () => {
    memory = await createMemory({ database: await open() });
    org = memory.org('drawn');
    const names = ['AuthService', 'TokenStore', 'Database', 'Backup', 'Billing'];
    const nodes = names.map((name) => ({ type: 'Service', name, projectId, metadata: { paths: [`src/${name}.ts`] } }));
    const written = await org.graph.upsertNodes(nodes);
    for (const [index, name] of names.entries()) ids.set(name, written.ids[index] ?? '');
    const edge = (source: string, target: string) => ({
      ...{ sourceId: ids.get(source) ?? '', targetId: ids.get(target) ?? '', relationshipName: 'depends_on' },
      sourceFile: `src/${source}.ts`,
    });
    await org.graph.upsertEdges([
      edge('AuthService', 'TokenStore'),
      edge('TokenStore', 'Database'),
      edge('Backup', 'Database'),
    ]);
  });
  afterAll(() => memory.close());

  const names = async (request: object) =>
    (await org.graph.neighbourhood({ projectId, ...request })).nodes.map(({ name, distance }) => [name, distance]);

  test('what is around a name, nearest first, against and along the edges', async () => {
    expect(await names({ queryText: 'AuthService', depth: 1 })).toEqual([
      ['AuthService', 0],
      ['TokenStore', 1],
    ]);
    expect(await names({ queryText: 'AuthService', depth: 3 })).toEqual([
      ['AuthService', 0],
      ['TokenStore', 1],
      ['Database', 2],
      ['Backup', 3],
    ]);
    expect(await names({ nodeIds: [ids.get('Database')], depth: 0 })).toEqual([['Database', 0]]);
    expect(await names({ paths: ['src/Billing.ts'] })).toEqual([['Billing', 0]]);
    expect(await names({ queryText: 'nothing of this name' })).toEqual([]);
  });

  test('edges are between the nodes of the answer only, with their weights and files', async () => {
    const { edges } = await org.graph.neighbourhood({ projectId, queryText: 'AuthService', depth: 1 });
    expect(edges).toMatchObject([
      {
        sourceId: ids.get('AuthService'),
        relationshipName: 'depends_on',
        sourceFile: 'src/AuthService.ts',
        feedbackWeight: 0.5,
      },
    ]);
  });

  test('without a word the most important nodes; a limit says that there is more', async () => {
    expect(await names({})).toHaveLength(5);
    const { nodes, hasMore } = await org.graph.neighbourhood({ projectId, limit: 2 });
    expect([nodes.length, hasMore]).toEqual([2, true]);
    expect((await org.graph.neighbourhood({ projectId: null })).nodes).toEqual([]);
    expect((await memory.org('stranger').graph.neighbourhood()).nodes).toEqual([]);
  });

  test.each([{ limit: 5001 }, { limit: 0 }, { depth: 6 }, { nodeIds: ['x'] }, { queryText: 7 as never }])(
    '%j is refused',
    async (request) => {
      await expect(org.graph.neighbourhood(request)).rejects.toMatchObject({ code: 'invalid-input' });
    },
  );
});
