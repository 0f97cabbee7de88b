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

/** Differing digits, counted one by one: the oracle's distance. */
function distance(a: Item, b: Item): number {
  const differing = (BigInt(`0x${a.simhash}`) ^ BigInt(`0x${b.simhash}`)).toString(2);
  return [...differing].filter((digit) => digit === '1').length;
}

const hash = fc
  .tuple(
    fc.constantFrom<bigint[]>(0n, 0xffff_ffff_ffff_ffffn, 0x8000_0000_8000_0000n),
    fc.array(fc.nat(63), { maxLength: 6 }),
  )
  .map(([base, flips]) => flips.reduce((value, bit) => value ^ (1n << BigInt(bit)), base));

describe('groupNearDuplicates', () => {
  test('three bits apart is the same statement, four is another', () => {
    const groups = groupNearDuplicates([item('x', 0n), item('y', 0b111n), item('z', 0b1111n << 32n)]);
    expect(groups.map((group) => [group.leader.id, group.others.map(({ id }) => id)])).toEqual([
      ['x', ['y']],
      ['z', []],
    ]);
  });

  test('each row stands or is stood for, once; a leader is the heaviest of its group; leaders are far apart', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(hash, fc.constantFrom(0.5, 1, 1.5)), { maxLength: 24 }), (given) => {
        const items = given.map(([value, weight], index) => item(String(index).padStart(2, '0'), value, { weight }));
        const groups = groupNearDuplicates(items);
        const ids = groups.flatMap((group) => [group.leader, ...group.others].map(({ id }) => id));
        expect(ids.sort()).toEqual(items.map(({ id }) => id));
        for (const { leader, others } of groups) {
          for (const other of others) {
            expect(distance(leader, other)).toBeLessThanOrEqual(3);
            expect(other.weight).toBeLessThanOrEqual(leader.weight);
          }
        }
        const leaders = groups.map((group) => group.leader);
        for (const [index, leader] of leaders.entries()) {
          for (const later of leaders.slice(index + 1)) expect(distance(leader, later)).toBeGreaterThan(3);
        }
        expect(leaders.map(({ id }) => id)).toEqual(leaders.map(({ id }) => id).sort());
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
    expect(group).toMatchObject({ leader: { id: 'heavy' }, corroboration: 0.2, relevance: 0.7 });
    expect(group!.others).toHaveLength(4);
  });

  test('the same agent does not corroborate itself, and relevance stays within 1', () => {
    const [own] = groupNearDuplicates([item('x', 0n), item('y', 0n)]);
    expect(own!.corroboration).toBe(0);
    const [full] = groupNearDuplicates([item('x', 0n, { relevance: 0.99 }), item('y', 0n, { agentId: 'b' })]);
    expect(full!.relevance).toBe(1);
  });
});
