import { createMemory, type Authorizer, type Memory, type OrgMemory } from '@inkling/engine';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDefaultAuthorizer } from '../../src/memory/policy/authorizer.ts';
import { describeOnEachDatabase } from '../setup/describe-on-each-database.ts';

const projectId = 'shop';
const question = { projectId, queryText: 'AuthService', deadlineMs: 60_000 };

describeOnEachDatabase('a question to the graph', (open) => {
  let memory: Memory;
  let authorizer: Authorizer = createDefaultAuthorizer();
  let orgs = 0;
  beforeAll(async () => {
    memory = await createMemory({
      database: await open(),
      authorizer: { authorize: (...question) => authorizer.authorize(...question) },
    });
  });
  afterAll(() => memory.close());

  async function withGraph(): Promise<{ org: OrgMemory; ids: readonly string[] }> {
    const org = memory.org(`asks-graph-${(orgs += 1)}`);
    const { ids } = await org.graph.upsertNodes([
      { projectId, type: 'Service', name: 'AuthService' },
      { projectId, type: 'Service', name: 'PostgresDB' },
      { projectId, type: 'Service', name: 'VaultService', classification: 'restricted' },
      { projectId: 'billing', type: 'Service', name: 'AuthService' },
      { projectId: 'billing', type: 'Service', name: 'Ledger' },
    ]);
    const [auth = '', postgres = '', vault = '', theirs = '', ledger = ''] = ids;
    await org.graph.upsertEdges([
      { sourceId: auth, relationshipName: 'depends_on', targetId: postgres, importance: 0.9 },
      { sourceId: auth, relationshipName: 'calls', targetId: vault },
      { sourceId: theirs, relationshipName: 'calls', targetId: ledger },
    ]);
    return { org, ids };
  }

  test('brings what may be read in the project, and nothing of the ends that may not', async () => {
    const { org, ids } = await withGraph();
    const { triplets, denied, outcome } = await org.searchGraph(question);
    expect([outcome, denied]).toEqual(['ok', []]);
    expect(triplets).toMatchObject([
      {
        sourceEntity: 'AuthService',
        targetEntity: 'PostgresDB',
        provenance: { timestamp: expect.stringMatching(/Z$/) as unknown },
      },
    ]);
    const explained = await org.searchGraph({ ...question, explain: true });
    expect(explained.denied).toMatchObject([{ nodeId: ids[2], decision: { policy: 'default.clearance' } }]);
    expect(JSON.stringify(explained)).not.toContain('Vault');
  });

  test('in the whole organisation finds other projects too; its answer is at most as long as asked for', async () => {
    const { org } = await withGraph();
    const { triplets } = await org.searchGraph({ ...question, scope: 'org' });
    expect(triplets.map(({ targetEntity }) => targetEntity).toSorted()).toEqual(['Ledger', 'PostgresDB']);
    expect((await org.searchGraph({ ...question, scope: 'org', topK: 1 })).triplets).toHaveLength(1);
    expect((await org.searchGraph({ ...question, projectId: null })).triplets).toEqual([]);
    expect((await memory.org('stranger').searchGraph({ ...question, scope: 'org' })).triplets).toEqual([]);
  });

  test('without an answer of the policy in time, or with a policy that fails, there is none', async () => {
    const { org } = await withGraph();
    authorizer = { authorize: () => new Promise(() => undefined) };
    expect(await org.searchGraph({ ...question, deadlineMs: 300 })).toMatchObject({
      outcome: 'deadline-exceeded',
      triplets: [],
    });
    authorizer = { authorize: () => Promise.reject(new Error('down')) };
    expect(await org.searchGraph(question)).toMatchObject({ outcome: 'ok', triplets: [] });
    authorizer = createDefaultAuthorizer();
  });

  test.each([{ topK: 0 }, { topK: 1.5 }, { topK: 101 }, { neighborhoodDepth: 4 }, { agentId: '' }, { deadlineMs: 0 }])(
    '%j is refused',
    async (wrong) => {
      await expect(memory.org('refused').searchGraph({ ...question, ...wrong })).rejects.toMatchObject({
        code: 'invalid-input',
      });
    },
  );
});
