import type { ErrorCode } from '../../base/errors.ts';
import { requireInput } from '../../base/require-input.ts';
import type { StatementExtractor } from '../../features/capture/statement-extractor.ts';
import type { ExtractionCaps } from '../../memory/extraction/extraction-ledger.ts';

/** How a model takes part in capture. */
export interface ExtractionOptions {
  /** Reads each session once when it has ended. Text of sessions goes to wherever it is, without secrets and without our own blocks. */
  readonly extractor: StatementExtractor;
  /** The most calls for one organisation on one UTC day. (Default: 100) */
  readonly dailyCalls?: number;
  /** The most tokens for one organisation on one UTC day, both ways. (Default: 500,000) */
  readonly dailyTokens?: number;
  /** Told of the end of each reading; what it throws is dropped. (Default: nobody) */
  readonly onOutcome?: (report: ExtractionReport) => void;
}

/**
 * How the reading of a session ended. `nothing-to-read`: nobody said more than a few words, and nothing failed. `read-before`: once is enough. With
 * these, `memory-off` and `over-cap` nothing was called.
 */
export type ExtractionOutcome =
  | 'stored'
  | 'nothing-new'
  | 'nothing-to-read'
  | 'memory-off'
  | 'read-before'
  | 'over-cap'
  | 'failed';

/** What {@link ExtractionOptions.onOutcome} is told. */
export interface ExtractionReport {
  readonly orgId: string;
  readonly sessionId: string;
  readonly outcome: ExtractionOutcome;
  /** Of `failed`. */
  readonly code: ErrorCode | 'unexpected' | null;
  /** How many observations came of it. */
  readonly stored: number;
  /** How many statements of the answer did not hold. */
  readonly refused: number;
  /** What the service counted; null = it was not called, or did not say. */
  readonly tokens: number | null;
}

/** The limits where nobody sets others: a session costs some 5,000 tokens. */
export const DEFAULT_EXTRACTION_CAPS: ExtractionCaps = { dailyCalls: 100, dailyTokens: 500_000 };

/** The limits that were set. Fails with `invalid-input` on anything but whole numbers of 0 or more. */
export function extractionCaps({ dailyCalls, dailyTokens }: ExtractionOptions): ExtractionCaps {
  const caps = {
    dailyCalls: dailyCalls ?? DEFAULT_EXTRACTION_CAPS.dailyCalls,
    dailyTokens: dailyTokens ?? DEFAULT_EXTRACTION_CAPS.dailyTokens,
  };
  for (const [name, value] of Object.entries(caps)) {
    requireInput(Number.isSafeInteger(value) && value >= 0, `extraction.${name}`, 'a whole number of 0 or more');
  }
  return caps;
}
