import { InklingError } from '../../base/errors.ts';
import type { TokenEstimator } from '../../base/text/estimate-tokens.ts';

/** The text that fits, what it costs, and which entries made it. */
export interface FittedLines<T> {
  /** '' when nothing fits: a heading never stands alone. */
  readonly text: string;
  /** The estimate of `text`, at most the budget; 0 when it is empty. */
  readonly tokens: number;
  readonly kept: readonly T[];
  readonly skipped: readonly T[];
}

/** One estimate, refused unless it is a number from 0 up: a budget held by a broken measure would not be held. */
export function measureTokens(estimateTokens: TokenEstimator, text: string): number {
  let tokens: unknown;
  try {
    tokens = estimateTokens(text);
  } catch (cause) {
    throw new InklingError('invalid-input', `The token estimator failed on a text of ${text.length} characters.`, {
      cause,
    });
  }
  if (typeof tokens === 'number' && Number.isFinite(tokens) && tokens >= 0) return Math.ceil(tokens);
  throw new InklingError('invalid-input', `The token estimator returned ${String(tokens)} instead of a count.`, {
    hint: 'Set an estimator that returns a number of at least 0.',
  });
}

/**
 * Fills a budget greedily, in the order given: an entry with which the text would exceed the budget is skipped and the loop
 * goes on, since a shorter one may still fit (seed "Context Injection", token budgets). What is measured is the whole text
 * that `render` makes of the entries kept so far, headings and newlines included, so the budget holds for any estimator,
 * one whose counts do not add up included. Entries that come after `maxEntries` were kept are not looked at. Fails with `invalid-input` when the estimator throws or gives no count.
 */
export function fitLinesToBudget<T>(
  entries: readonly T[],
  budgetTokens: number,
  estimateTokens: TokenEstimator,
  render: (kept: readonly T[]) => string,
  maxEntries: number = Number.POSITIVE_INFINITY,
): FittedLines<T> {
  let fitted: { readonly text: string; readonly tokens: number; readonly kept: readonly T[] } = {
    text: '',
    tokens: 0,
    kept: [],
  };
  const skipped: T[] = [];
  for (const entry of entries) {
    if (fitted.kept.length >= maxEntries) break;
    const kept = [...fitted.kept, entry];
    const text = render(kept);
    const tokens = measureTokens(estimateTokens, text);
    if (tokens <= budgetTokens) fitted = { text, tokens, kept };
    else skipped.push(entry);
  }
  return { ...fitted, skipped };
}
