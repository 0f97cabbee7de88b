import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { anyQuery, anyStep, type IndexStep } from '../../../test/search-arbitraries.ts';
import { createScopeIndex, restoreScopeIndex, type ScopeIndex } from './scope-index.ts';
import type { SearchDocument } from './search-document.ts';
import type { SearchHit } from './search.ts';
import { DEFAULT_SEARCH_SETTINGS, searchSettings } from './search-settings.ts';

let folder: string;
let file: string;
let unused = 0;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'inkling-snapshot-'));
  file = join(folder, 'index');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** A file of a test's own. */
const freshFile = (): string => join(folder, `scope-${(unused += 1)}`, 'index');

/** Null = refused or not there. */
async function restore(from: string, now = 0) {
  const restored = await restoreScopeIndex(from, DEFAULT_SEARCH_SETTINGS, now);
  return restored.kind === 'restored' ? restored : null;
}

function document(id: string, text: string, changes: Partial<SearchDocument> = {}): SearchDocument {
  return { id, text, paths: [], createdAt: 1, projectId: null, conversational: false, ...changes };
}

function takeStep(index: ScopeIndex, step: IndexStep): void {
  if ('put' in step) index.put([step.put]);
  else if ('remove' in step) index.remove([step.remove]);
  else index.search(step.ask);
}

/** A word that comes back after its last document left has its old number in one index and a new one in the other, and sums its share earlier or later. */
function expectAlike(found: readonly SearchHit[], expected: readonly SearchHit[]): void {
  expect(found).toHaveLength(expected.length);
  const scores = new Map(expected.map(({ id, score }) => [id, score]));
  for (const [at, { id, score }] of found.entries()) {
    expect(Math.abs(score - expected[at]!.score)).toBeLessThan(1e-9);
    expect(Math.abs(score - (scores.get(id) ?? score))).toBeLessThan(1e-9);
  }
}

const deploy = { text: 'deploy', now: 100, limit: 10 };

describe('a snapshot that is whole', () => {
  test('finds what the index found, digit by digit, and to 1e-9 after the same further changes', async () => {
    const steps = fc.array(anyStep, { maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(
        steps,
        steps,
        fc.array(anyQuery, { minLength: 1, maxLength: 4 }),
        async (before, after, asked) => {
          const index = createScopeIndex();
          for (const step of before) takeStep(index, step);
          expect(await index.save(file, 'note')).toBe(true);
          const restored = (await restore(file))!;
          expect(restored.note).toBe('note');
          const answers = (of: ScopeIndex) => asked.map((query) => of.search({ ...query, explain: true }));
          expect(answers(restored.index)).toEqual(answers(index));
          for (const step of after) for (const each of [index, restored.index]) takeStep(each, step);
          for (const query of asked) expectAlike(restored.index.search(query)!, index.search(query)!);
          expect(restored.index.stats().documents).toBe(index.stats().documents);
        },
      ),
      { numRuns: 150 },
    );
  });

  test('has room for what comes next: its large columns are not copied for the first document', async () => {
    const index = createScopeIndex();
    const words = (first: number): string =>
      Array.from({ length: 40 }, (_, at) => `w${(first + 7 * at) % 500}`).join(' ');
    index.put(Array.from({ length: 2000 }, (_, at) => document(`id-${at}`, words(at))));
    const from = freshFile();
    await index.save(from, 'note');
    const restored = (await restore(from))!.index;
    const { bytes } = restored.stats();
    restored.put([document('next', 'w3 and words that it never had')]);
    expect(restored.stats().bytes - bytes).toBeLessThan(bytes / 20);
    expect(restored.search({ text: 'w3', now: 100, limit: 1000 })).toEqual(
      expect.arrayContaining([expect.objectContaining({ id: 'next' })]),
    );
  });

  test('holds an index that has been compacted, and one of more strings than a chunk', async () => {
    const index = createScopeIndex();
    index.put(Array.from({ length: 20_000 }, (_, at) => document(`id-${at}`, `word${at} deploy`, { createdAt: at })));
    index.remove(Array.from({ length: 9000 }, (_, at) => `id-${at * 2}`));
    const target = freshFile();
    expect(await index.save(target, '')).toBe(true);
    const { index: restored } = (await restore(target))!;
    const query = { text: 'deploy word19999', now: 1e6, limit: 100 };
    expect(restored.search(query)).toEqual(index.search(query));
    expect(restored.stats().documents).toBe(11_000);
  });

  test('keeps words of every script, and one that was cut in the middle of a character', async () => {
    const index = createScopeIndex();
    const words = ['日本語の文章', 'naïve', `${'x'.repeat(63)}😀`, 'हिन्दी', '👩‍💻'];
    index.put(words.map((word, at) => document(`id-${at}`, `${word} deploy`)));
    await index.save(file, '');
    const { index: restored } = (await restore(file))!;
    for (const text of words) {
      expect(restored.search({ ...deploy, text })).toEqual(index.search({ ...deploy, text }));
    }
  });

  test('leaves out what has expired since', async () => {
    const index = createScopeIndex();
    index.put([document('a', 'deploy', { validTo: 50 }), document('b', 'deploy', { validTo: 500 })]);
    await index.save(file, '');
    expect((await restore(file, 49))!.index.stats().documents).toBe(2);
    expect((await restore(file, 50))!.index.stats().documents).toBe(1);
  });

  test('holds no word, file, session or namespace that no living document has', async () => {
    const index = createScopeIndex();
    const marked = { paths: ['src/secret/marker_path.ts'], sessionId: 'marker-session', namespace: 'marker-namespace' };
    index.put([document('marker-id', 'marker_word deploy', marked), document('b', 'deploy', { namespace: 'kept' })]);
    index.remove(['marker-id']);
    await index.save(file, '');
    const bytes = await readFile(file, 'latin1');
    expect(bytes).toMatch(/deploy|deploi/);
    expect(bytes).toContain('kept');
    expect(bytes).not.toMatch(/marker|secret/);
    const { index: restored } = (await restore(file))!;
    for (const each of [index, restored]) {
      each.put([document('c', 'marker_word deploy', { namespace: 'marker-namespace' })]);
      const found = each.search({ ...deploy, text: 'marker_word', filter: { namespace: 'marker-namespace' } });
      expect(found?.map(({ id }) => id)).toEqual(['c']);
    }
  });
});

describe('writing', () => {
  test('an index that changes meanwhile writes nothing, and what stood there stays', async () => {
    const index = createScopeIndex();
    index.put([document('a', 'deploy')]);
    const target = freshFile();
    const saving = index.save(target, '');
    index.put([document('b', 'deploy')]);
    expect(await saving).toBe(false);
    expect(await restore(target)).toBeNull();
    expect(await index.save(target, '')).toBe(true);
    const again = index.save(target, '');
    index.remove(['a']);
    expect(await again).toBe(false);
    expect((await restore(target))!.index.stats().documents).toBe(2);
    expect(await readdir(join(target, '..'))).toEqual(['index']);
  });

  test('a folder that cannot be written rejects and leaves nothing', async () => {
    const index = createScopeIndex();
    await writeFile(join(folder, 'plain-file'), '');
    await expect(index.save(join(folder, 'plain-file', 'index'), '')).rejects.toThrow(/ENOTDIR|EEXIST/);
  });

  test('nobody else may read it', async () => {
    const target = freshFile();
    await createScopeIndex().save(target, '');
    expect([(await stat(target)).mode & 0o777, (await stat(join(target, '..'))).mode & 0o777]).toEqual([0o600, 0o700]);
  });
});

describe('a snapshot in doubt is not used', () => {
  /** A small snapshot, and what remains of it after `change`. */
  async function changed(change: (bytes: Buffer) => Buffer): Promise<unknown> {
    const index = createScopeIndex();
    index.put([document('a', 'deploy the parser', { paths: ['src/a.ts'] }), document('b', 'deploy')]);
    await index.save(file, '');
    await writeFile(file, change(await readFile(file)));
    return restore(file);
  }

  test('there is none, or an empty one', async () => {
    expect(await restore(join(folder, 'nowhere'))).toBeNull();
    expect(await changed(() => Buffer.alloc(0))).toBeNull();
  });

  test('it was written with other settings', async () => {
    const index = createScopeIndex();
    await index.save(file, '');
    expect(await restoreScopeIndex(file, searchSettings({ k1: 1.3 }), 0)).toMatchObject({ kind: 'unusable' });
    expect(await restoreScopeIndex(file, searchSettings(), 0)).toMatchObject({ kind: 'restored' });
  });

  test('it is of another format', async () => {
    const older = (bytes: Buffer): Buffer => {
      bytes[7] = 0;
      return bytes;
    };
    expect(await changed(older)).toBeNull();
  });

  test('it was cut, anywhere', async () => {
    await fc.assert(
      fc.asyncProperty(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), async (share) => {
        expect(await changed((bytes) => bytes.subarray(0, Math.floor(bytes.length * share)))).toBeNull();
      }),
      { numRuns: 100 },
    );
  });

  test('one bit is another one, anywhere', async () => {
    await fc.assert(
      fc.asyncProperty(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), fc.nat(7), async (share, bit) => {
        const flip = (bytes: Buffer): Buffer => {
          const at = Math.floor(bytes.length * share);
          bytes[at] = bytes[at]! ^ (1 << bit);
          return bytes;
        };
        expect(await changed(flip)).toBeNull();
      }),
      { numRuns: 300 },
    );
  });

  test('the header announces more than there is', async () => {
    const longer = (bytes: Buffer): Buffer => {
      bytes.writeUInt32LE(0xffff_ffff, 8);
      return bytes;
    };
    expect(await changed(longer)).toBeNull();
  });
});
