import { projectOf, type SearchHit, type SearchScope } from '../../memory/search/search.ts';
import type { CommitBehind } from '../memory-store.ts';
import type { CommitSource } from '../scopes/scope-entry.ts';

/**
 * The memories of the commits that a request names, as hits in its order; their scores are 1 and less. They share nothing, unless the words found
 * them among their first hits too. Commits that are not remembered have none.
 */
export async function findCommits(
  source: Pick<CommitSource, 'idsOfCommits'> | undefined,
  scope: SearchScope,
  commits: readonly CommitBehind[],
  signal: AbortSignal,
): Promise<readonly SearchHit[]> {
  if (commits.length === 0 || source === undefined) return [];
  const request = { commits: commits.map(({ commit }) => commit), ...projectOf(scope) };
  const ids = await source.idsOfCommits(request, signal);
  return commits.flatMap(({ commit, worth }, place) => {
    const id = ids.get(commit);
    return id === undefined ? [] : [{ id, relevance: worth, score: 1 / (1 + place), sharedInformation: 0 }];
  });
}

/** So relevant is what was stated of an edited file, unless words say more. */
const STATED = 0.6;

/** What was stated of a file that is edited, as hits that stand before those of commits. */
export async function findStated(
  source: Pick<CommitSource, 'idsStatedOf'> | undefined,
  scope: SearchScope,
  paths: readonly string[],
  signal: AbortSignal,
): Promise<readonly SearchHit[]> {
  if (paths.length === 0 || source === undefined) return [];
  const ids = await source.idsStatedOf({ paths, ...projectOf(scope) }, signal);
  return ids.map((id, place) => ({ id, relevance: STATED, score: 1 + 1 / (1 + place) }));
}

/** What was stated, as the words found it, then the newest. */
export function statedByWords(stated: readonly SearchHit[], found: readonly SearchHit[]): readonly SearchHit[] {
  const scores = new Map(found.map(({ id, score }) => [id, score]));
  return stated
    .toSorted((a, b) => (scores.get(b.id) ?? 0) - (scores.get(a.id) ?? 0))
    .map((hit, place) => ({ ...hit, score: 1 + 1 / (1 + place) }));
}

/** Both by what they are worth, the best of what the words found first: whoever is behind the lines that say what is asked scores its share of that. */
export function namedByWorth(named: readonly SearchHit[], found: readonly SearchHit[]): readonly SearchHit[] {
  const top = found[0]?.score ?? 1;
  const scored = named.map((hit) => ({ ...hit, score: top * hit.relevance }));
  return merged(scored, found).toSorted((a, b) => b.score - a.score);
}

/** The named ones first, then what the words found. One that both have is as relevant as the better of them says. */
export function namedFirst(named: readonly SearchHit[], found: readonly SearchHit[]): readonly SearchHit[] {
  const top = found[0]?.score ?? 0;
  return merged(
    named.map((hit) => ({ ...hit, score: top + hit.score })),
    found,
  );
}

function merged(named: readonly SearchHit[], found: readonly SearchHit[]): readonly SearchHit[] {
  const others = new Map(found.map((hit) => [hit.id, hit]));
  const first = named.map((hit) => {
    const other = others.get(hit.id);
    if (other === undefined) return hit;
    others.delete(hit.id);
    const relevance = Math.max(hit.relevance, other.relevance);
    return { ...other, relevance, score: Math.max(hit.score, other.score) };
  });
  return [...first, ...others.values()];
}
