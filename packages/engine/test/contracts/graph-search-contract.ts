import * as fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../src/base/database/database.ts';
import type { GraphSeed } from '../../src/memory/graph/find-graph-seeds.ts';
import { createGraphSearchEngine, type GraphSearchRequest } from '../../src/memory/graph/graph-search-engine.ts';
import { createGraphStore } from '../../src/memory/graph/graph-store.ts';
import { tokenize } from '../../src/memory/search/text/tokenize.ts';
import { walkGraph, type PlainGraph } from '../oracles/walk-graph.ts';

type Triple = readonly [source: string, relationship: string, target: string];

const SHARES = [0, 0.25, 0.5, 0.75, 1] as const;

/** What searching the graph must do on every database. `open` gives a migrated database that nobody else writes to. */
export function graphSearchContract(open: () => Promise<Database>): void {
  let database: Database;
  let orgs = 0;
  beforeAll(async () => {
    database = await open();
  }, 120_000);

  /** An organisation whose project 'p' has these edges, between classes with these names. */
  async function room(...triples: Triple[]) {
    const orgId = `search-${(orgs += 1)}`;
    const tenant = database.tenant(orgId);
    const store = createGraphStore(tenant, tokenize);
    const names = [...new Set(triples.flatMap(([source, , target]) => [source, target]))];
    const { ids } = await store.upsertNodes(names.map((name) => ({ projectId: 'p', type: 'Class', name })));
    const idOf = (name: string): string => ids[names.indexOf(name)] ?? '';
    await store.upsertEdges(
      triples.map(([source, relationshipName, target]) => ({
        sourceId: idOf(source),
        relationshipName,
        targetId: idOf(target),
      })),
    );
    const engine = createGraphSearchEngine({ tenant, tokenize });
    const scope = { orgId, projectId: 'p' };
    const search = async (queryText: string, request: Partial<GraphSearchRequest> = {}): Promise<string[]> => {
      const { triplets } = await engine.search({ scope, queryText, ...request });
      return triplets.map((one) => `${one.sourceEntity} ${one.relationship} ${one.targetEntity}`);
    };
    return { orgId, tenant, store, idOf, engine, scope, search };
  }

  describe('finds what a query names', () => {
    test('by its whole name before names that share its words, in any case', async () => {
      const { search } = await room(
        ['AuthServiceFactory', 'creates', 'Token'],
        ['AuthService', 'depends_on', 'PostgresDB'],
      );
      for (const query of ['fix AuthService', 'fix the authservice', '`AuthService`: null pointer']) {
        expect((await search(query, { topK: 1 }))[0]).toBe('AuthService depends_on PostgresDB');
      }
    });

    test('by some of its words', async () => {
      const { search } = await room(['UserController', 'calls', 'AuthMiddleware'], ['Mailer', 'calls', 'Queue']);
      expect(await search('null pointer in auth middleware')).toEqual(['UserController calls AuthMiddleware']);
      expect(await search('nothing of that')).toEqual([]);
      expect(await search('')).toEqual([]);
    });

    test('by the file that is worked on, first, whatever the words say', async () => {
      const { store, search, idOf } = await room(['Cart', 'calls', 'Mailer'], ['AuthService', 'calls', 'Clock']);
      await store.upsertNodes([
        { projectId: 'p', type: 'Class', name: 'Cart', metadata: { paths: ['src/shop/cart.ts'] } },
      ]);
      expect(idOf('Cart')).not.toBe('');
      for (const path of ['src/shop/cart.ts', '/home/me/repo/src/shop/cart.ts', './src//shop/cart.ts']) {
        expect(await search('AuthService', { paths: [path] })).toEqual([
          'Cart calls Mailer',
          'AuthService calls Clock',
        ]);
      }
      expect(await search('AuthService', { paths: ['cart.ts', 'src/other.ts'] })).toEqual(['AuthService calls Clock']);
    });

    test('names with signs of the query language are names', async () => {
      const { search } = await room([`it's & (a) | b:* \\ !c`, 'calls', `x'y`]);
      expect(await search(`x'y & | ! :* \\ it's`)).toHaveLength(1);
    });
  });

  describe('goes around what it found', () => {
    test('as far as asked, the nearer the better', async () => {
      const { search } = await room(
        ['A1', 'calls', 'B2'],
        ['B2', 'calls', 'C3'],
        ['C3', 'calls', 'D4'],
        ['D4', 'calls', 'E5'],
      );
      const chain = ['A1 calls B2', 'B2 calls C3', 'C3 calls D4'];
      for (const depth of [1, 2, 3])
        expect(await search('A1', { neighborhoodDepth: depth })).toEqual(chain.slice(0, depth));
      expect(await search('A1')).toEqual(chain.slice(0, 2));
      expect(await search('B2', { neighborhoodDepth: 1 })).toEqual(expect.arrayContaining(chain.slice(0, 2)));
    });

    test('ten triplets unless asked for another number', async () => {
      const { search } = await room(...Array.from({ length: 30 }, (_, n): Triple => [`Hub`, `calls${n}`, `Leaf${n}`]));
      expect(await search('Hub')).toHaveLength(10);
      expect(await search('Hub', { topK: 3 })).toHaveLength(3);
    });

    test('what feedback and importance raised comes before what they sank', async () => {
      const { search, tenant, orgId } = await room(
        ['Hub', 'calls', 'Good'],
        ['Hub', 'calls', 'Plain'],
        ['Hub', 'calls', 'Bad'],
      );
      const text = `update graph_nodes set feedback_weight = case name when 'Good' then 1 when 'Bad' then 0 else 0.5 end where org_id = $1`;
      await tenant.query({ text, values: [orgId] });
      expect(await search('Hub')).toEqual(['Hub calls Good', 'Hub calls Plain', 'Hub calls Bad']);
    });

    test('as walking every path one by one finds it', async () => {
      const graphs = fc.record({
        nodes: fc.array(fc.tuple(fc.constantFrom(...SHARES), fc.constantFrom(...SHARES)), {
          minLength: 2,
          maxLength: 25,
        }),
        edges: fc.array(
          fc.tuple(
            fc.nat(24),
            fc.nat(24),
            fc.constantFrom('calls', 'Owns', '→'),
            fc.constantFrom(...SHARES),
            fc.constantFrom(...SHARES),
          ),
          { maxLength: 60 },
        ),
        seeds: fc.array(fc.tuple(fc.nat(24), fc.constantFrom(0.3, 0.6, 1)), { minLength: 1, maxLength: 3 }),
        depth: fc.integer({ min: 1, max: 3 }),
      });
      await fc.assert(
        fc.asyncProperty(graphs, async ({ nodes, edges, seeds, depth }) => {
          const { tenant, orgId, store, scope } = await room();
          const { ids } = await store.upsertNodes(
            nodes.map(([importance], n) => ({ projectId: 'p', type: 'T', name: `n${n}`, importance })),
          );
          const at = (n: number): string => ids[n % ids.length] ?? '';
          const plain = new Map(
            edges.map(([from, to, relationship, importance, weight]) => [
              `${at(from)} ${relationship} ${at(to)}`,
              { sourceId: at(from), relationship, targetId: at(to), importance, weight },
            ]),
          );
          await store.upsertEdges(
            [...plain.values()].map(({ relationship, weight: _weight, ...edge }) => ({
              ...edge,
              relationshipName: relationship,
            })),
          );
          await setWeights(
            orgId,
            ids.map((id, n) => [id, nodes[n]?.[1] ?? 0]),
            [...plain.values()],
          );
          const given = seeds.map(([n, strength]): GraphSeed => ({ id: at(n), strength }));
          const engine = createGraphSearchEngine({ tenant, tokenize, moreSeeds: () => Promise.resolve(given) });
          const { triplets } = await engine.search({ scope, queryText: '', topK: 100, neighborhoodDepth: depth });
          const graph: PlainGraph = {
            nodes: new Map(ids.map((id, n) => [id, { importance: nodes[n]?.[0] ?? 0, weight: nodes[n]?.[1] ?? 0 }])),
            edges: [...plain.values()],
          };
          const expected = walkGraph(graph, strongestOf(given), depth, 100);
          const shown = triplets.map((one) => ({
            key: `${one.sourceNodeId} ${one.relationship} ${one.targetNodeId}`,
            distance: one.distance,
            score: one.relevanceScore.toFixed(9),
          }));
          const wanted = expected.map(({ edge, distance, relevanceScore }) => ({
            key: `${edge.sourceId} ${edge.relationship} ${edge.targetId}`,
            distance,
            score: relevanceScore.toFixed(9),
          }));
          expect(shown.map(({ score }) => score)).toEqual(wanted.map(({ score }) => score));
          expect(shown.toSorted(byKey)).toEqual(wanted.toSorted(byKey));
        }),
        { numRuns: 40 },
      );
    }, 120_000);
  });

  describe('keeps to its scope', () => {
    test('another organisation is never searched, and cannot be asked for', async () => {
      const mine = await room(['AuthService', 'calls', 'Mine']);
      const theirs = await room(['AuthService', 'calls', 'Theirs']);
      expect(await mine.search('AuthService')).toEqual(['AuthService calls Mine']);
      const foreign = mine.engine.search({ scope: theirs.scope, queryText: 'AuthService' });
      await expect(foreign).rejects.toMatchObject({ code: 'invalid-input' });
    });

    test('a triplet with an end in another project is left out', async () => {
      const { store, idOf, search, engine, orgId } = await room(['AuthService', 'calls', 'Clock']);
      const [other = ''] = (await store.upsertNodes([{ projectId: 'q', type: 'Class', name: 'OtherClock' }])).ids;
      await store.upsertEdges([
        { sourceId: idOf('AuthService'), relationshipName: 'calls', targetId: other },
        { sourceId: other, relationshipName: 'calls', targetId: idOf('AuthService') },
      ]);
      expect(await search('AuthService OtherClock')).toEqual(['AuthService calls Clock']);
      const everywhere = await engine.search({ scope: { orgId }, queryText: 'AuthService OtherClock' });
      expect(everywhere.triplets).toHaveLength(3);
      expect(await search('AuthService', { scope: { orgId, projectId: null } })).toEqual([]);
    });
  });

  test('a triplet has the fields of the seed [S2-041] [S2-042] [S2-043] [S2-044]', async () => {
    const { store, idOf, engine, scope } = await room(['AuthService', 'calls', 'Clock']);
    const [sourceId, targetId] = [idOf('AuthService'), idOf('Clock')];
    const observationId = '018f3c5e-0000-7000-8000-000000000001';
    await store.upsertEdges([{ sourceId, relationshipName: 'calls', targetId, observationId, sessionId: 's' }]);
    const { triplets, outcome } = await engine.search({ scope, queryText: 'AuthService' });
    expect(outcome).toBe('ok');
    expect(triplets).toMatchObject([
      {
        sourceEntity: 'AuthService',
        relationship: 'calls',
        targetEntity: 'Clock',
        sourceNodeId: sourceId,
        targetNodeId: targetId,
        provenance: { observationId, sessionId: 's', timestamp: expect.any(Date) },
      },
    ]);
    expect(triplets[0]?.relevanceScore).toBeGreaterThanOrEqual(0);
    expect(triplets[0]?.relevanceScore).toBeLessThan(1);
  });

  test('an aborted search ends at once, and a request that cannot be meant is refused', async () => {
    const { engine, scope } = await room(['AuthService', 'calls', 'Clock']);
    const request = { scope, queryText: 'AuthService' };
    expect(await engine.search({ ...request, signal: AbortSignal.abort() })).toEqual({
      triplets: [],
      outcome: 'deadline-exceeded',
    });
    for (const bad of [
      { topK: 0 },
      { topK: 1.5 },
      { neighborhoodDepth: 4 },
      { queryText: 7 as never },
      { paths: 'a' as never },
    ]) {
      await expect(engine.search({ ...request, ...bad })).rejects.toMatchObject({ code: 'invalid-input' });
    }
  });

  async function setWeights(
    orgId: string,
    nodes: readonly (readonly [string, number])[],
    edges: PlainGraph['edges'],
  ): Promise<void> {
    await database.tenant(orgId).batch([
      {
        text: `update graph_nodes n set feedback_weight = w.weight from unnest($2::uuid[], $3::float8[]) w (id, weight)
          where n.org_id = $1 and n.id = w.id`,
        values: [orgId, nodes.map(([id]) => id), nodes.map(([, weight]) => weight)],
      },
      {
        text: `update graph_edges e set feedback_weight = w.weight
          from jsonb_to_recordset($2::jsonb) w ("sourceId" uuid, relationship text, "targetId" uuid, weight float8)
          where e.org_id = $1 and e.source_id = w."sourceId" and e.target_id = w."targetId" and e.relationship_name = w.relationship`,
        values: [orgId, JSON.stringify(edges)],
      },
    ]);
  }
}

const byKey = (a: { key: string }, b: { key: string }): number => (a.key < b.key ? -1 : 1);

/** Of a seed that is there twice the stronger one counts. */
function strongestOf(seeds: readonly GraphSeed[]): GraphSeed[] {
  const sorted = seeds.toSorted((a, b) => b.strength - a.strength);
  return sorted.filter((seed, index) => sorted.findIndex(({ id }) => id === seed.id) === index);
}
