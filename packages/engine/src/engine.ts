import { requireId, requireInput } from './base/require-input.ts';
import { createIndexHost } from './memory/search/worker-index-host.ts';
import type { IndexHost } from './memory/search/index-host.ts';
import { searchSettings } from './memory/search/search-settings.ts';
import type { MemoryOptions } from './engine/memory-options.ts';
import { createOrgMemory, type OrgMemory } from './engine/org-memory.ts';
import { rehearse } from './engine/rehearse.ts';
import { wireRooms, type Rooms } from './engine/wire-rooms.ts';

/** The memory of many organisations. Ask it for one: nothing here reads two. */
export interface Memory {
  /** The handle of one organisation. Cheap; the same id gives the same handle. */
  org(orgId: string): OrgMemory;
  /**
   * Has an embedded database run once what the first events of a session ask of it, and takes it back: the first run of a statement takes ten
   * times as long as later ones. For a process that agents wait for. Does nothing on a server. Never rejects.
   */
  rehearse(): Promise<void>;
  /** Ends the workers and what runs in the background, and closes the database. Idempotent. */
  close(): Promise<void>;
}

/**
 * Opens the memory that is in one database. The database must be migrated (opening it did that). Starts one worker thread for the
 * search indexes, which does not keep the process alive.
 *
 * ```ts
 * const memory = await createMemory({ database: await openPglite({ dataDir: './memory' }) });
 * const org = memory.org('local');
 * await org.observations.remember({ content: 'The build needs Node 20.', projectId: 'api' });
 * const { rows } = await org.recall({ projectId: 'api', queryText: 'which node version' });
 * ```
 */
export async function createMemory(options: MemoryOptions): Promise<Memory> {
  requireInput(typeof options?.database?.tenant === 'function', 'database', 'what openPglite or openPostgres gave');
  const host = createIndexHost({ settings: searchSettings(options.search) });
  const rooms = wireRooms(options, host);
  const handles = new Map<string, OrgMemory>();
  let closing: Promise<void> | null = null;
  return {
    org(orgId) {
      requireId(orgId, 'orgId');
      const handle = handles.get(orgId) ?? createOrgMemory(rooms, orgId);
      handles.set(orgId, handle);
      return handle;
    },
    rehearse: () => rehearse(options, rooms.clock, rooms.onError),
    close: () => (closing ??= close(rooms, host)),
  };
}

async function close(
  { registry, semantic, retrievals, verbEvents, background, options }: Rooms,
  host: IndexHost,
): Promise<void> {
  // Whatever a thread's end comes to, the data directory is released.
  try {
    await background.settled();
    await retrievals.close();
    await verbEvents.close();
    await registry.close();
    await semantic?.close();
  } finally {
    try {
      await host.close();
    } finally {
      await options.database.close();
    }
  }
}
