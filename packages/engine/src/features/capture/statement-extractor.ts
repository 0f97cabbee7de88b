/** The extraction port: a session's digest to what was learned in it. None is the default, so no key is needed and no network is used. */

/** What a model made of a digest. Nothing of it is believed before it was checked. */
export interface ExtractorAnswer {
  /** Expected: `{ statements: [{ kind, content, paths, passages }] }`, `passages` being numbers of the digest's lines. */
  readonly answer: unknown;
  /** What the service counted for the call, both ways; null = it does not say. */
  readonly tokens: number | null;
}

/** A model that reads what happened in a session and says what later ones should know. */
export interface StatementExtractor {
  /** Names service and model. It stands beside each statement that came of it. */
  readonly modelId: string;
  /** The most tokens that a call with this digest can take, both ways. So much is reserved of the day's before the call. */
  mostTokens(digest: string): number;
  /**
   * Asks once, without another attempt: each costs. Fails with `extractor-unavailable`, `extractor-refused` or `extractor-answer-invalid`;
   * aborting rejects with the signal's reason.
   */
  extract(digest: string, options?: { readonly signal?: AbortSignal }): Promise<ExtractorAnswer>;
}
