/** How well a ranking puts the relevant commits first. */
export interface RankingScore {
  /** Share of all relevant commits among the first 5. */
  readonly recallAt5: number;
  readonly recallAt10: number;
  /** 1 / place of the first relevant commit, from 1; 0 when there is none. */
  readonly reciprocalRank: number;
}

/** Scores a ranking, best first; a commit that comes twice counts once, at its better place. `relevant` must not be empty. */
export function scoreRanking(ranked: readonly number[], relevant: ReadonlySet<number>): RankingScore {
  const places = [...new Set(ranked)];
  const recallAt = (k: number): number => places.slice(0, k).filter((one) => relevant.has(one)).length / relevant.size;
  const first = places.findIndex((one) => relevant.has(one));
  return { recallAt5: recallAt(5), recallAt10: recallAt(10), reciprocalRank: first === -1 ? 0 : 1 / (first + 1) };
}
