import type { ReplayCommit } from './replay-commit.ts';

/** Two commits belong together from this similarity on. The development sets of the search were labelled with the same figure. */
const RELEVANT_SIMILARITY = 0.25;

/** Which commits touched the same files: the truth that a replay measures against. */
export interface FileOverlap {
  /**
   * The commits before this one that touched at least one of its files, with their similarity: the idf-weighted Jaccard of the two
   * file sets, in (0, 1]. idf of a file = ln(1 + commits / commits that touch it), over the whole history.
   */
  before(commit: ReplayCommit): ReadonlyMap<number, number>;
}

/** Indexes which commit touched what. `commits` stand at their positions. */
export function createFileOverlap(commits: readonly ReplayCommit[]): FileOverlap {
  const touching = positionsByPath(commits);
  // A lock file that a third of all commits touch says little; a file touched twice says nearly everything.
  const weightOf = (path: string): number => Math.log(1 + commits.length / (touching.get(path)?.length ?? 1));
  const total = commits.map((commit) => sum(commit.paths.map(weightOf)));
  return {
    before(commit) {
      const shared = new Map<number, number>();
      for (const path of commit.paths) {
        const weight = weightOf(path);
        for (const position of touching.get(path) ?? []) {
          if (position >= commit.position) break;
          shared.set(position, (shared.get(position) ?? 0) + weight);
        }
      }
      const own = total[commit.position] ?? 0;
      return new Map([...shared].map(([position, both]) => [position, both / (own + (total[position] ?? 0) - both)]));
    },
  };
}

/** The commits that are similar enough to count as relevant. */
export function relevantOf(overlap: ReadonlyMap<number, number>): ReadonlySet<number> {
  return new Set(
    [...overlap].filter(([, similarity]) => similarity >= RELEVANT_SIMILARITY).map(([position]) => position),
  );
}

function positionsByPath(commits: readonly ReplayCommit[]): ReadonlyMap<string, readonly number[]> {
  const positions = new Map<string, number[]>();
  for (const { position, paths } of commits) {
    for (const path of paths) {
      const known = positions.get(path);
      if (known) known.push(position);
      else positions.set(path, [position]);
    }
  }
  return positions;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
