import type { Clock } from '../../../base/clock.ts';
import { contentHash, replaceStrings, stringsIn } from '../../../base/text/stored-text.ts';
import { invalidInput } from '../../../base/require-input.ts';
import { uuidv7 } from '../../../base/uuid.ts';
import { detectInjection, type TextOrigin } from '../steering/detect-injection.ts';
import { type NormalizedInput, normalizeObservationInput, requireSize } from './normalize-observation-input.ts';
import { isFromOutside, type Observation, type ObservationInput } from '../observation.ts';
import { redactTexts } from '../redact/redact-secrets.ts';
import { simhash64, simhashToBigint } from './simhash64.ts';
import { type ErrorParts, partsOfError, InklingError } from '../../../base/errors.ts';

/** Splits a text into the tokens it is found by. Give the one that queries are split with. */
export type Tokenize = (text: string) => readonly string[];

/** Longer tokens are dropped from the SQL fallback's terms: PostgreSQL refuses lexemes of 2,047 bytes and more. */
const LONGEST_TERM = 256;

/** A checked statement whose text nobody has looked at yet, and what its row has that the text does not say. */
export interface ObservationDraft {
  readonly input: NormalizedInput;
  readonly id: string;
  readonly supersededBy: string | null;
  /** undefined = the text is looked at. */
  readonly quarantineReason: string | null | undefined;
  /** The hash that the content must have before it is redacted; null = any. */
  readonly contentHash: string | null;
}

/** An observation ready to be inserted: checked, redacted, hashed, with everything that is derived from its text. */
export interface PreparedObservation extends Omit<Observation, 'orgId' | 'updatedAt'> {
  /** Kinds of secrets that were replaced. */
  readonly redacted: readonly string[];
  /** The row as JSON, as `insertObservations` takes it. */
  readonly columns: string;
}

/** The draft of what a caller gives, made now at the latest: what is dated ahead is not recalled. Fails as `normalizeObservationInput` does. */
export function draftObservation(input: ObservationInput, clock: Clock): ObservationDraft {
  const nowMs = clock.now();
  const normalized = normalizeObservationInput(input, nowMs);
  const isAhead = Date.parse(normalized.createdAt) > nowMs;
  return {
    input: isAhead ? { ...normalized, createdAt: new Date(nowMs).toISOString() } : normalized,
    id: uuidv7(nowMs),
    supersededBy: null,
    quarantineReason: undefined,
    contentHash: null,
  };
}

/**
 * Redacts a draft's text and derives the rest from what is left: hash, SimHash, injection check and terms. Fails with `invalid-input` when the
 * content has another hash than it must have, and with `observation-too-large` when redaction made it too long.
 */
async function prepareText(draft: ObservationDraft, tokenize: Tokenize): Promise<PreparedObservation> {
  const { input, id, supersededBy } = draft;
  if (draft.contentHash !== null && draft.contentHash !== contentHash(input.content)) {
    throw invalidInput('contentHash', 'the SHA-256 of the content');
  }
  const own = { content: input.content, metadata: input.metadata };
  const { replaced, kinds } = await redactTexts([...stringsIn(own)]);
  const { content, metadata } = replaced.size === 0 ? own : (replaceStrings(own, replaced) as typeof own);
  requireSize(content);
  // New names stand before what is spread: behind it, each object gets a hidden class of its own from V8, which took 15 µs a row.
  const row = {
    id,
    supersededBy,
    contentHash: contentHash(content),
    simhash: simhash64(content),
    quarantineReason:
      draft.quarantineReason === undefined
        ? detectInjection(content, { origin: originOf(input) })
        : draft.quarantineReason,
    ...input,
    // Taken from the metadata it is what the metadata says now.
    ...(input.sessionId === input.metadata.sessionId ? { sessionId: metadata.sessionId ?? null } : {}),
    content,
    metadata,
  };
  const terms = termsOf(tokenize([content, ...(metadata.paths ?? [])].join('\n')));
  const columns = { terms, ...row, projectId: row.projectId ?? '', simhash: simhashToBigint(row.simhash) };
  return { redacted: kinds, columns: JSON.stringify(columns), ...row };
}

/** Captured exchanges and what a user stated were said in a session; what its agent told may come from elsewhere. */
function originOf({ kind, source, metadata }: NormalizedInput): TextOrigin {
  if (isFromOutside({ metadata })) return 'outside';
  if (source === 'import' && kind === 'commit') return 'history';
  // `import markdown` says of which section of which file a row is.
  if (source === 'import' && metadata['file'] !== undefined && metadata['section'] !== undefined) return 'document';
  const isCaptured = (source === 'auto-capture' || source === 'import') && metadata['capture'] !== undefined;
  return isCaptured && (kind === 'exchange' || metadata['speaker'] === 'user') ? 'talk' : 'own';
}

function termsOf(tokens: readonly string[]): string[] {
  return [...new Set(tokens)].filter((term) => term !== '' && term.length <= LONGEST_TERM);
}

/** Lower-case runs of letters and digits: what is searched by when nobody gives a better tokenizer. */
export function splitWords(text: string): readonly string[] {
  return text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
}

/** What can be asked about texts that are to be stored. */
export type TextRequest =
  | { readonly kind: 'prepare'; readonly drafts: readonly ObservationDraft[] }
  | { readonly kind: 'redact'; readonly texts: readonly string[] };

/** What a request of each kind is answered with. */
export interface TextAnswers {
  /** One for each draft: its row, or why it cannot be stored. */
  readonly prepare: readonly (PreparedObservation | ErrorParts)[];
  /** By what each text was, those that held a secret. */
  readonly redact: ReadonlyMap<string, string>;
}

type TextAnswer = TextAnswers[TextRequest['kind']];

/** Does the work, wherever it is called: 0.1 ms for a short statement, so not on a thread that keeps deadlines. */
export async function answerTextRequest(request: TextRequest, tokenize: Tokenize): Promise<TextAnswer> {
  if (request.kind === 'redact') return (await redactTexts(request.texts)).replaced;
  const answers: (PreparedObservation | ErrorParts)[] = [];
  for (const draft of request.drafts) answers.push(await prepareOne(draft, tokenize));
  return answers;
}

async function prepareOne(draft: ObservationDraft, tokenize: Tokenize): Promise<PreparedObservation | ErrorParts> {
  try {
    return await prepareText(draft, tokenize);
  } catch (error) {
    if (InklingError.isInstance(error)) return partsOfError(error);
    throw error;
  }
}
