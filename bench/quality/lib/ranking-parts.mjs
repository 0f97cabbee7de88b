import { DEFAULT_SEARCH_SETTINGS } from '@inkling/engine/testing';

const off = (name) => ({ fields: { [name]: { ...DEFAULT_SEARCH_SETTINGS.fields[name], weight: 0 } } });

/** Each part of the ranking that a setting switches off, and the patch that does it. */
export const RANKING_PARTS = [
  { name: 'paths as words', patch: off('path') },
  { name: 'speaker and project as words', patch: off('speaker') },
  { name: 'date as words', patch: off('date') },
  {
    name: 'neighbours in a dialogue',
    patch: { fields: { ...off('neighbour1').fields, ...off('neighbour2').fields } },
  },
  { name: 'best of its session', patch: { sessionBonus: 0 } },
  { name: 'recency', patch: { recency: 0 } },
  { name: 'hinted path', patch: { pathHint: 0 } },
  { name: 'focus of hinted path', patch: { pathFocus: 0 } },
  { name: 'files changed together', patch: { coChange: 0 } },
  { name: 'named time', patch: { namedTime: 0 } },
  { name: 'words of hinted paths', patch: { pathWords: 0 } },
  { name: 'opening words', patch: { openingWords: 0 } },
  { name: 'coverage of the best match', patch: { coverageInfluence: 0 } },
  { name: 'synonyms', patch: { synonyms: 0 } },
  { name: 'completion of unknown words', patch: { prefix: 0 } },
  { name: 'words of the context', patch: { contextTerms: 0 } },
];

/** Okapi BM25 over one field: the same words, stems and stop words, and nothing else of the design. */
export const PLAIN_BM25 = {
  k1: 1.2,
  fields: {
    ...Object.fromEntries(
      Object.keys(DEFAULT_SEARCH_SETTINGS.fields).flatMap((name) => Object.entries(off(name).fields)),
    ),
    text: { weight: 1, b: 0.75 },
  },
  ...Object.fromEntries(
    [
      'recency',
      'sessionBonus',
      'pathHint',
      'coChange',
      'namedTime',
      'pathWords',
      'openingWords',
      'coverageInfluence',
      'synonyms',
      'prefix',
      'contextTerms',
    ].map((name) => [name, 0]),
  ),
};
