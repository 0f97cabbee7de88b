/** How much one field counts, and how far its length is held against it (BM25F: weight and b). */
export interface FieldSettings {
  readonly weight: number;
  /** 0 = length does not matter, 1 = a field twice as long counts half. */
  readonly b: number;
}

/** The parts of an observation that words are found in. */
export type FieldName = 'text' | 'path' | 'speaker' | 'date' | 'neighbour1' | 'neighbour2';

/** How remembered talks are found: the exchanges of a session together are one talk. */
export interface TalkSettings {
  /** One hit a talk, in place of one for each of its parts that was found. (Default: true) */
  readonly gather: boolean;
  /** Times what the whole talk holds of the question, besides what its best part does. (Default: 1) */
  readonly whole: number;
  /** Weight of the sentence of the question that the talk holds most of, against that of the whole question. (Default: 1) */
  readonly bestSentence: number;
  /** How far the words that a talk of its length holds by chance are taken off, 0 to 1. (Default: 1) */
  readonly chance: number;
}

/**
 * Every weight of the ranking. A weight of 0 switches its part off. Plain data, so it travels to a worker as it is.
 * The defaults were measured; what each part is worth stands in docs and in `bench/quality`.
 */
export interface SearchSettings {
  /** Saturation: how soon more occurrences of a word stop counting. (Default: 2.2) */
  readonly k1: number;
  /** The saturation that relevance is calibrated with: thresholds keep their meaning when k1 is tuned. (Default: 1.8) */
  readonly relevanceK1: number;
  /**
   * Stretches the scale of relevance so that 0.4 keeps 61 to 79 % of the queries that have an answer and 5 % of unrelated ones
   * (three histories of 3,000 commits); without it 0.4 kept 10 to 34 %. (Default: 0.66)
   */
  readonly relevanceExponent: number;
  /** Documents that relevance assumes besides those of the scope, so that thresholds mean the same in a small one. (Default: 1000) */
  readonly relevancePrior: number;
  readonly fields: Readonly<Record<FieldName, FieldSettings>>;
  /**
   * Times ln((1 + n) / age rank): 0 for the oldest match, 0.41 for the newest of 1,000, 0.69 of 100,000. Not divided by
   * ln(1 + n), which would give the newest of 50 as much and cost 5 points of MRR on small stores. (Default: 0.06)
   */
  readonly recency: number;
  /** Times the best match of the same session; conversation-like documents only. (Default: 0.4) */
  readonly sessionBonus: number;
  /** For each hinted path that a document touches. (Default: 0.4) */
  readonly pathHint: number;
  /** How far a document that touches many files is less about each: bonuses ÷ (1 + focus × ln(files)). (Default: 0.1) */
  readonly pathFocus: number;
  /** Times the share of a hinted file's documents that touch the companion file as well. (Default: 0.25) */
  readonly coChange: number;
  /** How many such files. (Default: 8) */
  readonly coChangeFiles: number;
  /**
   * For documents made in a time that the question names by how far back it lies ("yesterday", "two weeks ago"). Its words are not looked for
   * and count in no relevance; a question of nothing else is answered by what was made then. (Default: 0.3)
   */
  readonly namedTime: number;
  /** Weight of the words in the names of the hinted paths. They count in the order, not in the relevance. (Default: 0.15) */
  readonly pathWords: number;
  /** How many of them join the query, the most specific ones. (Default: 6) */
  readonly pathWordTerms: number;
  /**
   * How much more the first word of a title counts; the second gains half as much, the third a third. For queries without a hinted path
   * that do not begin with a stop word: a title names its subject first, a question anywhere. In the order, not in the relevance. (Default: 0.6)
   */
  readonly openingWords: number;
  /**
   * How much words count against recency and paths when the best match covers more or less of the question than usual: words are measured by
   * best × (usualCoverage × all that was asked ÷ best) ^ this. 0 = the best match counts 1 however little it covers. (Default: 0.33)
   */
  readonly coverageInfluence: number;
  /** The share of what was asked, in raw scores, at which the best match counts 1. (Default: 0.4) */
  readonly usualCoverage: number;
  /** Weight of a synonym against the word itself. (Default: 0.15) */
  readonly synonyms: number;
  /** Weight of the words that begin with an unknown word of the query. (Default: 0.4) */
  readonly prefix: number;
  /** How many of them an unknown word stands for at most. (Default: 4) */
  readonly prefixTerms: number;
  /** How many of the context's most specific words join the query. (Default: 6) */
  readonly contextTerms: number;
  /** Their weight when the query leans on its context: a pronoun, or fewer than 3 words. (Default: 0.25) */
  readonly contextWeight: number;
  /** Their weight when the query stands on its own, so that a change of topic is not drowned. (Default: 0.1) */
  readonly contextWeightAlone: number;
  /**
   * What they count in the relevance of a query that refers back to them, by a pronoun or without a word of its own; 0 = nothing, so that
   * what only the context finds stays below every floor. (Default: 0.25)
   */
  readonly contextRelevance: number;
  /** Only so many words of a query are looked up, the most specific ones. (Default: 64) */
  readonly maxQueryTerms: number;
  /**
   * A query reads at most so many postings (a word in a document is one): the words that weigh most first, always two of them and
   * two of the question's own. In a scope of a million statements the words beyond that are in so many of them that they tell nothing apart. (Default: 100000)
   */
  readonly maxPostings: number;
  /**
   * A hinted path, and a companion of one, lifts the newest so many documents that touch it, a named time the newest of it; those of a hinted
   * path are found without a word in common. (Default: 2000)
   */
  readonly hintDocuments: number;
  /**
   * Times the relevance that a long question gives by the information that a statement shares with it, of the whole and of its best sentence;
   * the larger of this and of the usual one counts. Reports tell symptoms at length, so no statement covers much of them. (Default: 1)
   */
  readonly wholeQuestion: number;
  readonly talk: TalkSettings;
  /** Phrases that every report has ("please fix", "steps to reproduce") are not asked. (Default: true) */
  readonly leaveOutPhrases: boolean;
}

/** The measured defaults, tuned on the development sets only. */
export const DEFAULT_SEARCH_SETTINGS: SearchSettings = {
  k1: 2.2,
  relevanceK1: 1.8,
  relevanceExponent: 0.66,
  relevancePrior: 1000,
  fields: {
    text: { weight: 1, b: 0.4 },
    path: { weight: 3.5, b: 1 },
    speaker: { weight: 3.5, b: 0 },
    date: { weight: 2.5, b: 0 },
    neighbour1: { weight: 0.45, b: 0.5 },
    neighbour2: { weight: 0.5, b: 0.5 },
  },
  recency: 0.06,
  sessionBonus: 0.4,
  pathHint: 0.4,
  pathFocus: 0.1,
  coChange: 0.25,
  coChangeFiles: 8,
  namedTime: 0.3,
  pathWords: 0.15,
  pathWordTerms: 6,
  openingWords: 0.6,
  coverageInfluence: 0.33,
  usualCoverage: 0.4,
  synonyms: 0.15,
  prefix: 0.4,
  prefixTerms: 4,
  contextTerms: 6,
  contextWeight: 0.25,
  contextWeightAlone: 0.1,
  contextRelevance: 0.25,
  maxQueryTerms: 64,
  maxPostings: 100_000,
  hintDocuments: 2000,
  wholeQuestion: 1,
  talk: { gather: true, whole: 1, bestSentence: 1, chance: 1 },
  leaveOutPhrases: true,
};

/** A part of the settings; what is left out keeps its default. */
export interface SearchSettingsPatch extends Partial<Omit<SearchSettings, 'fields' | 'talk'>> {
  readonly fields?: Partial<Record<FieldName, FieldSettings>>;
  readonly talk?: Partial<TalkSettings>;
}

/** Complete settings from a part of them. */
export function searchSettings(patch: SearchSettingsPatch = {}): SearchSettings {
  const { fields, talk } = DEFAULT_SEARCH_SETTINGS;
  return {
    ...DEFAULT_SEARCH_SETTINGS,
    ...patch,
    fields: { ...fields, ...patch.fields },
    talk: { ...talk, ...patch.talk },
  };
}
