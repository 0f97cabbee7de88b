import type { Worker } from 'node:worker_threads';
import { errorFromParts, InklingError } from '../../../base/errors.ts';
import { replaceStrings, stringsIn, type Redact } from '../../../base/text/stored-text.ts';
import {
  type ObservationDraft,
  type PreparedObservation,
  splitWords,
  type Tokenize,
  answerTextRequest,
  type TextAnswers,
  type TextRequest,
} from './prepare-observation.ts';
import { createWorkerCalls } from '../../../base/threads/worker-calls.ts';

/** Looks at texts before they are stored. What it cannot look at is not stored: every call rejects rather than let a text through. */
export interface TextPreparer {
  /** One ending for each draft, in order: the row, or why it cannot be stored. */
  prepare(drafts: readonly ObservationDraft[]): Promise<readonly (PreparedObservation | InklingError)[]>;
  readonly redact: Redact;
  /** Calls under way and later ones reject with code `closed`. Idempotent. */
  close(): Promise<void>;
}

/** Where the requests of a preparer are answered. */
export interface TextAnswerer {
  readonly ask: (request: TextRequest) => Promise<unknown>;
  readonly close: () => Promise<void>;
}

/** Some tenths of a millisecond to send or to receive, 20 ms to look at: what another caller waits for, and the longest turn of this thread. */
const MOST_CHARACTERS = 131_072;

/** What a value costs besides its characters. */
const EACH = 16;

/** A preparer whose work is done by `answerer`, in requests of a size that neither side notices. */
function createTextPreparer({ ask, close }: TextAnswerer): TextPreparer {
  return { prepare: (drafts) => prepareAll(ask, drafts), redact: (value) => redactAll(ask, value), close };
}

/** Works on the calling thread: for the thread itself, for tests and small tools. */
export function createInProcessPreparer(tokenize: Tokenize = splitWords): TextPreparer {
  return createTextPreparer({
    ask: (request) => answerTextRequest(request, tokenize),
    close: () => Promise.resolve(),
  });
}

type Ask = TextAnswerer['ask'];

async function prepareAll(
  ask: Ask,
  drafts: readonly ObservationDraft[],
): Promise<readonly (PreparedObservation | InklingError)[]> {
  const endings: (PreparedObservation | InklingError)[] = [];
  for (const part of cutBySize(drafts, sizeOf, MOST_CHARACTERS)) {
    const answers = (await ask({ kind: 'prepare', drafts: part })) as TextAnswers['prepare'];
    for (const answer of answers) endings.push('code' in answer ? errorFromParts(answer) : answer);
  }
  return endings;
}

/** Strings are taken out of the value as they are sent, so that a large one is not walked in one turn. */
async function redactAll<T>(ask: Ask, value: T): Promise<T> {
  const replaced = new Map<string, string>();
  for (const texts of cutBySize(stringsIn(value), sizeOf, MOST_CHARACTERS)) {
    const found = (await ask({ kind: 'redact', texts })) as TextAnswers['redact'];
    for (const [text, redaction] of found) replaced.set(text, redaction);
  }
  return replaced.size === 0 ? value : (replaceStrings(value, replaced) as T);
}

/** What it takes to send a JSON value, in characters. */
function sizeOf(value: unknown): number {
  if (typeof value === 'string') return EACH + value.length;
  if (typeof value !== 'object' || value === null) return EACH;
  let size = EACH;
  for (const [key, item] of Object.entries(value)) size += key.length + sizeOf(item);
  return size;
}

/** What `items` gives, in groups of at most `most` together; one that is larger stands alone. Takes of `items` only what a group needs. */
export function* cutBySize<Item>(
  items: Iterable<Item>,
  sizeOf: (item: Item) => number,
  most: number,
): Generator<readonly Item[]> {
  let group: Item[] = [];
  let size = 0;
  for (const item of items) {
    const own = sizeOf(item);
    if (group.length > 0 && size + own > most) {
      yield group;
      group = [];
      size = 0;
    }
    group.push(item);
    size += own;
  }
  if (group.length > 0) yield group;
}

/**
 * Texts are looked at in a thread of their own, started by the first one: it takes 0.1 ms of processor for a short statement, and the rules
 * are a megabyte of code. If the thread dies, calls under way reject with code `redaction-failed`, so nothing is stored that was not looked
 * at, and the next call starts a new one.
 */
export function createWorkerTextPreparer(startWorker: () => Worker): TextPreparer {
  return createTextPreparer(createWorkerCalls<TextRequest, TextAnswers>({ startWorker, toError }));
}

function toError(cause: unknown): InklingError {
  return new InklingError('redaction-failed', 'The thread that redacts secrets failed; nothing was stored.', {
    hint: 'Write it again: a new thread is started.',
    cause,
  });
}
