import type { Database } from './base/database/database.ts';
import { oneForEach } from './base/read-cache.ts';
import { requireId, requireInput } from './base/require-input.ts';
import { createIndexHost } from './memory/search/host/worker-index-host.ts';
import type { IndexHost } from './memory/search/host/index-host.ts';
import { searchSettings } from './memory/search/search-settings.ts';
import type { MemoryOptions } from './engine/wire/memory-options.ts';
import { createOrgMemory, type OrgMemory } from './engine/handle/org-memory.ts';
import { requireOptions } from './engine/wire/require-options.ts';
import { warmUp } from './engine/wire/warm-up.ts';
import { wireRooms, type Rooms } from './engine/wire/wire-rooms.ts';

/** The memory of many organisations. Ask it for one: nothing here reads two. */
export interface Memory {
  /** The handle of one organisation. Cheap; the same id gives the same handle. */
  org(orgId: string): OrgMemory;
  /**
   * Does once what the first events of a session would wait for: compiles patterns, and on an embedded database runs statements that are taken back and
   * recalls a few times from what was written last. On a server `org.warm` recalls. The first run of each takes ten times as long as later ones.
   * For a process that agents wait for. Leaves no row. Never rejects.
   */
  warmUp(): Promise<void>;
  /**
   * Finishes what runs in the background, ends the workers and closes the database. Await your own calls first: those still under way are
   * refused with `closed`. Idempotent.
   */
  close(): Promise<void>;
}

const WHAT_DATABASE = 'what openPglite or openPostgres gave, or its promise';

const isDatabase = (database: unknown): database is Database =>
  typeof (database as Partial<Database> | undefined)?.tenant === 'function';

/**
 * Opens the memory that is in one database. The database must be migrated (opening it did that). Starts a worker thread for the
 * search indexes, and one with the first text that is to be stored; neither keeps the process alive. An embedded database does, until
 * `close`. Fails with `invalid-input` on options that cannot be meant. When this fails, a database that was given as a promise is closed.
 *
 * ```ts
 * const memory = await createMemory({ database: await openPglite({ dataDir: './memory' }) });
 * const org = memory.org('local');
 * await org.observations.remember({ content: 'The build needs Node 20.', projectId: 'api' });
 * const { rows } = await org.recall({ projectId: 'api', queryText: 'which node version' });
 * ```
 */
export async function createMemory(options: MemoryOptions): Promise<Memory> {
  const database = await options?.database;
  requireInput(isDatabase(database), 'database', WHAT_DATABASE);
  const { rooms, host } = await wired({ ...options, database }, isDatabase(options.database));
  const handleOf = oneForEach((orgId) => createOrgMemory(rooms, orgId));
  let closing: Promise<void> | null = null;
  return {
    org(orgId) {
      requireId(orgId, 'orgId');
      return handleOf(orgId);
    },
    warmUp: () => warmUp(rooms),
    close: () => (closing ??= close(rooms, host)),
  };
}

/** Nobody else can close a database that was given as a promise: its directory would stay locked. */
async function wired(
  options: MemoryOptions & { readonly database: Database },
  isCallers: boolean,
): Promise<{ readonly rooms: Rooms; readonly host: IndexHost }> {
  try {
    requireOptions(options);
    const host = createIndexHost({ settings: searchSettings(options.search) });
    return { rooms: wireRooms(options, host), host };
  } catch (error) {
    if (!isCallers) await options.database.close();
    throw error;
  }
}

async function close(
  { registry, semantic, logs, background, options, preparer, close: letGo }: Rooms,
  host: IndexHost,
): Promise<void> {
  // Whatever a thread's end comes to, the data directory is released.
  try {
    letGo();
    await background.settled();
    await logs.close();
    registry.close();
    await semantic?.close();
  } finally {
    try {
      await Promise.all([preparer.close(), host.close()]);
    } finally {
      await options.database.close();
    }
  }
}
