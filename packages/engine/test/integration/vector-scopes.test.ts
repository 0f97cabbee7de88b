import { beforeAll, expect, test } from 'vitest';
import type { Database } from '../../src/base/database/database.ts';
import { uuidv7 } from '../../src/base/uuid.ts';
import { writeEmbeddings } from '../../src/memory/embeddings/store/embedding-rows.ts';
import { createObservationStore } from '../../src/memory/observations/observation-store.ts';
import { systemClock } from '../../src/base/clock.ts';
import { bytesOf, DEFAULT_VECTOR_SCOPES, type VectorScopesSettings } from '../../src/recall/scopes/vector-entry.ts';
import { createVectorScopes } from '../../src/recall/scopes/vector-scopes.ts';
import { createInProcessVectorHost } from '../in-process-vector-host.ts';
import { createManualClock } from '../manual-clock.ts';
import { describeOnEachDatabase } from '../setup/describe-on-each-database.ts';

const SPACE = { modelId: 'test/model', dimension: 2 };

describeOnEachDatabase('the vectors of scopes in memory', (open) => {
  let database: Database;
  beforeAll(async () => {
    database = await open();
  });

  /** An organisation with so many embedded statements in each project. */
  async function fresh(statements: Readonly<Record<string, number>>, settings: Partial<VectorScopesSettings> = {}) {
    const orgId = uuidv7(Date.now());
    const tenant = database.tenant(orgId);
    const store = createObservationStore({ tenant, clock: systemClock });
    const host = createInProcessVectorHost();
    const clock = createManualClock();
    const errors: unknown[] = [];
    const loads: string[] = [];
    const scopes = createVectorScopes({
      host,
      space: SPACE,
      tenant: (id) => database.tenant(id),
      clock,
      onError: (error) => errors.push(error),
      settings: { ...DEFAULT_VECTOR_SCOPES, pageRows: 2, ...settings },
      onLoaded: (id) => loads.push(id),
    });
    const embed = async (projectId: string, count: number): Promise<string[]> => {
      const inputs = Array.from({ length: count }, () => ({ content: `statement ${uuidv7(Date.now())}`, projectId }));
      const ids = (await store.rememberMany(inputs)).map(({ id }) => id);
      await writeEmbeddings(
        tenant,
        SPACE,
        ids.map((observationId, at) => ({ observationId, vector: Float32Array.of(1, at) })),
      );
      return ids;
    };
    const ids: Record<string, string[]> = {};
    for (const [projectId, count] of Object.entries(statements)) ids[projectId] = await embed(projectId, count);
    const found = async (projectId: string): Promise<string[] | null> => {
      const match = await scopes.match({ orgId, projectId }, { vector: Float32Array.of(1, 0), nearest: 50, ids: [] });
      return match && [...match.similarities.keys()].toSorted();
    };
    return { orgId, store, host, clock, errors, loads, scopes, embed, ids, found };
  }

  test('a scope is loaded by its first question, page by page, and told', async () => {
    const { orgId, scopes, ids, found, loads } = await fresh({ p: 5, q: 1 });
    expect(await found('p')).toBeNull();
    expect(await scopes.warm({ orgId, projectId: 'p' })).toBe(true);
    expect(await found('p')).toEqual(ids['p']!.toSorted());
    expect(loads).toEqual([orgId]);
  });

  test('what this process stores is there when it was told; what was removed does not come back', async () => {
    const { orgId, scopes, ids, found, embed, store } = await fresh({ p: 2 });
    await scopes.warm({ orgId, projectId: 'p' });
    const [added = ''] = await embed('p', 1);
    await scopes.stored(orgId);
    expect(await found('p')).toEqual([...ids['p']!, added].toSorted());
    const [superseded = '', forgotten = ''] = ids['p']!;
    await store.supersede(superseded, 'Something else.');
    await store.forget({ id: forgotten });
    scopes.removed(orgId, [superseded, forgotten]);
    // A look that reaches back over all of it.
    await scopes.stored(orgId);
    expect(await found('p')).toEqual([added]);
  });

  test('what other processes store is fetched behind a question, at most so often', async () => {
    const { orgId, scopes, clock, ids, found, embed } = await fresh({ p: 1 });
    await scopes.warm({ orgId, projectId: 'p' });
    expect(await found('p')).toEqual(ids['p']);
    const added = await embed('p', 1);
    clock.advance(499);
    expect(await found('p')).toEqual(ids['p']);
    clock.advance(1);
    expect(await found('p')).toEqual(ids['p']);
    await scopes.warm({ orgId, projectId: 'p' });
    expect(await found('p')).toEqual([...ids['p']!, ...added].toSorted());
  });

  test('vectors that were lost are loaded again', async () => {
    const { orgId, scopes, host, ids, found } = await fresh({ p: 3 });
    await scopes.warm({ orgId, projectId: 'p' });
    host.lose();
    expect(await found('p')).toBeNull();
    await scopes.warm({ orgId, projectId: 'p' });
    expect(await found('p')).toEqual(ids['p']!.toSorted());
  });

  test('scopes that do not fit together make room, the one used longest ago first', async () => {
    const { orgId, scopes, host, found } = await fresh({ a: 2, b: 2, c: 2 }, { maxBytes: bytesOf(4, SPACE) });
    for (const projectId of ['a', 'b']) await scopes.warm({ orgId, projectId });
    await found('a');
    await scopes.warm({ orgId, projectId: 'c' });
    expect(host.loaded.size).toBe(2);
    expect([await found('a'), await found('b')]).toEqual([expect.any(Array), null]);
  });

  test('a scope that alone is too large is left out, which is reported once', async () => {
    const { orgId, scopes, host, errors, found } = await fresh({ p: 5 }, { maxBytes: bytesOf(4, SPACE) });
    expect(await scopes.warm({ orgId, projectId: 'p' })).toBe(false);
    expect([await found('p'), await found('p'), host.loaded.size]).toEqual([null, null, 0]);
    expect(errors).toMatchObject([{ code: 'index-too-large' }]);
  });

  test('a scope that is left out takes no room from the others', async () => {
    const { orgId, scopes, found } = await fresh({ p: 3, q: 1, r: 1 }, { maxBytes: bytesOf(2, SPACE) });
    expect(await scopes.warm({ orgId, projectId: 'p' })).toBe(false);
    for (const projectId of ['q', 'r']) expect(await scopes.warm({ orgId, projectId })).toBe(true);
    expect(await Promise.all(['q', 'r'].map(found))).toEqual([[expect.any(String)], [expect.any(String)]]);
  });

  test('a scope that grows makes room, and is left out when it is too large by itself', async () => {
    const { orgId, scopes, host, errors, found, embed } = await fresh({ p: 1, q: 1 }, { maxBytes: bytesOf(2, SPACE) });
    for (const projectId of ['q', 'p']) await scopes.warm({ orgId, projectId });
    await embed('p', 1);
    await scopes.stored(orgId);
    expect([await found('p'), host.loaded.size]).toEqual([expect.any(Array), 1]);
    await embed('p', 1);
    await scopes.stored(orgId);
    expect([await found('p'), host.loaded.size]).toEqual([null, 0]);
    expect(errors).toMatchObject([{ code: 'index-too-large' }]);
  });

  test('a load that fails is reported and tried again by the next question', async () => {
    const { orgId, scopes, host, errors, ids, found } = await fresh({ p: 1 });
    const failure = new Error('no connection');
    const { open: openScope } = host;
    host.open = () => Promise.reject(failure);
    expect(await scopes.warm({ orgId, projectId: 'p' })).toBe(false);
    expect(errors).toEqual([failure]);
    host.open = openScope;
    await scopes.warm({ orgId, projectId: 'p' });
    expect(await found('p')).toEqual(ids['p']);
  });
});
