import { requireInput, requireObject } from '../../base/require-input.ts';

/**
 * Every weight of the ranking, with its measured default, tuned on the development sets only. A weight of 0 switches its part off. Plain
 * data, so it travels to a worker as it is. What each part is worth stands in docs and in `bench/quality`.
 */
export const DEFAULT_SEARCH_SETTINGS = {
  /** Saturation: how soon more occurrences of a word stop counting. */
  k1: 2.2,
  /** The saturation that relevance is calibrated with: thresholds keep their meaning when k1 is tuned. */
  relevanceK1: 1.8,
  /**
   * Stretches the scale of relevance so that 0.4 keeps 61 to 79 % of the queries that have an answer and 5 % of unrelated ones
   * (three histories of 3,000 commits); without it 0.4 kept 10 to 34 %.
   */
  relevanceExponent: 0.66,
  /** Documents that relevance assumes besides those of the scope, so that thresholds mean the same in a small one. */
  relevancePrior: 1000,
  /** b: 0 = length does not matter, 1 = a field twice as long counts half. */
  fields: {
    text: { weight: 1, b: 0.4 },
    path: { weight: 3.5, b: 1 },
    speaker: { weight: 3.5, b: 0 },
    date: { weight: 2.5, b: 0 },
    neighbour1: { weight: 0.45, b: 0.5 },
    neighbour2: { weight: 0.5, b: 0.5 },
  },
  /**
   * Times ln((1 + n) / age rank): 0 for the oldest match, 0.41 for the newest of 1,000, 0.69 of 100,000. Not divided by
   * ln(1 + n), which would give the newest of 50 as much and cost 5 points of MRR on small stores.
   */
  recency: 0.06,
  /** Times the best match of the same session; conversation-like documents only. */
  sessionBonus: 0.4,
  /** For each hinted path that a document touches. */
  pathHint: 0.4,
  /** How far a document that touches many files is less about each: bonuses ÷ (1 + focus × ln(files)). */
  pathFocus: 0.1,
  /** Times the share of a hinted file's documents that touch the companion file as well. */
  coChange: 0.25,
  /** How many such files. */
  coChangeFiles: 8,
  /**
   * For documents made in a time that the question names by how far back it lies ("yesterday", "two weeks ago"). Its words are not looked for
   * and count in no relevance; a question of nothing else is answered by what was made then.
   */
  namedTime: 0.3,
  /** Weight of the words in the names of the hinted paths. They count in the order, not in the relevance. */
  pathWords: 0.15,
  /** How many of them join the query, the most specific ones. */
  pathWordTerms: 6,
  /**
   * How much more the first word of a title counts; the second gains half as much, the third a third. For queries without a hinted path
   * that do not begin with a stop word: a title names its subject first, a question anywhere. In the order, not in the relevance.
   */
  openingWords: 0.6,
  /**
   * How much words count against recency and paths when the best match covers more or less of the question than usual: words are measured by
   * best × (usualCoverage × all that was asked ÷ best) ^ this. 0 = the best match counts 1 however little it covers.
   */
  coverageInfluence: 0.33,
  /** The share of what was asked, in raw scores, at which the best match counts 1. */
  usualCoverage: 0.4,
  /** Weight of a synonym against the word itself. */
  synonyms: 0.15,
  /** Weight of the words that begin with an unknown word of the query. */
  prefix: 0.4,
  /** How many of them an unknown word stands for at most. */
  prefixTerms: 4,
  /** How many of the context's most specific words join the query. */
  contextTerms: 6,
  /** Their weight when the query leans on its context: a pronoun, or fewer than 3 words. */
  contextWeight: 0.25,
  /** Their weight when the query stands on its own, so that a change of topic is not drowned. */
  contextWeightAlone: 0.1,
  /**
   * What they count in the relevance of a query that refers back to them, by a pronoun or without a word of its own; 0 = nothing, so that
   * what only the context finds stays below every floor.
   */
  contextRelevance: 0.25,
  /** Only so many words of a query are looked up, the most specific ones. */
  maxQueryTerms: 64,
  /**
   * A query reads at most so many postings (a word in a document is one): the words that weigh most first, always two of them and
   * two of the question's own. In a scope of a million statements the words beyond that are in so many of them that they tell nothing apart.
   */
  maxPostings: 100_000,
  /**
   * A hinted path, and a companion of one, lifts the newest so many documents that touch it, a named time the newest of it; those of a hinted
   * path are found without a word in common.
   */
  hintDocuments: 2000,
  /**
   * Times the relevance that a long question gives by the information that a statement shares with it, of the whole and of its best sentence;
   * the larger of this and of the usual one counts. Reports tell symptoms at length, so no statement covers much of them.
   */
  wholeQuestion: 1,
  /** How remembered talks are found: the exchanges of a session together are one talk. */
  talk: {
    /** One hit a talk, in place of one for each of its parts that was found. */
    gather: true,
    /** Times what the whole talk holds of the question, besides what its best part does. */
    whole: 1,
    /** Weight of the sentence of the question that the talk holds most of, against that of the whole question. */
    bestSentence: 1,
    /** How far the words that a talk of its length holds by chance are taken off, 0 to 1. */
    chance: 1,
  },
  /** Phrases that every report has ("please fix", "steps to reproduce") are not asked. */
  leaveOutPhrases: true,
};

/** The weights of a ranking; {@link DEFAULT_SEARCH_SETTINGS} says what each is. */
export type SearchSettings = Readonly<typeof DEFAULT_SEARCH_SETTINGS>;

/** The parts of an observation that words are found in. */
export type FieldName = keyof SearchSettings['fields'];

/** How much one field counts, and how far its length is held against it (BM25F: weight and b). */
export type FieldSettings = Readonly<SearchSettings['fields'][FieldName]>;

/** How remembered talks are found. */
export type TalkSettings = Readonly<SearchSettings['talk']>;

/** A part of the settings; what is left out keeps its default. */
export interface SearchSettingsPatch extends Partial<Omit<SearchSettings, 'fields' | 'talk'>> {
  readonly fields?: Partial<Record<FieldName, Partial<FieldSettings>>>;
  readonly talk?: Partial<TalkSettings>;
}

/** Complete settings from a part of them. Fails with `invalid-input` on a name that is not known, and on a value of another type. */
export function searchSettings(patch: SearchSettingsPatch = {}): SearchSettings {
  requirePart(patch, DEFAULT_SEARCH_SETTINGS, 'search');
  return completed(DEFAULT_SEARCH_SETTINGS, patch);
}

function completed<Whole extends object>(whole: Whole, part: object): Whole {
  const entries = Object.entries(whole).map(([name, value]: [string, unknown]) => {
    const given: unknown = Reflect.get(part, name);
    const isPart = typeof value === 'object' && value !== null;
    return [name, isPart ? completed(value, given ?? {}) : (given ?? value)];
  });
  return Object.fromEntries(entries) as Whole;
}

/** A score that is no number would put its row anywhere, and nobody would hear of it. */
function requirePart(part: unknown, whole: object, field: string): void {
  requireObject(part, field);
  const names = Object.keys(whole);
  for (const [name, value] of Object.entries(part)) {
    requireInput(names.includes(name), field, `an object with nothing but ${names.join(', ')}`);
    const known: unknown = Reflect.get(whole, name);
    if (typeof known === 'object' && known !== null) requirePart(value ?? {}, known, `${field}.${name}`);
    else requireInput(typeof value === typeof known && !Number.isNaN(value), `${field}.${name}`, `a ${typeof known}`);
  }
}
