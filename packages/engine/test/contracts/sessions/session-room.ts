import type { Database } from '../../../src/base/database/database.ts';
import { systemClock } from '../../../src/base/clock.ts';
import { createInProcessPreparer } from '../../../src/memory/observations/write/text-preparer.ts';
import { createSessionStore, type SessionStore } from '../../../src/memory/sessions/session-store.ts';

/** Longer than any test runs: a lock of it runs out only when a test says so. */
export const TTL_MS = 600_000;

/** One organisation's sessions, with a hand on the time that their locks see. */
export interface SessionRoom {
  readonly orgId: string;
  readonly sessions: SessionStore;
  /** Moves every lock of the organisation this much nearer to its end: the database's clock itself cannot be set. Less than 0 sets it back. */
  passTime(ms: number): Promise<void>;
}

/** Opens the room of a fresh organisation. */
export type OpenSessionRoom = () => SessionRoom;

/** Rooms in one database; their organisations are numbered. */
export function sessionRoomsOf(database: () => Database): OpenSessionRoom {
  let orgs = 0;
  return () => {
    const orgId = `fleet-${(orgs += 1)}`;
    const tenant = database().tenant(orgId);
    const { redact } = createInProcessPreparer();
    return {
      orgId,
      sessions: createSessionStore({ tenant, clock: systemClock, redact }),
      async passTime(ms) {
        await tenant.query({
          text: `update sessions set lock_expires_at = lock_expires_at - $2::double precision * interval '1 millisecond',
            claimed_at = claimed_at - $2::double precision * interval '1 millisecond' where org_id = $1`,
          values: [orgId, ms],
        });
      },
    };
  };
}
