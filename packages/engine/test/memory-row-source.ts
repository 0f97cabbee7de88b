import type { FeedCursor } from '../src/memory/observations/read/change-feed.ts';
import { type ObservationChange, isRecallable } from '../src/memory/observations/observation-status.ts';
import type { Observation } from '../src/memory/observations/observation.ts';
import { writeScopeRows } from './write-scope-rows.ts';
import type { SearchScope } from '../src/memory/search/search.ts';
import type { RowSource } from '../src/recall/scopes/scope-entry.ts';

/** A store of one organisation in memory, with the feed that the real one has, and hooks where a test holds it up. */
export interface MemoryRowSource extends RowSource {
  /**
   * Stores a row and answers the change to announce. `lateBy` = how many seconds ago it was stamped: its transaction took
   * so long to commit.
   */
  write(id: string, changes?: Partial<Observation>, lateBy?: number): ObservationChange;
  /** This and `forget` take a row that is there. */
  supersede(id: string): ObservationChange;
  forget(id: string): ObservationChange;
  /** A row that goes without a trace in the feed, as in a store that came back from a backup. */
  eraseTracelessly(id: string): void;
  has(id: string): boolean;
  /** Ids of what a search of the scope may find, ascending: the oracle. */
  recallable(scope: SearchScope): string[];
  /** Awaited after a page was read and before it is answered. */
  onPage: (rows: readonly Observation[]) => Promise<void>;
  /** Awaited before the feed is read; what it throws, the look throws. */
  onLook: (signal: AbortSignal | undefined) => Promise<void>;
  /** Awaited after the rows were counted and before their number is answered. */
  onCount: () => Promise<void>;
  /** Pages, looks and counts asked for so far. */
  readonly asked: { pages: number; looks: number; counts: number; overlaps: number[] };
}

interface Stamped {
  readonly updatedAt: string;
  readonly id: string;
  readonly change: ObservationChange;
}

const START = Date.UTC(2026, 10, 1);

/** Every row's text holds "deploy". Each write is a second after the one before. */
export function createMemoryRowSource(orgId: string): MemoryRowSource {
  const rows = new Map<string, Observation>();
  const stones = new Map<string, Stamped>();
  let seconds = 0;
  const stamp = (lateBy = 0): string => new Date(START + ((seconds += 1) - lateBy) * 1000).toISOString();
  const inProject = (projectId: string | null | undefined, row: { projectId: string | null }): boolean =>
    projectId === undefined || row.projectId === projectId;

  function write(id: string, changes: Partial<Observation> = {}, lateBy = 0): ObservationChange {
    stones.delete(id);
    const row = { ...blankRow(orgId, id), ...rows.get(id), ...changes, updatedAt: stamp(lateBy) };
    rows.set(id, row);
    return { type: 'written', observation: row };
  }

  function forget(id: string): ObservationChange {
    const projectId = rows.get(id)?.projectId ?? null;
    rows.delete(id);
    const change = { type: 'removed', id, projectId } as const;
    stones.set(id, { updatedAt: stamp(), id, change });
    return change;
  }

  const feed = (): Stamped[] => {
    const written = [...rows.values()].map((row) => ({
      updatedAt: row.updatedAt,
      id: row.id,
      change: { type: 'written', observation: row } as const,
    }));
    return [...written, ...stones.values()].sort((a, b) => (isAfter(a, b) ? 1 : -1));
  };

  const source: MemoryRowSource = {
    write,
    forget,
    eraseTracelessly: (id) => void rows.delete(id),
    has: (id) => rows.has(id),
    supersede: (id) => write(id, { supersededBy: '00000000-0000-7000-8000-ffffffffffff' }),
    recallable: (scope) =>
      [...rows.values()]
        .filter((row) => inProject(scope.projectId, row) && isRecallable(row, START))
        .map((row) => row.id)
        .sort(),
    onPage: () => Promise.resolve(),
    onLook: () => Promise.resolve(),
    onCount: () => Promise.resolve(),
    asked: { pages: 0, looks: 0, counts: 0, overlaps: [] },
    getMany: (ids) => Promise.resolve(ids.flatMap((id) => rows.get(id) ?? [])),
    feedHead: () => Promise.resolve({ updatedAt: new Date(START + seconds * 1000 + 1).toISOString(), id: '' }),
    async scopePage({ projectId, after, limit = 2000 }) {
      source.asked.pages += 1;
      const page = [...rows.values()]
        .filter((row) => inProject(projectId, row) && isRecallable(row, START) && row.id > (after?.id ?? ''))
        .sort((a, b) => (a.id < b.id ? -1 : 1))
        .slice(0, limit);
      await source.onPage(page);
      return { rows: writeScopeRows(page), next: page.length < limit ? null : page.at(-1)! };
    },
    async changesSince({ projectId, cursor = null, since, overlapMs = 0, limit = 1000 }, signal) {
      source.asked.looks += 1;
      source.asked.overlaps.push(overlapMs);
      const reach = cursor && { updatedAt: earlier(since ?? cursor, overlapMs), id: '' };
      const from = reach && reach.updatedAt < cursor.updatedAt ? reach : cursor;
      const found = feed().filter(
        (each) => (from === null || isAfter(each, from)) && inProject(projectId, projectOfChange(each.change)),
      );
      await source.onLook(signal);
      const page = found.slice(0, limit);
      const hasMore = found.length > limit;
      const reached = page.at(-1) ?? cursor;
      const end = hasMore || cursor === null || (reached && isAfter(reached, cursor)) ? reached : cursor;
      return {
        changes: page.map(({ change }) => change),
        cursor: end && { updatedAt: end.updatedAt, id: end.id },
        hasMore,
      };
    },
  };
  return source;
}

const isAfter = (a: FeedCursor, b: FeedCursor): boolean =>
  a.updatedAt > b.updatedAt || (a.updatedAt === b.updatedAt && a.id > b.id);

const earlier = (cursor: FeedCursor, ms: number): string => new Date(Date.parse(cursor.updatedAt) - ms).toISOString();

const projectOfChange = (change: ObservationChange): { projectId: string | null } =>
  change.type === 'removed' ? change : change.observation;

const blankRow = (orgId: string, id: string): Observation => ({
  orgId,
  id,
  projectId: 'p',
  agentId: 'a',
  sessionId: null,
  kind: 'decision',
  content: `deploy ${id}`,
  contentHash: '',
  source: 'api',
  classification: 'internal',
  weight: 1,
  pinned: false,
  metadata: {},
  simhash: '0000000000000000',
  supersededBy: null,
  validTo: null,
  quarantineReason: null,
  createdAt: new Date(START).toISOString(),
  updatedAt: new Date(START).toISOString(),
});
