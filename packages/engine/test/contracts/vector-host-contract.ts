import { describe, expect, test } from 'vitest';
import type { StoredEmbedding, VectorHost, VectorMatch } from '../../src/memory/embeddings/store/vector-host.ts';
import { quantize } from '../../src/memory/embeddings/store/quantize.ts';

const SPACE = { modelId: 'test/model', dimension: 2 };
const EAST = Float32Array.of(1, 0);

/** Vectors by their angle in degrees. */
export const batchOf = (angles: Readonly<Record<string, number>>): StoredEmbedding[] =>
  Object.entries(angles).map(([observationId, angle]) => {
    const radians = (angle / 180) * Math.PI;
    return { observationId, vector: quantize(Float32Array.of(Math.cos(radians), Math.sin(radians))) };
  });

const idsOf = (match: VectorMatch | null): string[] => [...match!.similarities.keys()].toSorted();

/** What every vector host must do, wherever its vectors live. */
export function vectorHostContract(name: string, createHost: () => VectorHost): void {
  describe(`vector host: ${name}`, () => {
    const withHost = async (work: (host: VectorHost) => Promise<void>): Promise<void> => {
      const host = createHost();
      try {
        await work(host);
      } finally {
        await host.close();
      }
    };
    const nearest = (count: number, ids: readonly string[] = []) => ({ vector: EAST, nearest: count, ids });

    test('answers the nearest, those asked for, and what is usual', () =>
      withHost(async (host) => {
        await host.open('s', SPACE);
        expect(await host.put('s', batchOf({ a: 0, b: 30, c: 90, d: 180 }))).toBe(4);
        const match = await host.match('s', nearest(2, ['d', 'nobody']));
        expect(idsOf(match)).toEqual(['a', 'b', 'd']);
        expect(match?.similarities.get('b')).toBeCloseTo(Math.cos(Math.PI / 6), 2);
        expect(match?.similarities.get('d')).toBeCloseTo(-1, 2);
        expect(match?.typical).toBeCloseTo(Math.cos(Math.PI / 6), 2);
      }));

    test('what is put again is replaced, what is removed is gone', () =>
      withHost(async (host) => {
        await host.open('s', SPACE);
        await host.put('s', batchOf({ a: 0, b: 10, c: 20 }));
        expect(await host.put('s', batchOf({ a: 170 }))).toBe(3);
        expect(await host.remove('s', ['b', 'nobody'])).toBe(true);
        expect(idsOf(await host.match('s', nearest(1)))).toEqual(['c']);
      }));

    test('scopes know nothing of each other, and opening one again empties it', () =>
      withHost(async (host) => {
        await host.open('s', SPACE);
        await host.open('t', SPACE);
        await host.put('s', batchOf({ a: 0 }));
        expect(idsOf(await host.match('t', nearest(5, ['a'])))).toEqual([]);
        await host.open('s', SPACE);
        expect(await host.match('s', nearest(5))).toEqual({ similarities: new Map(), typical: null });
      }));

    test('a scope that is not loaded says so', () =>
      withHost(async (host) => {
        expect(host.has('s')).toBe(false);
        expect(await host.match('s', nearest(1))).toBeNull();
        expect(await host.put('s', batchOf({ a: 0 }))).toBeNull();
        expect(await host.remove('s', ['a'])).toBe(false);
        await host.open('s', SPACE);
        expect(host.has('s')).toBe(true);
        await host.drop('s');
        expect([host.has('s'), await host.match('s', nearest(1))]).toEqual([false, null]);
      }));

    test('vectors of another dimension are refused, and later questions are answered', () =>
      withHost(async (host) => {
        await host.open('s', { ...SPACE, dimension: 3 });
        const refusal = { code: 'invalid-input' };
        await expect(host.put('s', batchOf({ a: 0 }))).rejects.toMatchObject(refusal);
        await expect(host.match('s', nearest(1))).rejects.toMatchObject(refusal);
        expect(await host.match('s', { ...nearest(1), vector: Float32Array.of(1, 0, 0) })).not.toBeNull();
      }));

    test('an aborted signal rejects with its reason, and later questions are answered', () =>
      withHost(async (host) => {
        await host.open('s', SPACE);
        const reason = new Error('given up');
        await expect(host.match('s', nearest(1), AbortSignal.abort(reason))).rejects.toBe(reason);
        expect(await host.match('s', nearest(1))).not.toBeNull();
      }));

    test('a closed host refuses with code closed', () =>
      withHost(async (host) => {
        await host.open('s', SPACE);
        await host.close();
        await expect(host.match('s', nearest(1))).rejects.toMatchObject({ code: 'closed' });
      }));
  });
}
