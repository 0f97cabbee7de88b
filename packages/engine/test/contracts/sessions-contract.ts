import { beforeAll, describe } from 'vitest';
import type { Database } from '../../src/base/database/database.ts';
import { claimingTheNext } from './sessions/claiming-the-next.ts';
import { creatingAndListing } from './sessions/creating-and-listing.ts';
import { lifeCycle } from './sessions/life-cycle.ts';
import { lockModel } from './sessions/lock-model.ts';
import { sessionRoomsOf } from './sessions/session-room.ts';

/** What sessions must do on every database. `open` gives a migrated database that nobody else writes to. */
export function sessionsContract(open: () => Promise<Database>): void {
  let database: Database;
  beforeAll(async () => {
    database = await open();
  }, 120_000);
  const room = sessionRoomsOf(() => database);

  describe('creating and listing', () => {
    creatingAndListing(room);
  });
  describe('life cycle', () => {
    lifeCycle(room);
  });
  describe('claiming the next', () => {
    claimingTheNext(room);
  });
  describe('any order of calls', () => {
    lockModel(room);
  });
}
