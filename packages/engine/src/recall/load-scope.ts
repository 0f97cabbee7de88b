import { createDeadline, DEADLINE_EXCEEDED, withinDeadline } from '../base/deadline.ts';
import { InklingError } from '../base/errors.ts';
import type { ScopeRow } from '../memory/observations/scope-page.ts';
import { putAll } from './apply-changes.ts';
import { enqueue, projectOf, type ScopeEntry, type ScopeRegistryPorts } from './scope-entry.ts';
import { toSearchDocument } from './search-document.ts';

/** The size of a growing index is asked after so many pages: 10,000 rows. */
const PAGES_BETWEEN_MEASURES = 20;

const NO_ROWS: Promise<ScopeRow[]> = Promise.resolve([]);

/**
 * Fills the index from the store, page by page; the next page is read while one is indexed. What is written meanwhile goes
 * to the index at once, and the pages leave those rows out. Fails with `index-too-large` or what the store or host throw.
 */
export async function loadScope(ports: ScopeRegistryPorts, entry: ScopeEntry): Promise<void> {
  const source = ports.rows(entry.scope.orgId);
  entry.state = 'loading';
  if (ports.settings.followFeed) entry.cursor = await withinPageTime(ports, () => source.feedHead());
  await enqueue(entry, () => ports.host.open(entry.indexKey));
  const limit = ports.settings.pageRows;
  const read = (after: ScopeRow | null): Promise<ScopeRow[]> =>
    withinPageTime(ports, (signal) => source.scopePage({ ...projectOf(entry), after, limit }, signal));
  let page = await read(null);
  for (let count = 1; page.length > 0 && entry.state === 'loading'; count += 1) {
    const present = page;
    const next: Promise<ScopeRow[]> = present.length < limit ? NO_ROWS : read(present.at(-1)!);
    [page] = await Promise.all([next, enqueue(entry, () => putPage(ports, entry, present))]);
    if (count % PAGES_BETWEEN_MEASURES === 0) await requireRoom(ports, entry);
  }
  if (entry.state !== 'loading') return;
  entry.state = 'loaded';
  entry.changedInLoad.clear();
}

async function withinPageTime<T>(
  { clock, settings }: ScopeRegistryPorts,
  read: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const deadline = createDeadline(clock, settings.pageTimeoutMs);
  const answer = await withinDeadline(deadline, read).finally(() => deadline.clear());
  if (answer !== DEADLINE_EXCEEDED) return answer;
  throw new InklingError('database-unavailable', `A page of a scope took longer than ${settings.pageTimeoutMs} ms.`, {
    wayOut: 'SQL answers for the scope; the next search loads it again.',
  });
}

async function putPage(ports: ScopeRegistryPorts, entry: ScopeEntry, page: readonly ScopeRow[]): Promise<void> {
  const unchanged = page.filter((row) => !entry.changedInLoad.has(row.id));
  await putAll(ports.host, entry.indexKey, unchanged.map(toSearchDocument));
}

async function requireRoom({ host, settings }: ScopeRegistryPorts, entry: ScopeEntry): Promise<void> {
  const stats = await host.stats();
  const bytes = stats.find(({ scopeKey }) => scopeKey === entry.indexKey)?.bytes ?? 0;
  if (bytes > settings.maxIndexBytes) throw tooLarge(settings.maxIndexBytes);
}

/** What a scope that does not fit is refused with. */
export const tooLarge = (maxIndexBytes: number): InklingError =>
  new InklingError('index-too-large', `A scope's search index is larger than ${maxIndexBytes} bytes.`, {
    wayOut: 'SQL answers for it; raise maxIndexBytes, or recall by project instead of the whole organisation.',
  });
