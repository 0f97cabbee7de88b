import { DEADLINE_EXCEEDED, inTime } from '../../base/deadline.ts';
import { InklingError } from '../../base/errors.ts';
import type { ScopePage, ScopePlace } from '../../memory/observations/read/scope-page.ts';
import { projectOf } from '../../memory/search/search.ts';
import { requireLoaded } from './apply-changes.ts';
import { enqueue, enqueueSending, followFrom, type ScopeEntry, type ScopeRegistryPorts } from './scope-entry.ts';

/** The size of a growing index is asked after so many pages: 10,000 rows. */
const PAGES_BETWEEN_MEASURES = 10;

/**
 * Fills the index from the store, page by page; while one is indexed, the next waits there already and the one behind it is read. A
 * page goes from the database to the index as one text: taking it apart here cost this thread 0.8 s in 100,000 rows. What is written
 * meanwhile goes to the index at once, and a page that still holds an older version does not undo it. Fails with `index-too-large` or what the store or host throw.
 */
export async function loadScope(ports: ScopeRegistryPorts, entry: ScopeEntry): Promise<void> {
  const source = ports.rows(entry.scope.orgId);
  entry.state = 'loading';
  // Before anything is waited for: what is written from here on is sent to the index.
  await enqueue(entry, () => ports.host.open(entry.indexKey));
  if (ports.settings.followFeed) followFrom(entry, await withinPageTime(ports, () => source.feedHead()));
  const limit = ports.settings.pageRows;
  const read = (after: ScopePlace | null): Promise<ScopePage> =>
    withinPageTime(ports, (signal) => source.scopePage({ ...projectOf(entry.scope), after, limit }, signal));
  let page: ScopePage | null = await read(null);
  let before = Promise.resolve();
  for (let count = 1; page !== null && entry.state === 'loading'; count += 1) {
    const present: ScopePage = page;
    const next = present.next === null ? null : read(present.next);
    const filled = enqueueSending(entry, () => fill(ports, entry, present));
    // What it fails with is heard in the next round, unless that fails first.
    filled.catch(() => undefined);
    [page] = await Promise.all([next, before]);
    before = filled;
    if (count % PAGES_BETWEEN_MEASURES === 0) await requireRoom(ports, entry);
  }
  await before;
  if (entry.state === 'loading') entry.state = 'loaded';
}

/** A page that takes longer fails the load; the next search tries again. */
const PAGE_TIMEOUT_MS = 30_000;

/** Fails with `database-unavailable` when a page takes too long. */
async function withinPageTime<T>({ clock }: ScopeRegistryPorts, read: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const answer = await inTime(clock, PAGE_TIMEOUT_MS, ({ signal }) => read(signal));
  if (answer !== DEADLINE_EXCEEDED) return answer;
  throw new InklingError('database-unavailable', `A page of a scope took longer than ${PAGE_TIMEOUT_MS} ms.`, {
    hint: 'SQL answers for the scope; the next search loads it again.',
  });
}

async function fill({ host }: ScopeRegistryPorts, entry: ScopeEntry, { rows, next }: ScopePage): Promise<void> {
  requireLoaded(await host.fill(entry.indexKey, { rows, isLast: next === null }));
}

async function requireRoom({ host, settings }: ScopeRegistryPorts, entry: ScopeEntry): Promise<void> {
  const stats = await host.stats();
  const bytes = stats.find(({ scopeKey }) => scopeKey === entry.indexKey)?.bytes ?? 0;
  if (bytes > settings.maxIndexBytes) throw tooLarge(settings.maxIndexBytes);
}

/** What a scope that does not fit is refused with. */
export const tooLarge = (maxIndexBytes: number): InklingError =>
  new InklingError('index-too-large', `A scope's search index is larger than ${maxIndexBytes} bytes.`, {
    hint: 'SQL answers for it; raise maxIndexBytes, or recall by project instead of the whole organisation.',
  });
