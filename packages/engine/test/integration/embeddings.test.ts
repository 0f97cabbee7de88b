import { beforeAll, describe, expect, test } from 'vitest';
import type { Database, TenantDatabase } from '../../src/base/database/database.ts';
import { uuidv7 } from '../../src/base/uuid.ts';
import { backfillEmbeddings } from '../../src/memory/embeddings/store/backfill-embeddings.ts';
import {
  listUnembedded,
  embeddingChangesSince,
  readEmbeddings,
  writeEmbeddings,
} from '../../src/memory/embeddings/store/embedding-rows.ts';
import type { Embedder } from '../../src/memory/embeddings/model/embedder.ts';
import { feedHead } from '../../src/memory/observations/read/change-feed.ts';
import { quantize } from '../../src/memory/embeddings/store/quantize.ts';
import type { VectorSpace } from '../../src/memory/embeddings/store/vector-host.ts';
import { InklingError } from '../../src/base/errors.ts';
import { clusteredVectors, seededRandom } from '../clustered-vectors.ts';
import { vectorOf } from '../embedding-server.ts';
import { describeOnEachDatabase } from '../setup/describe-on-each-database.ts';

const SPACE: VectorSpace = { modelId: 'test/model', dimension: 24 };
const NOW = Date.UTC(2026, 10, 22);

/** Stores bare observations and answers their ids in order. */
async function remember(
  tenant: TenantDatabase,
  contents: readonly string[],
  columns: { readonly projectId?: string; readonly supersededBy?: string; readonly validTo?: string } = {},
): Promise<string[]> {
  const ids = contents.map((_, at) => uuidv7(NOW + at)).toSorted();
  await tenant.query({
    text: `
      insert into observations (org_id, id, project_id, agent_id, kind, content, content_hash, source, simhash, superseded_by, valid_to)
      select $1, i.id, $4, 'user', 'explicit', i.content, md5(i.content), 'api', 0, $5::uuid, $6::timestamptz
      from unnest($2::uuid[], $3::text[]) as i(id, content)`,
    values: [tenant.orgId, ids, contents, columns.projectId ?? '', columns.supersededBy, columns.validTo],
  });
  return ids;
}

const forget = (tenant: TenantDatabase, id: string): Promise<unknown> =>
  tenant.query({ text: 'delete from observations where org_id = $1 and id = $2', values: [tenant.orgId, id] });

const embedderOf = (space: VectorSpace, refuses: (text: string) => Error | null = () => null): Embedder => ({
  ...space,
  location: 'remote',
  embed: async (texts, { signal } = {}) => {
    signal?.throwIfAborted();
    const refusal = texts.map(refuses).find((error) => error !== null);
    if (refusal) throw refusal;
    return texts.map((text) => Float32Array.from(vectorOf(text, space.dimension)));
  },
});

const refusal = (status: number): InklingError =>
  new InklingError(status < 500 ? 'embedder-refused' : 'embedder-unavailable', 'No.', { details: { status } });

// One database for all tests: each works in an organisation of its own.
describeOnEachDatabase('stored embeddings', (open) => {
  let database: Database;
  beforeAll(async () => {
    database = await open();
  });
  const tenantOf = (name: string): TenantDatabase => database.tenant(`embeddings-${name}`);
  const vectors = clusteredVectors(40, SPACE.dimension, 4, seededRandom(3));
  const rowsOf = (ids: readonly string[], from = 0) =>
    ids.map((observationId, at) => ({ observationId, vector: vectors[from + at]! }));

  test('a vector comes back as it was quantized, to the bit', async () => {
    const tenant = tenantOf('round-trip');
    const ids = await remember(tenant, ['a', 'b', 'c']);
    expect((await writeEmbeddings(tenant, SPACE, rowsOf(ids))).toSorted()).toEqual(ids);
    expect(await readEmbeddings(tenant, SPACE, {})).toEqual(
      ids.map((observationId, at) => ({ observationId, vector: quantize(vectors[at]!) })),
    );
  });

  test('writing again replaces, and vectors of two models or dimensions never meet', async () => {
    const tenant = tenantOf('models');
    const [first = '', second = ''] = await remember(tenant, ['a', 'b']);
    await writeEmbeddings(tenant, SPACE, rowsOf([first, second]));
    const newer = { ...SPACE, modelId: 'test/newer' };
    await writeEmbeddings(tenant, newer, rowsOf([second], 7));
    const idsIn = async (space: VectorSpace): Promise<string[]> =>
      (await readEmbeddings(tenant, space, {})).map(({ observationId }) => observationId);
    expect(await idsIn(SPACE)).toEqual([first]);
    expect(await idsIn(newer)).toEqual([second]);
    expect(await idsIn({ ...SPACE, dimension: 23 })).toEqual([]);
  });

  test('what was forgotten is left out of a write, and takes its vector with it', async () => {
    const tenant = tenantOf('forget');
    const ids = await remember(tenant, ['a', 'b', 'c']);
    await forget(tenant, ids[0]!);
    expect((await writeEmbeddings(tenant, SPACE, rowsOf(ids))).toSorted()).toEqual(ids.slice(1));
    await forget(tenant, ids[1]!);
    expect((await readEmbeddings(tenant, SPACE, {})).map(({ observationId }) => observationId)).toEqual([ids[2]]);
  });

  test('a vector with NaN is refused before anything is stored', async () => {
    const tenant = tenantOf('nan');
    const ids = await remember(tenant, ['a']);
    const refused = writeEmbeddings(tenant, SPACE, [{ observationId: ids[0]!, vector: Float32Array.of(Number.NaN) }]);
    await expect(refused).rejects.toMatchObject({ code: 'invalid-input' });
    expect(await listUnembedded(tenant, SPACE, {}, NOW)).toHaveLength(1);
  });

  test('what has no vector is listed page by page, without what is never recalled', async () => {
    const tenant = tenantOf('list');
    const ids = await remember(tenant, ['a', 'b', 'c', 'd'], { projectId: 'p' });
    const elsewhere = await remember(tenant, ['e']);
    await remember(tenant, ['old'], { supersededBy: ids[0]! });
    await remember(tenant, ['expired'], { validTo: '2026-01-01T00:00:00Z' });
    await writeEmbeddings(tenant, SPACE, rowsOf([ids[1]!]));
    const listed = (request: Parameters<typeof listUnembedded>[2]) => listUnembedded(tenant, SPACE, request, NOW);
    const all = [ids[0]!, ids[2]!, ids[3]!, ...elsewhere].toSorted();
    const first = await listed({ limit: 3 });
    const rest = await listed({ limit: 3, afterId: first.at(-1)!.id });
    expect([...first, ...rest].map(({ id }) => id)).toEqual(all);
    expect(first.length).toBe(3);
    expect([...first, ...rest].map(({ content }) => content).toSorted()).toEqual(['a', 'c', 'd', 'e']);
  });

  test('a scope is read page by page and followed from there, by project', async () => {
    const tenant = tenantOf('feed');
    const ids = await remember(tenant, ['a', 'b', 'c'], { projectId: 'p' });
    const [elsewhere = ''] = await remember(tenant, ['d'], { projectId: 'q' });
    await writeEmbeddings(tenant, SPACE, rowsOf([...ids, elsewhere]));
    const first = await readEmbeddings(tenant, SPACE, { projectId: 'p', limit: 2 });
    const rest = await readEmbeddings(tenant, SPACE, { projectId: 'p', limit: 2, afterId: first[1]!.observationId });
    expect([...first, ...rest].map(({ observationId }) => observationId)).toEqual(ids);

    const head = await feedHead(tenant);
    const follow = { projectId: 'p', cursor: head };
    expect(await embeddingChangesSince(tenant, SPACE, follow)).toEqual({ written: [], cursor: head, hasMore: false });
    await writeEmbeddings(tenant, SPACE, rowsOf([ids[2]!, elsewhere], 9));
    await writeEmbeddings(tenant, SPACE, rowsOf([ids[0]!], 11));
    const page = await embeddingChangesSince(tenant, SPACE, { ...follow, limit: 1 });
    expect(page.written).toEqual([{ observationId: ids[2], vector: quantize(vectors[9]!) }]);
    expect(page.hasMore).toBe(true);
    const last = await embeddingChangesSince(tenant, SPACE, { ...follow, cursor: page.cursor, limit: 1 });
    expect(last).toMatchObject({ written: [{ observationId: ids[0] }], hasMore: false });
    const again = await embeddingChangesSince(tenant, SPACE, { ...follow, cursor: last.cursor, overlapMs: 3_600_000 });
    expect(again.written.map(({ observationId }) => observationId)).toEqual([ids[1], ids[2], ids[0]]);
  });

  test('an organisation sees its own vectors only, also without the filter', async () => {
    const [mine, theirs] = [tenantOf('wall-a'), tenantOf('wall-b')];
    const [id = ''] = await remember(mine, ['a']);
    await writeEmbeddings(mine, SPACE, rowsOf([id]));
    expect(await writeEmbeddings(theirs, SPACE, rowsOf([id]))).toEqual([]);
    const unfiltered = { text: 'select observation_id from observation_embeddings', values: [] };
    expect(await theirs.query(unfiltered)).toEqual([]);
    expect(await mine.query(unfiltered)).toEqual([{ observation_id: id }]);
  });

  describe('backfill', () => {
    test('embeds all in batches, and finds nothing to do the second time', async () => {
      const tenant = tenantOf('backfill');
      const ids = await remember(tenant, ['a', 'b', 'c', 'd', 'e']);
      const options = { tenant, embedder: embedderOf(SPACE), batchSize: 2 };
      expect(await backfillEmbeddings(options)).toEqual({ embedded: 5, skipped: 0, failed: 0 });
      const stored = await readEmbeddings(tenant, SPACE, {});
      expect(stored.map(({ observationId }) => observationId)).toEqual(ids);
      expect(stored[3]?.vector).toEqual(quantize(Float32Array.from(vectorOf('d', SPACE.dimension))));
      expect(await backfillEmbeddings(options)).toEqual({ embedded: 0, skipped: 0, failed: 0 });
    });

    test('an aborted run keeps what it has, and the next goes on from there', async () => {
      const tenant = tenantOf('backfill-abort');
      await remember(tenant, ['a', 'b', 'c', 'd']);
      const controller = new AbortController();
      const reason = new Error('given up');
      const options = { tenant, embedder: embedderOf(SPACE), batchSize: 2 };
      const onStored = async (): Promise<void> => controller.abort(reason);
      await expect(backfillEmbeddings({ ...options, onStored, signal: controller.signal })).rejects.toBe(reason);
      expect(await backfillEmbeddings(options)).toEqual({ embedded: 2, skipped: 0, failed: 0 });
    });

    test('after a change of model each vector stays until it is replaced', async () => {
      const tenant = tenantOf('backfill-model');
      await remember(tenant, ['a', 'b', 'c', 'd']);
      await backfillEmbeddings({ tenant, embedder: embedderOf(SPACE) });
      const newer = { modelId: 'test/newer', dimension: 16 };
      const counts: number[][] = [];
      const onStored = async (): Promise<void> => {
        const rows = await Promise.all([SPACE, newer].map((space) => readEmbeddings(tenant, space, {})));
        counts.push(rows.map(({ length }) => length));
      };
      await backfillEmbeddings({ tenant, embedder: embedderOf(newer), batchSize: 2, onStored });
      expect(counts).toEqual([
        [2, 2],
        [0, 4],
      ]);
    });

    test.each([400, 500])('one text that is answered %i does not keep the others from a vector', async (status) => {
      const tenant = tenantOf(`backfill-text ${status}`);
      const ids = await remember(tenant, ['a', 'poison', 'c', 'd']);
      const refusesPoison = embedderOf(SPACE, (text) => (text === 'poison' ? refusal(status) : null));
      const failures: unknown[] = [];
      const options = {
        tenant,
        embedder: refusesPoison,
        batchSize: 3,
        onFailure: (id: string, error: unknown) => failures.push([id, (error as InklingError).code]),
      };
      expect(await backfillEmbeddings(options)).toEqual({ embedded: 3, skipped: 0, failed: 1 });
      expect(failures).toEqual([[ids[1], 'embedder-refused']]);
      expect(await backfillEmbeddings(options)).toEqual({ embedded: 0, skipped: 0, failed: 1 });
    });

    test('what is forgotten on the way is skipped', async () => {
      const tenant = tenantOf('backfill-forget');
      const ids = await remember(tenant, ['a', 'b']);
      const forgetting: Embedder = {
        ...embedderOf(SPACE),
        async embed(texts) {
          await forget(tenant, ids[0]!);
          return embedderOf(SPACE).embed(texts);
        },
      };
      expect(await backfillEmbeddings({ tenant, embedder: forgetting })).toEqual({
        embedded: 1,
        skipped: 1,
        failed: 0,
      });
    });

    test.each([
      ['a wrong key', refusal(401), 1],
      ['no such model', refusal(404), 1],
      ['a service that is down', new InklingError('embedder-unavailable', 'Down.'), 1],
      ['one that answers 500 to every text', refusal(500), 2],
      ['a failure of no kind we know', new Error('bug'), 1],
      ['every text of the first full batch', refusal(400), 4],
    ])('%s ends the run instead of being asked for every row', async (name, error, calls) => {
      const tenant = tenantOf(`backfill-end ${name}`);
      await remember(tenant, ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']);
      let asked = 0;
      const embedder = embedderOf(SPACE, () => error);
      const counting: Embedder = { ...embedder, embed: (...call) => ((asked += 1), embedder.embed(...call)) };
      await expect(backfillEmbeddings({ tenant, embedder: counting, batchSize: 3 })).rejects.toBe(error);
      expect(asked).toBe(calls);
    });

    test('vectors of another dimension than the embedder says are not stored', async () => {
      const tenant = tenantOf('backfill-dimension');
      await remember(tenant, ['a', 'b']);
      const lying: Embedder = { ...embedderOf({ ...SPACE, dimension: 5 }), dimension: SPACE.dimension };
      const refused = backfillEmbeddings({ tenant, embedder: lying, batchSize: 2 });
      await expect(refused).rejects.toMatchObject({ code: 'embedder-answer-invalid' });
      expect(await listUnembedded(tenant, SPACE, {}, NOW)).toHaveLength(2);
    });
  });
});
