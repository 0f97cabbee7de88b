import type { SearchHit } from '../memory/search/search.ts';
import type { ResolvedRecall } from './resolve-request.ts';
import type { CommitSource } from './row-source.ts';

/** The memories of the commits that a request names, as hits in its order; their scores are 1 and less. Commits that are not remembered have none. */
export async function findCommits(
  source: CommitSource | undefined,
  { commits, scope: { projectId } }: Pick<ResolvedRecall, 'commits' | 'scope'>,
  signal: AbortSignal,
): Promise<readonly SearchHit[]> {
  if (commits.length === 0 || source === undefined) return [];
  const request = { commits: commits.map(({ commit }) => commit), ...(projectId === undefined ? {} : { projectId }) };
  const ids = await source.idsOfCommits(request, signal);
  return commits.flatMap(({ commit, worth }, place) => {
    const id = ids.get(commit);
    return id === undefined ? [] : [{ id, relevance: worth, score: 1 / (1 + place) }];
  });
}

/** The named ones first, then what the words found. One that both have is as relevant as the better of them says. */
export function namedFirst(named: readonly SearchHit[], found: readonly SearchHit[]): readonly SearchHit[] {
  if (named.length === 0) return found;
  const foundById = new Map(found.map((hit) => [hit.id, hit]));
  const top = found[0]?.score ?? 0;
  const first = named.map((hit) => {
    const other = foundById.get(hit.id);
    foundById.delete(hit.id);
    return { ...other, id: hit.id, relevance: Math.max(hit.relevance, other?.relevance ?? 0), score: top + hit.score };
  });
  return [...first, ...foundById.values()];
}
