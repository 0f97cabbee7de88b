import { createMemory, type Memory, type OrgMemory } from '@inkling/engine';
import { buildGraphContextBlock } from '@inkling/engine/building-blocks';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../src/base/database/database.ts';
import { COMPACT_HEADING } from '../../src/memory/compose/compose-observation-block.ts';
import { describeOnEachDatabase } from '../setup/describe-on-each-database.ts';
import { slowClock } from '../slow-clock.ts';

const projectId = 'shop';
const admin = { actor: 'admin' };
const HEADING = '## Knowledge Graph Triplets';
const others = ['The checkout button is green.', 'Prices are integers.', 'Logs rotate daily.', 'Builds need Node 20.'];

describeOnEachDatabase('graph context, end to end', (open) => {
  let database: Database;
  let memory: Memory;
  let orgs = 0;
  beforeAll(async () => {
    database = await open();
    memory = await createMemory({ database, clock: slowClock });
  });
  afterAll(() => memory.close());

  /** An organisation whose project has a graph around AuthService, some notes, and a claimed session about it. */
  async function claimed(workType = 'bug_fix'): Promise<{ org: OrgMemory; ids: readonly string[] }> {
    const org = memory.org(`graph-context-${(orgs += 1)}`);
    const learned = 'The AuthService must accept a request without a session header.';
    await org.observations.rememberMany([learned, ...others].map((content) => ({ content, projectId })));
    const names = ['AuthService', 'PostgresDB', 'UserController'];
    const { ids } = await org.graph.upsertNodes(names.map((name) => ({ projectId, type: 'Service', name })));
    const [auth = '', postgres = '', users = ''] = ids;
    await org.graph.upsertEdges([
      { sourceId: auth, relationshipName: 'depends_on', targetId: postgres, importance: 0.9 },
      { sourceId: users, relationshipName: 'calls', targetId: auth },
    ]);
    const workItem = { identifier: 'ENG-412', title: 'AuthService fails without session header' };
    await org.sessions.create({ id: 's', projectId, workType, agentId: 'dev', workItem });
    await org.sessions.claim('s', { workerId: 'w' });
    await org.config.setProject(projectId, { graphEnabled: true }, admin);
    // A session start has a second, and the first one of a process on a busy machine loads its index in it.
    await org.warm({ projectId });
    return { org, ids };
  }

  /** The statement that the seed prints, as it prints it, by the connecting role and as the organisation. */
  async function check(org: OrgMemory): Promise<string[]> {
    const text = `SELECT graph_node_ids, graph_edge_keys, created_at
FROM context_injection_logs
WHERE session_id = 's'
ORDER BY created_at DESC
LIMIT 1;`;
    const asOperator = text.replace(`'s'`, `'s' AND org_id = '${org.orgId}'`);
    const [tenant] = await database.tenant(org.orgId).query({ text });
    const [operator] = await database.operator.query({ text: asOperator });
    expect(operator).toEqual(tenant);
    return tenant?.['graph_node_ids'] as string[];
  }

  test('a claimed session gets the triplets of its work item below its observations, once [S2-001] [S2-003] [S2-013] [S2-014] [S2-021] [S0-033] [S0-034] [S0-035]', async () => {
    const { org } = await claimed();
    const { outcome, block } = await org.injectContextForClaimedSession('s');
    expect(outcome).toBe('enqueued');
    const [inject] = await org.listMemoryInjects('s');
    expect(inject?.text).toBe(block?.block);
    const lines = block?.block.split('\n') ?? [];
    expect(lines.indexOf(HEADING)).toBeGreaterThan(lines.indexOf(COMPACT_HEADING));
    expect(lines.slice(lines.indexOf(HEADING) + 1)).toEqual([
      '- AuthService → depends_on → PostgresDB',
      '- UserController → calls → AuthService',
    ]);
    expect(block?.queryText).toBe('ENG-412 AuthService fails without session header');
    expect(await org.injectContextForClaimedSession('s')).toMatchObject({ outcome: 'already-enqueued' });
  });

  test('the injection log names its nodes and edges, and the statement of the seed finds them [S2-039] [S2-045] [S0-051] [S0-052] [S0-064] [S0-065]', async () => {
    const { org, ids } = await claimed();
    const [auth, postgres, users] = ids;
    const { block } = await org.injectContextForClaimedSession('s');
    const [logged] = await org.listContextInjections('s');
    expect(logged).toMatchObject({ graphNodeIds: block?.graphNodeIds, graphEdgeKeys: block?.graphEdgeKeys });
    expect(logged?.graphEdgeKeys).toEqual([
      { sourceId: auth, targetId: postgres, relationshipName: 'depends_on' },
      { sourceId: users, targetId: auth, relationshipName: 'calls' },
    ]);
    expect((await check(org)).toSorted()).toEqual(ids.toSorted());
  });

  test('with delivery off it is computed and logged, not pushed [S2-017] [S2-018]', async () => {
    const { org } = await claimed();
    await org.config.setProject(projectId, { runtimeInjectEnabled: false }, admin);
    expect(await org.injectContextForClaimedSession('s')).toMatchObject({ outcome: 'delivery-off' });
    expect(await check(org)).toHaveLength(3);
    expect(await org.listMemoryInjects('s')).toEqual([]);
  });

  describe('no triplets, and the observations all the same, when', () => {
    test.each<[string, (org: OrgMemory) => Promise<unknown>]>([
      ['the graph of the project is off', (org) => org.config.setProject(projectId, { graphEnabled: false }, admin)],
      ['the work type does not recall it', (org) => org.config.recallMatrix.set({ bug_fix: false }, admin)],
      [
        'nothing in it matches',
        async (org) => org.graph.removeNodes((await org.graph.neighbourhood()).nodes.map(({ id }) => id)),
      ],
      [
        'the policy denies every node',
        async (org) => {
          const names = ['AuthService', 'PostgresDB', 'UserController'];
          const secret = { projectId, type: 'Service', classification: 'restricted' as const };
          await org.graph.upsertNodes(names.map((name) => ({ ...secret, name })));
        },
      ],
    ])('%s [S2-002] [S2-046] [S0-037] [S0-066]', async (_what, change) => {
      const { org } = await claimed();
      await change(org);
      const { block, outcome } = await org.injectContextForClaimedSession('s');
      expect(outcome).toBe('enqueued');
      expect(block?.block).toContain(COMPACT_HEADING);
      expect(block?.block).not.toContain(HEADING);
      expect(await check(org)).toEqual([]);
    });
  });

  test.each([
    { workType: 'bug_fix', has: true },
    { workType: 'refactor', has: true },
    { workType: 'feature', has: true },
    { workType: 'chore', has: false },
    { workType: 'spike', has: true },
  ])('by the plan, without a toggle: $workType $has [S0-038] [S0-039] [S0-040] [S0-041]', async ({ workType, has }) => {
    const { org } = await claimed(workType);
    await org.config.setProject(projectId, { graphEnabled: null }, admin);
    await org.config.plan.set({ kg_enabled: true }, admin);
    const { block } = await org.injectContextForClaimedSession('s');
    expect(block?.block.includes(HEADING)).toBe(has);
  });

  test.each([
    { decided: 'by nobody: whoever made a graph wants it', has: true },
    { decided: 'against, by the project', toggle: false, has: false },
    { decided: 'against, by the plan', plan: false, has: false },
  ])('decided $decided: $has [S2-005] [S2-007]', async ({ toggle = null, plan = null, has }) => {
    const { org } = await claimed();
    await org.config.setProject(projectId, { graphEnabled: toggle }, admin);
    await org.config.plan.set({ kg_enabled: plan }, admin);
    expect(await org.config.isGraphEnabledForProject(projectId)).toBe(has);
    const { block } = await org.injectContextForClaimedSession('s');
    expect(block?.block.includes(HEADING)).toBe(has);
  });

  test('the first nodes of a project switch its graph on at once', async () => {
    const org = memory.org(`graph-context-${(orgs += 1)}`);
    expect((await org.config.effective(projectId)).graph).toEqual({ enabled: false, because: 'not-enabled' });
    await org.graph.upsertNodes([{ projectId, type: 'Service', name: 'AuthService' }]);
    const { graph } = await org.config.effective(projectId);
    expect(graph).toEqual({ enabled: true, because: 'indexed' });
    expect((await org.config.effective('another')).graph.enabled).toBe(false);
  });

  test('a forbidden end takes its triplets out, and the answer says which policy denied', async () => {
    const { org, ids } = await claimed();
    await org.graph.upsertNodes([{ projectId, type: 'Service', name: 'PostgresDB', classification: 'restricted' }]);
    const request = { sessionId: 's', workType: 'bug_fix', projectId, queryText: 'AuthService' };
    const built = await org.buildSessionMemoryBlock(request);
    expect(built.block).toContain('- UserController → calls → AuthService');
    expect(built.block).not.toContain('PostgresDB');
    expect(built.graphNodeIds).not.toContain(ids[1]);
    expect(built.deniedTriplets).toMatchObject([{ nodeId: ids[1], decision: { policy: 'default.clearance' } }]);
  });

  test('a block full of notes leaves a third to the triplets, and stays within its budget', async () => {
    const { org } = await claimed();
    const long = (n: number): string => `AuthService, note ${n}: ${`session header ${n} `.repeat(15)}`;
    await org.observations.rememberMany(Array.from({ length: 20 }, (_, n) => ({ content: long(n * 7919), projectId })));
    const request = { sessionId: 's', workType: 'bug_fix', projectId, queryText: 'AuthService session header' };
    const built = await org.buildSessionMemoryBlock(request);
    expect(built.graphEdgeKeys).toHaveLength(2);
    expect(built.observationIds.length).toBeGreaterThan(2);
    expect(built.actualTokens).toBeLessThanOrEqual(built.budgetTokens);
    const identity = { orgId: org.orgId, agentId: 'dev', projectId };
    const graph = { engine: org.graph, identity, graphEnabled: true };
    const tight = await org.buildSessionMemoryBlock({ ...request, graph: { ...graph, budgetTokens: 20 } });
    expect(tight.graphEdgeKeys).toHaveLength(1);
    const off = await org.buildSessionMemoryBlock({ ...request, graph: { ...graph, graphEnabled: false } });
    expect(off.graphEdgeKeys).toEqual([]);
    const foreign = { ...graph, identity: { ...identity, orgId: 'another' } };
    expect((await org.buildSessionMemoryBlock({ ...request, graph: foreign })).graphEdgeKeys).toEqual([]);
  });

  test('a running session gets the triplets of the file it edits, through the policy [S1-055]', async () => {
    const { org, ids } = await claimed();
    await org.graph.upsertNodes([
      { projectId, type: 'Service', name: 'AuthService', metadata: { paths: ['src/auth.ts'] } },
      { projectId, type: 'Service', name: 'PostgresDB', classification: 'restricted' },
    ]);
    const texts: string[] = [];
    const injector = org.createInSessionInjector({
      capability: {
        supportsMessageInjection: true,
        injectMessage: (_sessionId, text) => Promise.resolve(texts.push(text)),
      },
      config: { latencyBudgetMs: 10_000 },
    });
    const event = {
      phase: 'post-verb' as const,
      sessionId: 's',
      orgId: org.orgId,
      projectId,
      agentId: 'dev',
      tool: 'Edit',
      paths: ['/repo/src/auth.ts'],
      emittedAt: 0,
    };
    expect(await injector.handleVerbEvent(event)).toMatchObject({ outcome: 'injected' });
    expect(texts[0]).toContain(`${HEADING}\n- UserController → calls → AuthService`);
    expect(texts[0]).not.toContain('PostgresDB');
    await expect.poll(() => org.listContextInjections('s')).toMatchObject([{ workType: 'bug_fix' }]);
    expect(ids).toHaveLength(3);
  });

  test('a tool call asks the graph by the work type of its session [S2-009] [C-041]', async () => {
    const { org } = await claimed();
    await org.graph.upsertNodes([
      { projectId, type: 'Service', name: 'AuthService', metadata: { paths: ['src/auth.ts'] } },
    ]);
    for (const [id, workType] of Object.entries({ chores: 'chore', fixes: 'bug_fix', 'more-fixes': 'bug_fix' })) {
      await org.sessions.create({ id, projectId, workType, agentId: 'dev' });
      await org.sessions.claim(id, { workerId: 'w' });
    }
    const injector = org.createInSessionInjector({
      capability: { supportsMessageInjection: true, injectMessage: async () => undefined },
      config: { latencyBudgetMs: 10_000 },
    });
    const edit = (sessionId: string) =>
      injector.handleVerbEvent({
        phase: 'post-verb',
        sessionId,
        orgId: org.orgId,
        projectId,
        agentId: 'dev',
        tool: 'Edit',
        paths: ['/repo/src/auth.ts'],
        emittedAt: 0,
      });
    expect(await edit('chores')).toMatchObject({ outcome: 'no-match' });
    await org.config.recallMatrix.set({ feature: false }, admin);
    expect(await edit('fixes')).toMatchObject({ outcome: 'injected' });
    await org.config.recallMatrix.set({ bug_fix: false }, admin);
    expect(await edit('more-fixes')).toMatchObject({ outcome: 'no-match' });
  });

  test('what a session has in hand scopes the graph where a tool call names no file, and where its context begins anew [S3-028] [S3-029]', async () => {
    const { org } = await claimed();
    await org.graph.upsertNodes([
      { projectId, type: 'Service', name: 'AuthService', metadata: { paths: ['src/auth.ts'] } },
    ]);
    const texts: string[] = [];
    const injector = org.createInSessionInjector({
      capability: {
        supportsMessageInjection: true,
        injectMessage: (_sessionId, text) => Promise.resolve(texts.push(text)),
      },
      config: { latencyBudgetMs: 10_000 },
    });
    const event = {
      phase: 'post-verb' as const,
      sessionId: 's',
      orgId: org.orgId,
      projectId,
      agentId: 'dev',
      tool: 'Bash',
      query: 'npm test',
      emittedAt: 0,
    };
    expect(await injector.handleVerbEvent(event)).toMatchObject({ outcome: 'no-match' });
    const facets = { currentFile: '/repo/README.md', lastEditedFile: '/repo/src/auth.ts' };
    await org.activities.append(
      's',
      Object.entries(facets).map(([key, value]) => ({ type: 'context' as const, body: { key, value } })),
    );
    expect(await injector.handleVerbEvent(event)).toMatchObject({ outcome: 'injected' });
    expect(texts[0]).toContain(`${HEADING}\n- AuthService → depends_on → PostgresDB`);

    // The work item itself names nothing of the graph.
    const workItem = { title: 'Nightly run is red' };
    await org.sessions.create({ id: 'next', projectId, workType: 'bug_fix', agentId: 'dev', workItem });
    await org.sessions.claim('next', { workerId: 'w' });
    expect((await org.injectContextForClaimedSession('next')).block?.block).toBe('');
    await org.activities.append('next', [{ type: 'context', body: { key: 'lastEditedFile', value: 'src/auth.ts' } }]);
    expect((await org.injectContextForClaimedSession('next')).block?.block).toContain('AuthService → depends_on');
  });

  test('the public function over the handle of an organisation; another organisation gets nothing [S2-032]', async () => {
    const { org } = await claimed();
    const identity = { orgId: org.orgId, agentId: 'dev', projectId };
    const request = { identity, scope: { orgId: org.orgId, projectId }, engine: org.graph, queryText: 'AuthService' };
    expect((await buildGraphContextBlock(request)).triplets).toHaveLength(2);
    const stranger = { ...identity, orgId: 'stranger' };
    expect(await buildGraphContextBlock({ ...request, identity: stranger })).toMatchObject({ block: '' });
    const { engine: _engine, ...rest } = request;
    const theirs = memory.org('stranger').graph;
    expect(await buildGraphContextBlock({ ...rest, engine: theirs })).toMatchObject({ block: '' });
  });
});
