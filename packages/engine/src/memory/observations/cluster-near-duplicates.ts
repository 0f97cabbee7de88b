import { hammingDistance } from './simhash64.ts';

/** Two statements whose SimHashes differ in at most this many bits say the same. Source: contract section 3. */
export const NEAR_DUPLICATE_BITS = 3;

/** Statements that say the same. */
export interface NearDuplicateCluster<T> {
  /** The first of the given rows, so the heaviest when they come heaviest first. It stands for the others. */
  readonly leader: T;
  /** The others, in the order given. */
  readonly others: readonly T[];
}

/**
 * Groups rows around leaders: each row joins the first leader within 3 bits, or leads a new cluster. Give the heaviest first.
 * Around leaders and not by chains, so that two rows of one cluster are never more than 6 bits apart.
 * Quadratic in the number of clusters: meant for the few hundred candidates of one recall.
 */
export function clusterNearDuplicates<T extends { readonly simhash: string }>(
  rows: readonly T[],
): NearDuplicateCluster<T>[] {
  const clusters: { leader: T; others: T[] }[] = [];
  for (const row of rows) {
    const home = clusters.find(({ leader }) => hammingDistance(leader.simhash, row.simhash) <= NEAR_DUPLICATE_BITS);
    if (home) home.others.push(row);
    else clusters.push({ leader: row, others: [] });
  }
  return clusters;
}
