import type { Clock } from '../../../base/clock.ts';
import type { TenantDatabase } from '../../../base/database/database.ts';
import { InklingError } from '../../../base/errors.ts';
import { backfillEmbeddings, type BackfillResult } from './backfill-embeddings.ts';
import type { Embedder } from '../model/embedder.ts';

/** Gives observations their vectors: in the background after writes, or when asked. One run at a time for each organisation. */
export interface BackfillQueue {
  /** Some of the organisation's observations may have no vector: a run begins soon, unless the model rests after a failure. */
  request(orgId: string): void;
  /** A run now, behind those under way, that tries refused texts again. Rejects as `backfillEmbeddings` does. */
  run(orgId: string): Promise<BackfillResult>;
  /** Ends what runs and waits for it. Afterwards nothing is started; explicit runs reject with `closed`. */
  close(): Promise<void>;
}

/** What the queue stands on. */
export interface BackfillQueueOptions {
  readonly embedder: Embedder;
  readonly tenant: (orgId: string) => TenantDatabase;
  readonly clock: Clock;
  /** Vectors were stored, or may be in force again, and who holds some in memory can fetch them. Awaited; must not reject. */
  readonly onStored: (orgId: string) => Promise<void>;
  /** Told how runs in the background failed, and which texts. */
  readonly onError: (error: unknown) => void;
}

/** A run begins when nothing was written for so long, so that an import comes first … */
const QUIET_MS = 500;
/** … but after so long at the latest. */
const LONGEST_WAIT_MS = 10_000;
const FIRST_REST_MS = 10_000;
const LONGEST_REST_MS = 600_000;

/** Ids of refused texts that are remembered: 2 MB. */
const MOST_REFUSED = 20_000;

interface OrgBackfill {
  readonly orgId: string;
  /** Ends the wait before a run in the background. */
  cancelWait: (() => void) | null;
  waitingSince: number;
  /** Runs one after the other; never rejects. */
  runs: Promise<unknown>;
  /** Rows whose text the model refused: tried again by explicit runs only, and reported once. */
  readonly refused: Set<string>;
  failuresInRow: number;
  restUntil: number;
}

interface QueueState extends BackfillQueueOptions {
  readonly orgs: Map<string, OrgBackfill>;
  readonly closing: AbortController;
}

export function createBackfillQueue(options: BackfillQueueOptions): BackfillQueue {
  const state: QueueState = { ...options, orgs: new Map(), closing: new AbortController() };
  return {
    request: (orgId) => request(state, orgOf(state, orgId)),
    run: (orgId) => runNow(state, orgOf(state, orgId)),
    async close() {
      state.closing.abort(new InklingError('closed', 'The memory was closed while embeddings were being made.'));
      for (const org of state.orgs.values()) org.cancelWait?.();
      await Promise.all([...state.orgs.values()].map(({ runs }) => runs));
    },
  };
}

function orgOf({ orgs }: QueueState, orgId: string): OrgBackfill {
  const org = orgs.get(orgId) ?? {
    orgId,
    cancelWait: null,
    waitingSince: 0,
    runs: Promise.resolve(),
    refused: new Set(),
    failuresInRow: 0,
    restUntil: Number.NEGATIVE_INFINITY,
  };
  orgs.set(orgId, org);
  return org;
}

function request(state: QueueState, org: OrgBackfill): void {
  const { clock, closing } = state;
  const now = clock.monotonic();
  if (closing.signal.aborted || now < org.restUntil) return;
  if (org.cancelWait) org.cancelWait();
  else org.waitingSince = now;
  const wait = Math.min(QUIET_MS, org.waitingSince + LONGEST_WAIT_MS - now);
  org.cancelWait = clock.schedule(() => void inTurn(org, () => runInBackground(state, org)), Math.max(0, wait));
}

/** Runs of an organisation follow one another. What waits to begin is done by the one that begins now. */
function inTurn<Result>(org: OrgBackfill, run: () => Promise<Result>): Promise<Result> {
  org.cancelWait?.();
  org.cancelWait = null;
  const turn = org.runs.then(run);
  org.runs = Promise.allSettled([turn]);
  return turn;
}

async function runInBackground(state: QueueState, org: OrgBackfill): Promise<void> {
  if (state.closing.signal.aborted) return;
  try {
    await backfill(state, org);
    org.failuresInRow = 0;
  } catch (error) {
    if (!state.closing.signal.aborted) rest(state, org, error);
  }
}

/** No timer ends the rest: the next write or the next load of a scope asks again. */
function rest({ clock, onError }: QueueState, org: OrgBackfill, error: unknown): void {
  org.restUntil = clock.monotonic() + Math.min(LONGEST_REST_MS, FIRST_REST_MS * 2 ** org.failuresInRow);
  org.failuresInRow += 1;
  onError(error);
}

async function runNow(state: QueueState, org: OrgBackfill): Promise<BackfillResult> {
  const result = await inTurn(org, () => {
    state.closing.signal.throwIfAborted();
    org.refused.clear();
    return backfill(state, org);
  });
  org.restUntil = Number.NEGATIVE_INFINITY;
  return result;
}

/** Also a run that finds nothing to do tells: what began it may have been a statement that has a vector and is in force again. */
async function backfill(state: QueueState, { orgId, refused }: OrgBackfill): Promise<BackfillResult> {
  const { embedder, clock, onStored, onError, closing } = state;
  const result = await backfillEmbeddings({
    ...{ tenant: state.tenant(orgId), embedder, clock, signal: closing.signal, onStored: () => onStored(orgId) },
    skip: (id) => refused.has(id),
    onFailure(id, error) {
      if (refused.size < MOST_REFUSED) refused.add(id);
      onError(error);
    },
  });
  if (result.embedded === 0) await onStored(orgId);
  return result;
}
