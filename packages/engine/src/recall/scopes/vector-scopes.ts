import { embeddingChangesSince, readEmbeddings } from '../../memory/embeddings/store/embedding-rows.ts';
import type { StoredEmbedding, VectorMatch, VectorQuestion } from '../../memory/embeddings/store/vector-host.ts';
import { feedHead } from '../../memory/observations/read/change-feed.ts';
import { projectOf, scopeKey, type SearchScope } from '../../memory/search/search.ts';
import {
  bytesOf,
  createVectorEntry,
  lostVectors,
  tooManyVectors,
  type VectorEntry,
  type VectorScopesPorts,
} from './vector-entry.ts';

/** The vectors of scopes in memory: loaded by the first question, kept current, dropped for others. Losing them loses only time. */
export interface VectorScopes {
  /** Null while the scope is not loaded; the first question starts that. */
  match(scope: SearchScope, question: VectorQuestion, signal?: AbortSignal): Promise<VectorMatch | null>;
  /** Loads the scope and waits; false when that failed. */
  warm(scope: SearchScope): Promise<boolean>;
  /** Fetches what this process has just stored for an organisation. Never rejects. */
  stored(orgId: string): Promise<void>;
  /** These observations of an organisation are gone, or are not recalled any more. */
  removed(orgId: string, ids: readonly string[]): void;
}

/** How long one look at the feed is good for. */
const FRESH_MS = 500;
/** How far each look reaches back, since commits do not arrive in the order of their timestamps. */
const OVERLAP_MS = 2_000;

interface ScopesState extends VectorScopesPorts {
  /** Insertion order is order of use: an entry moves to the end when it is used. */
  readonly entries: Map<string, VectorEntry>;
}

export function createVectorScopes(ports: VectorScopesPorts): VectorScopes {
  const state: ScopesState = { ...ports, entries: new Map() };
  const { entries, host } = state;
  const entriesOf = (orgId: string): VectorEntry[] =>
    [...entries.values()].filter(({ scope }) => scope.orgId === orgId);
  return {
    async match(scope, question, signal) {
      const entry = touch(state, scope);
      if (entry.state !== 'loaded') return null;
      followLater(state, entry);
      return host.match(entry.key, question, signal);
    },
    async warm(scope) {
      const entry = touch(state, scope);
      await entry.work;
      return entry.state === 'loaded';
    },
    async stored(orgId) {
      await Promise.all(entriesOf(orgId).map((entry) => enqueue(state, entry, () => follow(state, entry))));
    },
    removed(orgId, ids) {
      if (ids.length === 0) return;
      for (const entry of entriesOf(orgId)) void enqueue(state, entry, () => host.remove(entry.key, ids));
    },
  };
}

function touch(state: ScopesState, scope: SearchScope): VectorEntry {
  const { entries, host } = state;
  const key = scopeKey(scope);
  const known = entries.get(key);
  // A thread that died has lost its vectors: load them anew.
  const isLost = known?.state === 'loaded' && !host.has(key);
  const entry = known && !isLost ? known : createVectorEntry(key, scope);
  entries.delete(key);
  entries.set(key, entry);
  if (entry !== known) void enqueue(state, entry, () => load(state, entry));
  return entry;
}

/**
 * One after the other for each scope, so that a page that was read before a removal never lands after it. Vectors that may be wrong
 * are dropped: the next question loads them anew, and words and paths answer meanwhile.
 */
function enqueue(state: ScopesState, entry: VectorEntry, work: () => Promise<unknown>): Promise<void> {
  const before = entry.work;
  entry.work = (async () => {
    await before;
    try {
      if (isCurrent(state, entry)) await work();
    } catch (error) {
      if (!isCurrent(state, entry)) return;
      state.entries.delete(entry.key);
      state.onError(error);
    }
  })();
  return entry.work;
}

const isCurrent = ({ entries }: ScopesState, entry: VectorEntry): boolean => entries.get(entry.key) === entry;

async function load(state: ScopesState, entry: VectorEntry): Promise<void> {
  const { host, space, settings, onLoaded } = state;
  const tenant = state.tenant(entry.scope.orgId);
  const limit = settings.pageRows;
  entry.cursor = await feedHead(tenant);
  await host.open(entry.key, space);
  let afterId: string | null = null;
  for (let isFull = true; isFull && isCurrent(state, entry);) {
    const page = await readEmbeddings(tenant, space, { ...projectOf(entry.scope), afterId, limit });
    await put(state, entry, page);
    afterId = page.at(-1)?.observationId ?? null;
    isFull = page.length === limit;
    if (!(await fits(state, entry))) return;
  }
  entry.state = 'loaded';
  await evict(state, entry);
  onLoaded(entry.scope.orgId);
}

async function put(state: ScopesState, entry: VectorEntry, stored: readonly StoredEmbedding[]): Promise<void> {
  if (stored.length === 0) return;
  const vectors = await state.host.put(entry.key, stored);
  if (vectors === null) throw lostVectors();
  entry.vectors = vectors;
}

/** A scope that alone is too large is left out, and takes no room from others. */
async function fits({ host, space, settings, onError }: ScopesState, entry: VectorEntry): Promise<boolean> {
  if (bytesOf(entry.vectors, space) <= settings.maxBytes) return true;
  entry.state = 'too-large';
  entry.vectors = 0;
  await host.drop(entry.key);
  onError(tooManyVectors(settings.maxBytes));
  return false;
}

/** Drops the vectors of the scopes used longest ago until the rest fits. */
async function evict({ entries, host, settings, space }: ScopesState, kept: VectorEntry): Promise<void> {
  let total = 0;
  for (const { vectors } of entries.values()) total += bytesOf(vectors, space);
  for (const entry of entries.values()) {
    if (total <= settings.maxBytes) return;
    if (entry === kept || entry.state !== 'loaded') continue;
    entries.delete(entry.key);
    total -= bytesOf(entry.vectors, space);
    await host.drop(entry.key);
  }
}

/** In the background: a question is answered from the vectors that are here, and the next one knows what other processes stored. */
function followLater(state: ScopesState, entry: VectorEntry): void {
  const { settings, clock } = state;
  if (!settings.followFeed || clock.monotonic() - entry.checkedAt < FRESH_MS) return;
  entry.checkedAt = clock.monotonic();
  void enqueue(state, entry, () => follow(state, entry));
}

async function follow(state: ScopesState, entry: VectorEntry): Promise<void> {
  const { settings, space } = state;
  const tenant = state.tenant(entry.scope.orgId);
  // One process owns an embedded database and stores one batch after the other: nothing is committed behind the cursor.
  let overlapMs = settings.followFeed ? OVERLAP_MS : 0;
  let { cursor } = entry;
  for (let more = true; more && cursor !== null && entry.state === 'loaded'; overlapMs = 0) {
    const request = { ...projectOf(entry.scope), cursor, limit: settings.pageRows, overlapMs };
    const page = await embeddingChangesSince(tenant, space, request);
    await put(state, entry, page.written);
    ({ cursor } = page);
    entry.cursor = cursor;
    more = page.hasMore && (await fits(state, entry));
  }
  if (await fits(state, entry)) await evict(state, entry);
}
