import fc from 'fast-check';
import { expect, test } from 'vitest';
import { clusterNearDuplicates } from './cluster-near-duplicates.ts';
import { hammingDistance } from './simhash64.ts';

// Few distinct bits, so that near neighbours are common.
const row = fc.nat({ max: 255 }).map((value) => ({ simhash: value.toString(16).padStart(16, '0') }));

test('every row is in exactly one cluster, within 3 bits of its leader; leaders are further apart', () => {
  fc.assert(
    fc.property(fc.array(row, { maxLength: 40 }), (rows) => {
      const clusters = clusterNearDuplicates(rows);
      const members = clusters.flatMap(({ leader, others }) => [leader, ...others]);
      expect(new Set(members)).toEqual(new Set(rows));
      expect(members).toHaveLength(rows.length);
      for (const { leader, others } of clusters) {
        for (const other of others) expect(hammingDistance(leader.simhash, other.simhash)).toBeLessThanOrEqual(3);
        for (const { leader: rival } of clusters) {
          if (rival !== leader) expect(hammingDistance(leader.simhash, rival.simhash)).toBeGreaterThan(3);
        }
      }
    }),
  );
});

test('the first row given leads', () => {
  const rows = ['0000000000000000', '0000000000000007', '000000000000000f'].map((simhash) => ({ simhash }));
  expect(clusterNearDuplicates(rows)).toEqual([
    { leader: rows[0], others: [rows[1]] },
    { leader: rows[2], others: [] },
  ]);
});
