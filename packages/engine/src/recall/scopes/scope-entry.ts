import type { Clock } from '../../base/clock.ts';
import { requireInput } from '../../base/require-input.ts';
import type { FeedCursor } from '../../memory/observations/read/change-feed.ts';
import type { IndexHost } from '../../memory/search/host/index-host.ts';
import { scopeKey, type SearchScope } from '../../memory/search/search.ts';
import type { ObservationStore } from '../../memory/observations/observation-store.ts';

/** How much memory indexes may take, and how they are loaded and kept current. */
export interface ScopeRegistrySettings {
  /**
   * Bytes of all indexes together. The least recently used are dropped for others; a scope that alone is larger stays out and
   * SQL answers for it. (Default: 1.5 GiB, about 1,300,000 observations of 200 characters)
   */
  readonly maxIndexBytes: number;
  /** Follow what other processes write. Not needed on PGlite, whose directory one process owns. (Default: true) */
  readonly followFeed: boolean;
  /** How far a look reaches back, since commits do not arrive in the order of their timestamps. (Default: 2,000 ms) */
  readonly overlapMs: number;
  /** How far one look in five seconds reaches back, for transactions that took longer. (Default: 10,000 ms) */
  readonly deepOverlapMs: number;
  /** Rows fetched at a time for a load: 5 to 8 ms of an embedded database, for which a tool call waits. (Default: 1,000) */
  readonly pageRows: number;
  /** Changes fetched at a time from the feed. (Default: 200, one or two milliseconds of the calling thread; 500 took it three to ten) */
  readonly feedRows: number;
  /** Scopes loaded side by side; the others wait and SQL answers for them. A search waits for one part of each. (Default: 2) */
  readonly loadsAtOnce: number;
}

export const DEFAULT_SCOPE_REGISTRY: ScopeRegistrySettings = Object.freeze({
  maxIndexBytes: 1.5 * 2 ** 30,
  followFeed: true,
  overlapMs: 2_000,
  deepOverlapMs: 10_000,
  pageRows: 1_000,
  feedRows: 200,
  loadsAtOnce: 2,
});

/** The defaults with a memory budget of the caller's. Fails with `invalid-input` when that is no size. */
export function registrySettings(maxIndexBytes: number | undefined): ScopeRegistrySettings {
  if (maxIndexBytes === undefined) return DEFAULT_SCOPE_REGISTRY;
  requireInput(Number.isSafeInteger(maxIndexBytes) && maxIndexBytes > 0, 'maxIndexBytes', 'a number of bytes above 0');
  return { ...DEFAULT_SCOPE_REGISTRY, maxIndexBytes };
}

export interface ScopeRegistryPorts {
  readonly host: IndexHost;
  readonly rows: (orgId: string) => RowSource;
  /** Told of observations that left an index, through whichever process: what else is kept of them can go. */
  readonly onGone?: (orgId: string, ids: readonly string[]) => void;
  readonly clock: Clock;
  readonly onError: (error: unknown) => void;
  readonly settings: ScopeRegistrySettings;
}

/**
 * `waiting` for its turn to load, `loading`, `loaded`; `refused`: larger than the memory budget; `dropped`: evicted, lost
 * or given up, and never used again.
 */
export type ScopeState = 'waiting' | 'loading' | 'loaded' | 'refused' | 'dropped';

/** One look at the change feed. */
export interface FeedLook {
  /** The end of the feed when it began. */
  readonly head: FeedCursor;
  readonly isDeep: boolean;
}

/** One scope's index and what is known of it. */
export interface ScopeEntry {
  readonly key: string;
  /** The index's name in the host, new for every load: what a load that was given up still sends cannot reach its successor. */
  readonly indexKey: string;
  readonly scope: SearchScope;
  state: ScopeState;
  /** Settles when the load ends, well or badly; never rejects. */
  loading: Promise<void>;
  /** Everything sent to the index goes through here, in the order in which it became known. Never rejects. */
  tail: Promise<void>;
  /** How much of `tail` has not ended. */
  queued: number;
  readonly applied: AppliedVersions;
  cursor: FeedCursor | null;
  /** The end of the feed when the last whole look began, and when the last deep one did: what was not visible then is newer. */
  head: FeedCursor | null;
  deepHead: FeedCursor | null;
  /** A look that was given up between two pages: the next one goes on from the cursor. null = none. */
  unfinished: FeedLook | null;
  /** When the last successful look began. */
  lookedAt: number;
  deepLookedAt: number;
  /** The look under way; another asker waits for the same one. Answers whether it came to its end. */
  looking: Promise<boolean> | null;
  /** Changes applied since the size of the index was last asked. */
  unmeasured: number;
  refusedAt: number;
}

/** The entry of a scope whose `load`-th load is about to begin. */
export function createScopeEntry(scope: SearchScope, load: number): ScopeEntry {
  const key = scopeKey(scope);
  return {
    key,
    indexKey: `${key}#${load}`,
    scope,
    state: 'waiting',
    loading: Promise.resolve(),
    tail: Promise.resolve(),
    queued: 0,
    applied: new Map(),
    cursor: null,
    head: null,
    deepHead: null,
    unfinished: null,
    lookedAt: Number.NEGATIVE_INFINITY,
    deepLookedAt: Number.NEGATIVE_INFINITY,
    looking: null,
    unmeasured: 0,
    refusedAt: Number.NEGATIVE_INFINITY,
  };
}

/** All that the feed had before this place is in the index, or will be before it is used. */
export function followFrom(entry: ScopeEntry, head: FeedCursor | null): void {
  entry.cursor = head;
  entry.head = head;
  entry.deepHead = head;
}

/** A function, because the compiler believes that a state once looked at stays. */
export const isDropped = ({ state }: ScopeEntry): boolean => state === 'dropped';

/** Runs `work` when all that was queued before has ended; not at all when the entry has been dropped by then. */
export function enqueue(entry: ScopeEntry, work: () => Promise<void>): Promise<void> {
  const done = entry.tail.then(() => (entry.state === 'dropped' ? undefined : work()));
  const settle = (): void => {
    entry.queued -= 1;
  };
  entry.queued += 1;
  entry.tail = done.then(settle, settle);
  return done;
}

/** As {@link enqueue}, but what is queued behind it follows as soon as it is on its way: the index takes one thing after the other. */
export function enqueueSending(entry: ScopeEntry, send: () => Promise<void>): Promise<void> {
  let answer: Promise<void> | undefined;
  return enqueue(entry, async () => {
    answer = send();
  }).then(() => answer);
}

/** What recall needs of the store that holds the truth, for one organisation. */
export type RowSource = Pick<ObservationStore, 'getMany' | 'scopePage' | 'changesSince' | 'feedHead'>;

/** What recall asks of the store about an exchange that was found: the talk around it, and whether a later one amends it. */
export type TalkSource = Pick<ObservationStore, 'getTalks' | 'amendments'>;

/** What recall asks of the store about commits that a request names: which memories they are. */
export type CommitSource = Pick<ObservationStore, 'idsOfCommits' | 'idsStatedOf'>;

/** The version of a row, its `updatedAt` (null = it was removed), and when it was applied. */
interface Applied {
  readonly updatedAt: string | null;
  readonly appliedAt: number;
}

/** Which versions of rows were applied lately, the oldest first: a look at the feed reaches back and brings them again. */
export type AppliedVersions = Map<string, Applied>;

/** The version of a row that was applied last; undefined when that is long ago. */
export const appliedVersion = (applied: AppliedVersions, id: string): string | null | undefined =>
  applied.get(id)?.updatedAt;

export function noteApplied(applied: AppliedVersions, id: string, updatedAt: string | null, appliedAt: number): void {
  applied.delete(id);
  applied.set(id, { updatedAt, appliedAt });
}

/** Forgets what was applied before a moment: no look reaches back to it any more. */
export function forgetApplied(applied: AppliedVersions, before: number): void {
  for (const [id, { appliedAt }] of applied) {
    if (appliedAt >= before) return;
    applied.delete(id);
  }
}
