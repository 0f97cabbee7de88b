/** The search port: finds candidates for a query in one scope. The hot index and the SQL fallback implement it. */

/** Which observations may be looked at. `projectId` undefined = all projects of the organisation. */
export interface SearchScope {
  readonly orgId: string;
  readonly projectId?: string | null;
}

export interface SearchFilter {
  /** Only observations of this session (the session column, or `metadata.sessionId` where that is empty). */
  readonly sessionId?: string;
  /** Only observations whose `metadata.namespace` is exactly this. */
  readonly namespace?: string;
}

export interface SearchQuery {
  readonly text: string;
  /** Asked besides, each for itself, with the same paths and context: the answers are merged (merge-answers.ts). (Default: none) */
  readonly moreTexts?: readonly string[];
  /** Files that are being worked on: hints, not filters. */
  readonly paths?: readonly string[];
  /** The last exchanges, newest last. Their most specific words are added at a small weight. */
  readonly context?: readonly string[];
  /** The moment the query is asked, wall-clock ms; nothing created later is found. */
  readonly now: number;
  readonly limit: number;
  readonly filter?: SearchFilter;
  /** Fill {@link SearchHit.explanation}. (Default: false) */
  readonly explain?: boolean;
  /** Milliseconds the search may take; a list that needs longer is left out. The hot index does not look at it. (Default: 1000) */
  readonly budgetMs?: number;
}

/** Why a row was found, and what its score is made of. */
export interface SearchExplanation {
  /** Raw BM25F sum before calibration. */
  readonly lexical: number;
  /** Fields in which at least one query term was found. */
  readonly fields: readonly string[];
  /** Query terms found, most specific first; those that synonyms, hinted paths and the context brought are among them. */
  readonly terms: readonly string[];
  readonly pathHint: number;
  readonly session: number;
  readonly recency: number;
  readonly coChange: number;
  /** For being of a time that the question names. */
  readonly namedTime: number;
  /** The hit's cosine on the scale of this query, 0 … 1; null = it has no vector, or vectors were not ready. */
  readonly semantic: number | null;
}

export interface SearchHit {
  readonly id: string;
  /** Absolute, calibrated to 0…1: how much of the query's information the observation covers. */
  readonly relevance: number;
  /** What the order comes from: relative to the other hits of this query only. */
  readonly score: number;
  /** What the words asked for that it holds tell, in nats. Unset = not known: SQL answered, or it was found by its meaning or its time. */
  readonly sharedInformation?: number;
  readonly explanation?: SearchExplanation;
}

/**
 * Why an answer may be worse than usual. `cold-index`: the scope's index was not loaded and SQL answered; `stale-index`:
 * the index answered, and may lack the latest changes.
 */
export type Degradation = 'cold-index' | 'stale-index';

/** What vectors had to do with a result. */
export interface SemanticAnswer {
  /** The model whose vectors were compared. */
  readonly modelId: string;
  /** Cosines of the farthest and the nearest hit, between which the others were scaled to 0 … 1. */
  readonly lowest: number;
  readonly highest: number;
}

export interface SearchResult {
  readonly hits: readonly SearchHit[];
  readonly degraded: Degradation | null;
  /** null or absent = words and paths alone answered. */
  readonly semantic?: SemanticAnswer | null;
}

export interface ObservationSearch {
  search(scope: SearchScope, query: SearchQuery, signal?: AbortSignal): Promise<SearchResult>;
}

/** The scope as the store's requests name it. */
export const projectOf = ({ projectId }: SearchScope): { readonly projectId?: string | null } =>
  projectId === undefined ? {} : { projectId };

/** One element = all projects. A project's name, however it is spelled, is a second element. */
export const scopeKey = (scope: SearchScope): string =>
  scope.projectId === undefined ? JSON.stringify([scope.orgId]) : JSON.stringify([scope.orgId, scope.projectId]);
