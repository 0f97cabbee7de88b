import { describe, expect, test } from 'vitest';
import type { Embedder } from '../../src/memory/embeddings/model/embedder.ts';

const TEXTS = ['first', 'second', 'third', 'fourth', 'fifth', 'first', '', '漢字 👩‍👩‍👧'];

/** What every embedder must do. `current` gives one that answers, with batches smaller than 5 texts. */
export function embedderContract(name: string, current: () => Embedder): void {
  describe(`embedder contract: ${name}`, () => {
    test('answers one vector of the dimension for each text, in order, over several batches', async () => {
      const vectors = await current().embed(TEXTS);
      expect(vectors.map((vector) => vector.length)).toEqual(TEXTS.map(() => current().dimension));
      expect(vectors.every((vector) => vector instanceof Float32Array && vector.every(Number.isFinite))).toBe(true);
      const alone = await Promise.all(TEXTS.map(async (text) => (await current().embed([text]))[0]));
      expect(vectors).toEqual(alone);
    });

    test('the same text has the same vector, another text another', async () => {
      const [first, second, , , , again] = await current().embed(TEXTS);
      expect(first).toEqual(again);
      expect(first).not.toEqual(second);
    });

    test('no texts have no vectors', async () => {
      expect(await current().embed([])).toEqual([]);
    });

    test('an aborted signal rejects with its reason', async () => {
      const reason = new Error('given up');
      await expect(current().embed(TEXTS, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    });

    test('says which space its vectors are in', () => {
      expect(current().modelId).toMatch(/^[a-z]+\/\S+$/);
      expect(['local', 'remote']).toContain(current().location);
    });
  });
}
