import { expect, test } from 'vitest';
import { injectorOf, settled, verbEvent } from '../../../../test/in-session-fixtures.ts';
import { recalledRow, storeOf, uuid } from '../../../../test/session-start-fixtures.ts';
import type { GraphContextTriplet } from '../../../memory/graph/triplet.ts';
import type { ContextInjectionLog } from '../../../memory/injection-log/context-injection-log.ts';
import type { GraphMatchRequest, InSessionGraph, InSessionInjectorOptions } from '../injector-options.ts';

const triplet = (n: number, changes: Partial<GraphContextTriplet> = {}): GraphContextTriplet => ({
  sourceEntity: `Service${n}`,
  relationship: 'calls',
  targetEntity: 'Database',
  relevanceScore: n,
  sourceNodeId: uuid(100 + n),
  targetNodeId: uuid(200),
  ...changes,
});

const matcherOf = (triplets: readonly GraphContextTriplet[], asked: GraphMatchRequest[] = []) => ({
  match(request: GraphMatchRequest) {
    asked.push(request);
    return Promise.resolve(triplets);
  },
});

const injectorWith = (graph: InSessionGraph, changes: Partial<InSessionInjectorOptions> = {}) =>
  injectorOf(storeOf([]), { graph, ...changes });

const lines = (text: string | undefined) => (text ?? '').split('\n').filter((line) => line.startsWith('- '));

test('triplets that the policy allows are a section of the block, most important first', async () => {
  const asked: GraphMatchRequest[] = [];
  const logs: ContextInjectionLog[] = [];
  const matcher = matcherOf([triplet(3), triplet(1), triplet(2)], asked);
  const { injector, sent } = injectorWith(
    { matcher, enforce: (triplets) => Promise.resolve(triplets.map(({ relevanceScore }) => relevanceScore !== 2)) },
    { recordInjection: (log) => Promise.resolve(logs.push(log)) },
  );
  expect((await injector.handleVerbEvent(verbEvent())).outcome).toBe('injected');
  expect(sent[0]?.text).toContain('## Knowledge Graph Triplets');
  expect(lines(sent[0]?.text)).toEqual(['- Service1 → calls → Database', '- Service3 → calls → Database']);
  const identity = { orgId: 'org_123', agentId: 'agent_dev', projectId: 'proj_xyz', sessionId: 'ses_abc' };
  expect(asked).toMatchObject([{ identity, texts: ['src/auth.ts', 'token expiry'], focalPath: 'src/auth.ts' }]);
  expect(logs).toMatchObject([
    {
      graphNodeIds: [uuid(101), uuid(200), uuid(103)],
      graphEdgeKeys: [
        { sourceId: uuid(101), targetId: uuid(200), relationshipName: 'calls' },
        { sourceId: uuid(103), targetId: uuid(200), relationshipName: 'calls' },
      ],
    },
  ]);
  expect((await injector.handleVerbEvent(verbEvent())).outcome).toBe('no-match');
});

test.each<[string, Partial<InSessionGraph>]>([
  ['no policy', {}],
  ['a policy that fails', { enforce: () => Promise.reject(new Error('broken')) }],
  ['a policy that answers too little', { enforce: () => Promise.resolve([true]) }],
  ['a policy that answers no list', { enforce: () => Promise.resolve(true as never) }],
  ['a policy that answers something truthy', { enforce: () => Promise.resolve(['yes' as never, 1 as never]) }],
  [
    'an identity of another organisation',
    {
      enforce: () => Promise.resolve([true, true]),
      identity: { orgId: 'org_other', agentId: 'agent_dev' },
    },
  ],
])('%s: no triplet passes, and the observations come all the same [S1-057]', async (_title, graph) => {
  const matcher = matcherOf([triplet(1), triplet(2)]);
  const { injector, sent } = injectorWith({ matcher, ...graph }, { store: storeOf([recalledRow(1)]) });
  expect(await injector.handleVerbEvent(verbEvent())).toMatchObject({ outcome: 'injected', observationIds: [uuid(1)] });
  expect(sent[0]?.text).not.toContain('Triplets');
});

test('a graph that hangs costs half of what is left of the budget, not the observations', async () => {
  const graph = { matcher: { match: () => new Promise<never>(() => undefined) }, enforce: () => Promise.resolve([]) };
  const { injector, clock } = injectorWith(graph, { store: storeOf([recalledRow(1)]) });
  const handled = injector.handleVerbEvent(verbEvent());
  await settled();
  clock.advance(50);
  expect(await handled).toMatchObject({ outcome: 'injected', elapsedMs: 50 });
});

test.each([[null], ['edges'], [[null, { sourceEntity: 7 }]]])('a graph that answers %j: none', async (answer) => {
  const graph = { matcher: matcherOf(answer as never), enforce: () => Promise.resolve([true, true]) };
  expect((await injectorWith(graph).injector.handleVerbEvent(verbEvent())).outcome).toBe('no-match');
});
