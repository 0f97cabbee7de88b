import type { Clock } from '../../../src/base/clock.ts';
import type { Database, TenantDatabase } from '../../../src/base/database/database.ts';
import type { ObservationChange } from '../../../src/memory/observations/observation-status.ts';
import { createObservationStore, type ObservationStore } from '../../../src/memory/observations/observation-store.ts';

/** Where every test's clock starts. */
export const START = Date.parse('2026-03-01T12:00:00.000Z');

/** A clock that stands still until a test moves it. */
export function handClock(): Clock & { nowMs: number } {
  const clock = {
    nowMs: START,
    now: () => clock.nowMs,
    monotonic: () => clock.nowMs,
    schedule: () => () => undefined,
  };
  return clock;
}

/** One organisation's store, its clock, and what its listener heard. */
export interface Room {
  readonly orgId: string;
  readonly tenant: TenantDatabase;
  readonly store: ObservationStore;
  readonly clock: ReturnType<typeof handClock>;
  readonly heard: ObservationChange[];
  /** Each time it let others pass: for how long at most, and what it had written by then. */
  readonly rights: { readonly mostMs: number; readonly heard: number }[];
}

/** Opens the room of a fresh organisation. */
export type OpenRoom = () => Room;

/** Rooms in one database; their organisations are numbered. */
export function roomsOf(database: () => Database): OpenRoom {
  let orgs = 0;
  return () => {
    const orgId = `org-${(orgs += 1)}`;
    const tenant = database().tenant(orgId);
    const clock = handClock();
    const heard: ObservationChange[] = [];
    const rights: Room['rights'] = [];
    const store = createObservationStore({
      tenant,
      clock,
      onWritten: (changes) => heard.push(...changes),
      priority: { wait: async (mostMs) => void rights.push({ mostMs, heard: heard.length }) },
    });
    return { orgId, tenant, store, clock, heard, rights };
  };
}

/** Everything the store exports, as lines. */
export async function linesOf(store: ObservationStore, request: { projectId?: string | null } = {}): Promise<string[]> {
  const lines: string[] = [];
  for await (const row of store.exportRows(request)) lines.push(JSON.stringify(row));
  return lines;
}
