import { expect, test } from 'vitest';
import type { Embedder } from '../../src/memory/embeddings/embedder.ts';

/** What every embedder must do. `current` gives one that answers, with batches smaller than 5 texts. */
export function embedderContract(current: () => Embedder): void {
  const texts = ['first', 'second', 'third', 'fourth', 'fifth', 'first', '', '漢字 👩‍👩‍👧'];

  test('answers one vector of the dimension for each text, in order, over several batches', async () => {
    const vectors = await current().embed(texts);
    expect(vectors.map((vector) => vector.length)).toEqual(texts.map(() => current().dimension));
    expect(vectors.every((vector) => vector instanceof Float32Array && vector.every(Number.isFinite))).toBe(true);
    const alone = await Promise.all(texts.map(async (text) => (await current().embed([text]))[0]));
    expect(vectors).toEqual(alone);
  });

  test('the same text has the same vector, another text another', async () => {
    const [first, second, , , , again] = await current().embed(texts);
    expect(first).toEqual(again);
    expect(first).not.toEqual(second);
  });

  test('no texts have no vectors', async () => {
    expect(await current().embed([])).toEqual([]);
  });

  test('an aborted signal rejects with its reason', async () => {
    const reason = new Error('given up');
    await expect(current().embed(texts, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  });

  test('says which space its vectors are in', () => {
    expect(current().modelId).toMatch(/^[a-z]+\/\S+$/);
    expect(['local', 'remote']).toContain(current().location);
  });
}
