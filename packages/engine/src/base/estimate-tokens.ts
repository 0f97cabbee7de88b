/** Counts the tokens of a text. A port: set a real tokenizer where the estimate is not good enough. */
export type TokenEstimator = (text: string) => number;

/**
 * The default estimate: characters (UTF-16 units) divided by 4, rounded up. Source: seed "Context Injection", token budgets.
 * It under-counts CJK text (about one token a character) and dense code: set a tokenizer for those.
 */
export const estimateTokens: TokenEstimator = (text) => Math.ceil(text.length / 4);
