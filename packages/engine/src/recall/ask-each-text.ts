import { mergeAnswers } from '../memory/search/merge-answers.ts';
import type { Degradation, ObservationSearch, SearchResult } from '../memory/search/search.ts';

/** For a search that knows one text only: one search for each text of a query, side by side, merged. */
export function askEachText(search: ObservationSearch): ObservationSearch {
  return {
    async search(scope, { moreTexts = [], ...query }, signal) {
      const texts = [query.text, ...moreTexts];
      const answers = await Promise.all(texts.map((text) => search.search(scope, { ...query, text }, signal)));
      return merged(answers, query.limit);
    },
  };
}

function merged(answers: readonly SearchResult[], limit: number): SearchResult {
  const [only] = answers;
  if (only && answers.length === 1) return only;
  return {
    hits: mergeAnswers(
      answers.map(({ hits }) => hits),
      limit,
    ),
    degraded: worst(answers.map(({ degraded }) => degraded)),
    semantic: answers.find(({ semantic }) => semantic)?.semantic ?? null,
  };
}

function worst(degradations: readonly (Degradation | null)[]): Degradation | null {
  if (degradations.includes('cold-index')) return 'cold-index';
  return degradations.find((degraded) => degraded !== null) ?? null;
}
