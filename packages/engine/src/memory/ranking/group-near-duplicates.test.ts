import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { groupNearDuplicates } from './group-near-duplicates.ts';

interface Item {
  readonly id: string;
  readonly simhash: string;
  readonly agentId: string;
  readonly weight: number;
  readonly relevance: number;
}
const item = (id: string, simhash: bigint, changes: Partial<Item> = {}): Item => ({
  id,
  simhash: simhash.toString(16).padStart(16, '0'),
  agentId: 'a',
  weight: 1,
  relevance: 0.5,
  ...changes,
});

/** Clusters by flooding over a plain count of differing digits: the oracle. */
function oracle(items: readonly Item[]): string[][] {
  const bits = (x: bigint): number => [...x.toString(2)].filter((digit) => digit === '1').length;
  const left = new Set(items);
  const clusters: string[][] = [];
  for (const seed of items) {
    if (!left.delete(seed)) continue;
    const cluster = [seed];
    for (const member of cluster) {
      for (const other of left) {
        if (bits(BigInt(`0x${member.simhash}`) ^ BigInt(`0x${other.simhash}`)) > 3) continue;
        left.delete(other);
        cluster.push(other);
      }
    }
    clusters.push(cluster.map(({ id }) => id).sort());
  }
  return clusters;
}

const hash = fc
  .tuple(fc.constantFrom(0n, 0xffff_ffff_ffff_ffffn, 0x8000_0000_8000_0000n), fc.array(fc.nat(63), { maxLength: 6 }))
  .map(([base, flips]) => flips.reduce((value, bit) => value ^ (1n << BigInt(bit)), base));

describe('groupNearDuplicates', () => {
  test('three bits apart is the same statement, four is another', () => {
    const groups = groupNearDuplicates([item('x', 0n), item('y', 0b111n), item('z', 0b1111n << 32n)]);
    expect(groups.map((group) => [group.standing.id, group.others.map(({ id }) => id)])).toEqual([
      ['x', ['y']],
      ['z', []],
    ]);
  });

  test('the clusters are those of the oracle, in order of their first members', () => {
    fc.assert(
      fc.property(fc.array(hash, { maxLength: 24 }), (hashes) => {
        const items = hashes.map((value, index) => item(String(index).padStart(2, '0'), value));
        const groups = groupNearDuplicates(items);
        expect(groups.map((group) => [group.standing, ...group.others].map(({ id }) => id).sort())).toEqual(
          oracle(items),
        );
      }),
    );
  });

  test('the heaviest stands; members by other agents corroborate by log2(1 + n) × 0.1', () => {
    const [group] = groupNearDuplicates([
      item('light', 0n, { agentId: 'a', weight: 0.5 }),
      item('heavy', 1n, { agentId: 'a', weight: 1.5 }),
      item('other', 2n, { agentId: 'b' }),
      item('third', 4n, { agentId: 'c' }),
      item('fourth', 3n, { agentId: 'c' }),
    ]);
    expect(group!.standing).toMatchObject({ id: 'heavy', corroboration: 0.2, relevance: 0.7 });
    expect(group!.others).toHaveLength(4);
  });

  test('the same agent does not corroborate itself, and relevance stays within 1', () => {
    const [own] = groupNearDuplicates([item('x', 0n), item('y', 0n)]);
    expect(own!.standing.corroboration).toBe(0);
    const [full] = groupNearDuplicates([item('x', 0n, { relevance: 0.99 }), item('y', 0n, { agentId: 'b' })]);
    expect(full!.standing.relevance).toBe(1);
  });
});
