import { momentOf } from '../base/moment-of.ts';
import type { Observation } from '../memory/observations/observation.ts';
import { concernsPaths } from '../memory/ranking/boost-by-path-overlap.ts';
import type { Candidate } from './read-candidates.ts';
import { isTrivialCommit } from './is-trivial-commit.ts';

/**
 * The share of the relevance floor that what touches a guessed file needs: words and file are evidence together. At about the same number of
 * rows the start block named a commit behind the fixed lines in 42, 48 and 49 of 100 fixes instead of 19, 34 and 28 (click, fastify, boltons).
 */
const TOUCHES = 2 / 3;

/**
 * The last changes of the likely files need no word in common: two of them are one row more and make it 51, 48 and 55 of 100. Those of the best
 * guess come first: a file that is guessed by one word of its name may be the newest of all.
 */
const LATEST = 2;

/**
 * What share of the relevance floor a row needs where files were guessed, 0 to 1: none for the two latest commits that touch the best of them and
 * teach something, two thirds for what else touches one, all of it for the others.
 */
export function guessedFloor(
  guessed: readonly string[],
  candidates: readonly Candidate[],
): (observation: Observation) => number {
  if (guessed.length === 0) return () => 1;
  const touches = concernsPaths(guessed);
  const telling = candidates
    .map(({ observation }) => observation)
    .filter((row) => row.kind === 'commit' && touches(row) && !isTrivialCommit(row))
    .toSorted((a, b) => momentOf(b.createdAt) - momentOf(a.createdAt));
  const latest = new Set(
    guessed
      .flatMap((file) => telling.filter(concernsPaths([file])))
      .map(({ id }) => id)
      .slice(0, LATEST),
  );
  return (observation) => {
    if (latest.has(observation.id)) return 0;
    return touches(observation) ? TOUCHES : 1;
  };
}
