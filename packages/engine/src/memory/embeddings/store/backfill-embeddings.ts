import { type Clock, systemClock } from '../../../base/clock.ts';
import { chunksOf } from '../../../base/lists.ts';
import type { TenantDatabase } from '../../../base/database/database.ts';
import { untilAborted } from '../../../base/deadline.ts';
import { InklingError } from '../../../base/errors.ts';
import { readVectors } from '../model/embedder-answer.ts';
import { listUnembedded, type UnembeddedObservation, type NewEmbedding, writeEmbeddings } from './embedding-rows.ts';
import type { Embedder } from '../model/embedder.ts';

/** Rows of a run, each counted once. */
export interface BackfillResult {
  /** Have a vector of the model now. */
  readonly embedded: number;
  /** Were forgotten between being read and being stored. */
  readonly skipped: number;
  /** The model refused the text, or gave no usable vector for it. They stay without one and are tried again by the next run. */
  readonly failed: number;
}

/** What to embed, and who is told. */
export interface BackfillOptions {
  readonly tenant: TenantDatabase;
  readonly embedder: Embedder;
  /** Observations in one call of the embedder. (Default: 64) */
  readonly batchSize?: number;
  /** Rows to leave out, not counted: what failed before. (Default: none) */
  readonly skip?: (observationId: string) => boolean;
  /** Called for each row that failed. */
  readonly onFailure?: (observationId: string, error: unknown) => void;
  /** Aborting rejects with its reason; what was stored stays. */
  readonly signal?: AbortSignal;
  /** (Default: the system's) */
  readonly clock?: Clock;
  /** Called when vectors of a batch were stored. Awaited. */
  readonly onStored?: () => Promise<void>;
}

/** Rows in one transaction: 27 ms on PGlite, whose one connection a recall may be waiting for. */
const ROWS_PER_WRITE = 16;

type Tally = { -readonly [Key in keyof BackfillResult]: number };

/** Errors of one text, not of the service: the rest of the batch may be fine. */
const CODES_OF_A_TEXT: ReadonlySet<string> = new Set(['embedder-refused', 'embedder-answer-invalid', 'invalid-input']);
/** A wrong key, no right, no such model: the same for every text. */
const STATUS_OF_THE_SERVICE: ReadonlySet<unknown> = new Set([401, 403, 404]);
/** What llama.cpp answers to a text that is too long for it, Ollama to one whose vector is not finite, and both when they are broken. */
const STATUS_OF_EITHER = 500;
const HARMLESS_TEXT = 'a short text';

/**
 * Gives every recallable observation a vector of the embedder's model. Idempotent, and resumable without a bookmark: what is stored is
 * not listed again. After a change of model the old vectors stay until they are replaced one by one, and are never compared with new ones.
 * Rejects when the service cannot be used at all ('embedder-unavailable', 'embedder-refused', 'dependency-missing'), or when nothing of
 * the first full batch could be embedded: going on would ask in vain for every row.
 */
export async function backfillEmbeddings(options: BackfillOptions): Promise<BackfillResult> {
  const { tenant, embedder, batchSize = 64, signal, clock = systemClock } = options;
  const tally: Tally = { embedded: 0, skipped: 0, failed: 0 };
  let page: readonly UnembeddedObservation[] = [];
  do {
    const request = { afterId: page.at(-1)?.id ?? null, limit: batchSize };
    page = await listUnembedded(tenant, embedder, request, clock.now(), signal);
    const wanted = options.skip ? page.filter(({ id }) => !options.skip?.(id)) : page;
    if (wanted.length > 0) await embedPage(options, wanted, tally);
  } while (page.length === batchSize);
  return { ...tally };
}

async function embedPage(
  options: BackfillOptions,
  page: readonly UnembeddedObservation[],
  tally: Tally,
): Promise<void> {
  const { tenant, embedder, onStored, signal, batchSize = 64 } = options;
  const failures: unknown[] = [];
  const rows = await embedRows(options, page, (id, error) => {
    failures.push(error);
    options.onFailure?.(id, error);
  });
  if (failures.length === batchSize && tally.embedded === 0) throw failures.at(-1);
  tally.failed += failures.length;
  for (const some of chunksOf(rows, ROWS_PER_WRITE)) {
    const stored = await writeEmbeddings(tenant, embedder, some, signal);
    tally.embedded += stored.length;
    tally.skipped += some.length - stored.length;
  }
  if (rows.length > 0) await onStored?.();
}

/** All at once; when that fails because of a text, each alone, so that one text does not keep the others from having a vector. */
async function embedRows(
  options: BackfillOptions,
  page: readonly UnembeddedObservation[],
  onFailure: (id: string, error: unknown) => void,
): Promise<NewEmbedding[]> {
  try {
    return await embedTogether(options, page);
  } catch (error) {
    await asErrorOfText(options, error);
  }
  const rows: NewEmbedding[] = [];
  for (const observation of page) {
    try {
      rows.push(...(await embedTogether(options, [observation])));
    } catch (error) {
      onFailure(observation.id, await asErrorOfText(options, error));
    }
  }
  return rows;
}

async function embedTogether(
  { embedder, signal }: BackfillOptions,
  page: readonly UnembeddedObservation[],
): Promise<NewEmbedding[]> {
  signal?.throwIfAborted();
  const texts = page.map(({ content }) => content);
  const answer = await untilAborted(embedder.embed(texts, { kind: 'document', signal }), signal);
  // An embedder may come from outside: what it answers is checked before it is stored.
  const vectors = readVectors(answer, page.length, embedder);
  return page.map(({ id }, at) => ({ observationId: id, vector: vectors[at]! }));
}

/** The error as one of a text. Rejects with one of the service: then no other text is worth a try. */
async function asErrorOfText(options: BackfillOptions, error: unknown): Promise<InklingError> {
  if (!InklingError.isInstance(error)) throw error;
  const { status } = error.details;
  if (CODES_OF_A_TEXT.has(error.code) && !STATUS_OF_THE_SERVICE.has(status)) return error;
  if (status !== STATUS_OF_EITHER || !(await embedsAnother(options))) throw error;
  const { modelId } = options.embedder;
  return new InklingError('embedder-refused', `The embedding model ${modelId} answers status ${status} to this text.`, {
    hint: 'If the text is too long for it, set `maxInputCharacters`.',
    details: { modelId, status },
    cause: error,
  });
}

/** Whether the service works at this moment. */
async function embedsAnother({ embedder, signal }: BackfillOptions): Promise<boolean> {
  const call = embedder.embed([HARMLESS_TEXT], { kind: 'document', signal });
  return untilAborted(call, signal).then(
    () => true,
    () => {
      signal?.throwIfAborted();
      return false;
    },
  );
}
