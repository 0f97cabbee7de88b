import { beforeAll, describe } from 'vitest';
import type { Database } from '../../src/base/database/database.ts';
import { amendments } from './observations/amendments.ts';
import { commits } from './observations/commits.ts';
import { concurrentWriters } from './observations/concurrent-writers.ts';
import { exchanges } from './observations/exchanges.ts';
import { exportAndImport } from './observations/export-and-import.ts';
import { following } from './observations/following.ts';
import { forgetting } from './observations/forgetting.ts';
import { hostileText } from './observations/hostile-text.ts';
import { listing } from './observations/listing.ts';
import { organisations } from './observations/organisations.ts';
import { remembering } from './observations/remembering.ts';
import { releasing } from './observations/releasing.ts';
import { shortIds } from './observations/short-ids.ts';
import { statedOfFile } from './observations/stated-of-file.ts';
import { superseding } from './observations/superseding.ts';
import { roomsOf } from './observations/room.ts';

/** What observations must do on every database. `open` gives a migrated database that nobody else writes to. */
export function observationsContract(open: () => Promise<Database>): void {
  let database: Database;
  beforeAll(async () => {
    database = await open();
  }, 120_000);
  const current = (): Database => database;
  const room = roomsOf(current);

  describe('remembering', () => {
    remembering(room, current);
  });
  describe('hostile text', () => {
    hostileText(room);
  });
  describe('writing at the same time', () => {
    concurrentWriters(room);
  });
  describe('amendments and talks', () => {
    amendments(room);
  });
  describe('commits and statements of files', () => {
    commits(room);
    statedOfFile(room);
  });
  describe('listing', () => {
    listing(room);
  });
  describe('superseding', () => {
    superseding(room);
  });
  describe('releasing from quarantine', () => {
    releasing(room);
  });
  describe('forgetting', () => {
    forgetting(room, current);
  });
  describe('short ids', () => {
    shortIds(room);
  });
  describe('exchanges', () => {
    exchanges(room, current);
  });
  describe('following changes', () => {
    following(room, current);
  });
  describe('export and import', () => {
    exportAndImport(room);
  });
  describe('organisations', () => {
    organisations(room, current);
  });
}
