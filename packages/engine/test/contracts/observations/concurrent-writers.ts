import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type OpenRoom } from './room.ts';

/** Writers that meet: any interleaving ends with one row for each statement. */
export function concurrentWriters(room: OpenRoom): void {
  test('any two overlapping batches at once: each statement is one row, created once', async () => {
    const batch = fc.array(fc.integer({ min: 0, max: 12 }), { minLength: 1, maxLength: 20 });
    await fc.assert(
      fc.asyncProperty(batch, batch, async (left, right) => {
        const { store } = room();
        const inputs = (numbers: readonly number[]): { content: string }[] =>
          numbers.map((n) => ({ content: `fact ${n}` }));
        const [a, b] = await Promise.all([store.rememberMany(inputs(left)), store.rememberMany(inputs(right))]);
        const distinct = new Set([...left, ...right]).size;
        expect([...a, ...b].filter((result) => result.created)).toHaveLength(distinct);
        const idOf = new Map<string, string>();
        for (const { contentHash: hash, id } of [...a, ...b]) {
          expect(idOf.get(hash) ?? id).toBe(id);
          idOf.set(hash, id);
        }
        expect(await store.count()).toBe(distinct);
      }),
      { numRuns: 25 },
    );
  });

  test('two writers of the same statements in opposite orders do not wait for each other for ever', async () => {
    const { store } = room();
    const inputs = Array.from({ length: 300 }, (_, index) => ({ content: `met half-way ${index}` }));
    const runs = await Promise.all([store.rememberMany(inputs), store.rememberMany(inputs.toReversed())]);
    expect(runs.flat().filter((result) => result.created)).toHaveLength(300);
  });

  test('writing while everything is being forgotten ends with every row written or forgotten', async () => {
    const { store } = room();
    const inputs = Array.from({ length: 40 }, (_, index) => ({ content: `fleeting ${index}` }));
    await store.rememberMany(inputs);
    const [results] = await Promise.all([store.rememberMany(inputs), store.forget({ all: true })]);
    expect(results).toHaveLength(40);
  });
}
