import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createMemory, type Memory, type OrgMemory } from '@inkling/engine';
import { openPostgres } from '@inkling/engine/pg';
import { openPglite } from '@inkling/engine/pglite';
import fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import { databaseKinds } from '../setup/describe-on-each-database.ts';
import { createTestDatabase, type DatabaseKind } from '../setup/open-test-database.ts';
import { temporaryDirectory } from '../setup/temporary-directory.ts';

const projectId = 'shop';
const SUBJECTS = ['parser', 'checkout', 'cache', 'retry', 'session', 'migration', 'locale'];
const question = { projectId, queryText: 'why does the parser retry the checkout', explain: true, deadlineMs: 60_000 };

/** A database that outlives its memories, and a directory for snapshots. */
async function createPlace(kind: DatabaseKind) {
  const directory = temporaryDirectory();
  const snapshotDir = join(directory, 'index');
  const connectionString = kind === 'postgres' ? await createTestDatabase() : '';
  const errors: unknown[] = [];
  /** A process starts; it is closed after the test, and closing it earlier is fine. */
  async function start(search = {}): Promise<Memory> {
    // As a promise: the latest snapshot is read while the database opens.
    const database =
      kind === 'postgres' ? openPostgres({ connectionString }) : openPglite({ dataDir: join(directory, 'data') });
    const memory = await createMemory({ database, snapshotDir, search, onError: (error) => errors.push(error) });
    onTestFinished(() => memory.close());
    return memory;
  }
  return { snapshotDir, errors, start };
}

async function fill(org: OrgMemory): Promise<void> {
  const inputs = Array.from({ length: 300 }, (_, at) => ({
    content: `The ${SUBJECTS[at % 7]} waits for the ${SUBJECTS[(at * 3 + 1) % 7]} in case ${at}.`,
    projectId,
    metadata: { paths: [`src/${SUBJECTS[at % 7]}/${at % 11}.ts`] },
  }));
  await org.observations.rememberMany(inputs);
}

async function answer(org: OrgMemory) {
  const { degraded, rows } = await org.recall({ ...question, limit: 50 });
  return {
    degraded,
    rows: rows.map(({ observation, score, relevance }) => ({ id: observation.id, score, relevance })),
  };
}

const filesBelow = (directory: string): string[] =>
  readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));

const holdsWord = (directory: string, word: string): boolean =>
  filesBelow(directory).some((file) => readFileSync(file, 'latin1').includes(word));

describe.each(databaseKinds())('snapshots over %s', (kind) => {
  test('after a restart the answers are those of the index loaded from the store, to 1e-9; other settings build their own', async () => {
    const { start, errors } = await createPlace(kind);
    const first = await start();
    await fill(first.org('acme'));
    await first.org('acme').warm({ projectId });
    const expected = await answer(first.org('acme'));
    await first.close();
    const second = await start();
    await second.org('acme').warm({ projectId });
    const found = await answer(second.org('acme'));
    expect(found.degraded).toBeNull();
    expect(found.rows.map(({ id }) => id)).toEqual(expected.rows.map(({ id }) => id));
    for (const [at, { score, relevance }] of found.rows.entries()) {
      expect(Math.abs(score - expected.rows[at]!.score)).toBeLessThan(1e-9);
      expect(Math.abs(relevance - expected.rows[at]!.relevance)).toBeLessThan(1e-9);
    }
    await second.close();
    expect(errors).toEqual([]);
    const other = await start({ k1: 0.5 });
    expect(await other.org('acme').warm({ projectId })).toBe(true);
    expect(errors).toMatchObject([{ code: 'snapshot-failed' }]);
    expect((await answer(other.org('acme'))).rows[0]?.score).not.toBe(expected.rows[0]?.score);
  });

  test('what is forgotten is on disk in no snapshot, and the next one is written without it', async () => {
    const { start, errors, snapshotDir } = await createPlace(kind);
    const memory = await start();
    const org = memory.org('acme');
    await fill(org);
    const { id } = await org.observations.remember({ content: 'The parser of zebrafish data retries.', projectId });
    await org.warm({ projectId });
    await expect.poll(() => holdsWord(snapshotDir, 'zebrafish'), { timeout: 30_000 }).toBe(true);
    await org.observations.forget({ id });
    expect(filesBelow(snapshotDir)).toEqual([]);
    await memory.close();
    expect([filesBelow(snapshotDir).length, holdsWord(snapshotDir, 'zebrafish')]).toEqual([1, false]);
    const again = await start();
    await again.org('acme').warm({ projectId });
    expect((await answer(again.org('acme'))).rows.map((row) => row.id)).not.toContain(id);
    expect(errors).toEqual([]);
  });
});

test.each(databaseKinds().filter((kind) => kind === 'pglite'))(
  'a byte that changed, or an end that is missing, changes no answer: %s',
  async (kind) => {
    const { start, snapshotDir } = await createPlace(kind);
    const first = await start();
    await fill(first.org('acme'));
    await first.org('acme').warm({ projectId });
    const expected = await answer(first.org('acme'));
    await first.close();
    const [file] = filesBelow(snapshotDir);
    const whole = readFileSync(file!);
    const place = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
    await fc.assert(
      fc.asyncProperty(place, fc.nat(7), fc.boolean(), async (share, bit, isCut) => {
        const at = Math.floor(share * whole.length);
        const spoilt = isCut ? whole.subarray(0, at) : Buffer.from(whole);
        if (!isCut) spoilt[at] = spoilt[at]! ^ (1 << bit);
        writeFileSync(file!, spoilt);
        const memory = await start();
        await memory.org('acme').warm({ projectId });
        const { degraded, rows } = await answer(memory.org('acme'));
        await memory.close();
        expect([degraded, rows.map(({ id }) => id)]).toEqual([null, expected.rows.map(({ id }) => id)]);
      }),
      { numRuns: 5 },
    );
  },
);

test.each(databaseKinds().filter((kind) => kind === 'postgres'))(
  'two processes share a database and a folder: each restores what the other wrote, and forgetting reaches both: %s',
  async (kind) => {
    const { start, errors, snapshotDir } = await createPlace(kind);
    const [one, two] = [await start(), await start()].map((memory) => memory.org('acme')) as [OrgMemory, OrgMemory];
    await fill(one);
    const { id } = await one.observations.remember({ content: 'The parser of zebrafish data retries.', projectId });
    await Promise.all([one.warm({ projectId }), two.warm({ projectId })]);
    await expect.poll(() => holdsWord(snapshotDir, 'zebrafish'), { timeout: 30_000 }).toBe(true);
    expect((await answer(two)).rows.map((row) => row.id)).toContain(id);
    await one.observations.forget({ id });
    await expect
      .poll(async () => (await answer(two)).rows.some((row) => row.id === id), { timeout: 30_000 })
      .toBe(false);
    await expect.poll(() => holdsWord(snapshotDir, 'zebrafish'), { timeout: 30_000 }).toBe(false);
    const three = (await start()).org('acme');
    await three.warm({ projectId });
    expect((await answer(three)).rows.map((row) => row.id)).toEqual((await answer(one)).rows.map((row) => row.id));
    expect(errors).toEqual([]);
  },
);
