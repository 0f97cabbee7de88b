import { contentHash } from '../../base/content-hash.ts';
import type { Clock } from '../../base/clock.ts';
import { uuidv7 } from '../../base/uuid.ts';
import { compilePatterns } from './compile-patterns.ts';
import { detectInjection } from './detect-injection.ts';
import { type NormalizedInput, normalizeObservationInput, requireSize } from './normalize-observation-input.ts';
import type { ObservationInput } from './observation.ts';
import { type RedactedJson, redactJson } from './redact-json.ts';
import { simhash64 } from './simhash64.ts';

/** Splits a text into the tokens it is found by. Give the one that queries are split with. */
export type Tokenize = (text: string) => readonly string[];

/** Longer tokens are dropped from the SQL fallback's terms: PostgreSQL refuses lexemes of 2,047 bytes and more. */
const LONGEST_TERM = 256;

/** An observation ready to be inserted: checked, redacted, hashed, with everything that is derived from its text. */
export interface PreparedObservation extends NormalizedInput {
  readonly id: string;
  readonly contentHash: string;
  readonly simhash: string;
  readonly supersededBy: string | null;
  readonly quarantineReason: string | null;
  readonly terms: readonly string[];
  /** Kinds of secrets that were replaced. */
  readonly redacted: readonly string[];
}

/**
 * Makes a caller's input into a row: defaults, redaction, then hash, SimHash, injection check and terms of the redacted text.
 * Fails as `normalizeObservationInput` does, and with `observation-too-large` when redaction made the content too long.
 */
export async function prepareObservation(
  input: ObservationInput,
  clock: Clock,
  tokenize: Tokenize = splitWords,
): Promise<PreparedObservation> {
  const normalized = normalizeObservationInput(input, clock.now());
  await compilePatterns(clock);
  const redaction = await redactJson({ content: normalized.content, metadata: normalized.metadata });
  const { content } = redaction.value;
  const own = { id: uuidv7(clock.now()), supersededBy: null, quarantineReason: detectInjection(content) };
  return rowOf(normalized, redaction, own, tokenize);
}

/** What a row has that its input does not say. */
type OwnColumns = Pick<PreparedObservation, 'id' | 'supersededBy' | 'quarantineReason'>;

/**
 * The row of a redacted input, with all that is derived from its text. Fails with `observation-too-large` when redaction made the content too long.
 */
export function rowOf(
  normalized: NormalizedInput,
  { value, kinds }: RedactedJson<Pick<NormalizedInput, 'content' | 'metadata'>>,
  { id, supersededBy, quarantineReason }: OwnColumns,
  tokenize: Tokenize = splitWords,
): PreparedObservation {
  const { content, metadata } = value;
  requireSize(content);
  const terms = termsOf(tokenize([content, ...(metadata.paths ?? [])].join('\n')));
  const identity = { contentHash: contentHash(content), simhash: simhash64(content) };
  // New names stand before what is spread: V8 gives an object that gets one behind a spread a hidden class of its own. That took 15 µs a row,
  // and seven of eight bytes that an import's garbage collections had to carry.
  return {
    id,
    ...identity,
    terms,
    supersededBy,
    quarantineReason,
    redacted: kinds,
    ...normalized,
    content,
    metadata,
  };
}

function termsOf(tokens: readonly string[]): string[] {
  return [...new Set(tokens)].filter((term) => term !== '' && term.length <= LONGEST_TERM);
}

/** Lower-case runs of letters and digits: what is searched by when nobody gives a better tokenizer. */
function splitWords(text: string): readonly string[] {
  return text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
}
