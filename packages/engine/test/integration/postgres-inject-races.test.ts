import { openPostgres } from '@inkling/engine/pg';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../src/base/database/database.ts';
import type { DeliveredInject } from '../../src/memory/injects/claim-statement.ts';
import { type HeldSession, injectRoom, type InjectRoom } from '../setup/inject-room.ts';
import { createTestDatabase } from '../setup/open-test-database.ts';

const SESSIONS = 100;
const WORKERS = 16;
const TEXTS = 4;

let url: string;
let replicas: Database[];
let rooms: InjectRoom[];
beforeAll(async () => {
  url = await createTestDatabase();
  // Two pools stand for two replicas: nothing but the database is shared.
  replicas = await Promise.all([0, 1].map(() => openPostgres({ connectionString: url, max: 10 })));
  rooms = replicas.map((database) => injectRoom(database, 'org_123'));
});
afterAll(() => Promise.all(replicas.map((database) => database.close())));

/** A trigger of the test's own writes down, in the transaction of each change, every status a row goes through. */
const JOURNAL = `
  create table journal (n bigserial, at timestamptz default clock_timestamp(), session_id text, text text, was text, status text,
    delivery_id uuid, delivered_to uuid, holder uuid, in_flight int);
  create function write_journal() returns trigger language plpgsql security definer as $$
  begin
    insert into journal (session_id, text, was, status, delivery_id, delivered_to, holder, in_flight)
    select new.session_id, new.text, old.status, new.status, new.delivery_id, new.delivered_to,
      (select lock_token from sessions s where s.org_id = new.org_id and s.id = new.session_id),
      (select count(*) from session_memory_injects q
        where q.org_id = new.org_id and q.session_id = new.session_id and q.status = 'delivered');
    return new;
  end $$;
  create trigger journal after update on session_memory_injects for each row execute function write_journal();`;

/** How often the server had to end one of two that waited for each other, since the database was created. */
async function deadlocks(): Promise<unknown> {
  const text = `select pg_stat_force_next_flush(), deadlocks::int from pg_stat_database where datname = current_database()`;
  const [row] = await replicas[0]!.operator.query({ text, values: [] });
  return row?.['deadlocks'];
}

test('[S1-077] 16 workers on two replicas, 100 sessions: one in flight, none lost, none doubled, none to a worker without the lock', async () => {
  const [operator] = replicas.map((database) => database.operator);
  await operator!.query({ text: JOURNAL });
  const held = await Promise.all(Array.from({ length: SESSIONS }, () => rooms[0]!.session()));
  const tokens = new Map(held.map(({ sessionId, lockToken }) => [sessionId, lockToken]));
  let open = SESSIONS * TEXTS;

  async function produce(room: InjectRoom, text: string): Promise<void> {
    for (const { sessionId } of held) {
      await room.queue.enqueueMemoryInject({ sessionId, text });
    }
  }
  async function handle(room: InjectRoom, sessionId: string, inject: DeliveredInject, turn: number): Promise<void> {
    // Every fifth worker dies between claim and ack, every seventh loses the session to another one there.
    if (turn % 5 === 0) return;
    if (turn % 7 === 0) tokens.set(sessionId, (await room.takeOver(sessionId)).lockToken);
    const { outcome } = await room.queue.ackMemoryInject(sessionId, inject.deliveryId);
    if (outcome === 'acked') open -= 1;
  }
  async function work(index: number): Promise<void> {
    const room = rooms[index % rooms.length]!;
    for (let turn = index; open > 0; turn += 1) {
      const { sessionId } = held[(turn * 7 + index * 3) % SESSIONS]!;
      // The token as this worker read it; another one may take the session over before the claim arrives.
      const lockToken = tokens.get(sessionId)!;
      const claim = await room.queue.claimPendingInjectForSession(sessionId, { lockToken });
      if (claim.outcome === 'inject') await handle(room, sessionId, claim.inject, turn);
    }
  }
  const doubles = Array.from({ length: TEXTS }, (_, n) => rooms.map((room) => produce(room, `block ${n}`)));
  await Promise.all([...doubles.flat(), ...Array.from({ length: WORKERS }, (_, index) => work(index))]);

  const [table] = await operator!.query({
    text: `select count(*)::int as rows, count(*) filter (where status = 'acked')::int as acked,
        count(distinct (session_id, text))::int as texts from session_memory_injects`,
    values: [],
  });
  const all = SESSIONS * TEXTS;
  expect(table).toEqual({ rows: all, acked: all, texts: all });
  const [journal] = await operator!.query({
    text: `select max(in_flight)::int as "mostInFlight",
        count(*) filter (where status = 'delivered' and delivered_to <> holder)::int as "withoutLock",
        count(*) filter (where was = 'acked')::int as "revived",
        count(distinct (session_id, text, delivery_id))::int as deliveries
      from journal`,
    values: [],
  });
  expect(journal).toEqual({ mostInFlight: 1, withoutLock: 0, revived: 0, deliveries: all });
  expect(await deadlocks()).toBe(0);
}, 300_000);

describe('calls that go together', () => {
  let blocker: Client;
  beforeAll(async () => {
    blocker = new Client({ connectionString: url });
    await blocker.connect();
  });
  afterAll(() => blocker.end());

  test('leave out the session that somebody holds: the others are answered, and it is once it is free', async () => {
    const [room] = rooms;
    const held = await Promise.all([0, 1, 2].map(() => room!.session()));
    const all = (call: (session: HeldSession) => Promise<unknown>): Promise<unknown>[] => held.map(call);
    const kinds = [
      ({ sessionId }: HeldSession) => room!.queue.enqueueMemoryInject({ sessionId, text: 'a' }),
      ({ sessionId, lockToken }: HeldSession) => room!.queue.claimPendingInjectForSession(sessionId, { lockToken }),
      ({ sessionId, lockToken }: HeldSession) =>
        room!.queue.refreshLockAndClaimInject(sessionId, { lockToken, ttlMs: 60_000 }),
    ];
    for (const kind of kinds) {
      await blocker.query('begin');
      await blocker.query('select from sessions where id = $1 for update', [held[1]!.sessionId]);
      const [first, late, last] = all(kind);
      // These would wait for the commit below.
      await Promise.all([first, last]);
      await blocker.query('commit');
      expect(await late).toMatchObject(
        kind === kinds[0] ? { text: 'a' } : { outcome: 'inject', inject: { text: 'a' } },
      );
    }
    expect(await deadlocks()).toBe(0);
  }, 30_000);

  test('lock blocks in the order in which forgetting does, so neither ends the other', async () => {
    const [room] = rooms;
    const held = await Promise.all([0, 1].map(() => room!.session()));
    // The ids of blocks are in the order of time; that of the sessions is the other one.
    const inOrder = held.toSorted((a, b) => (a.sessionId < b.sessionId ? 1 : -1));
    for (const { sessionId } of inOrder) await room!.enqueueAll(sessionId, ['a']);
    const lock = ({ sessionId }: HeldSession): Promise<unknown> =>
      blocker.query('select from session_memory_injects where session_id = $1 for update', [sessionId]);
    await blocker.query('begin');
    await lock(inOrder[0]!);
    const claims = held.map(({ sessionId, lockToken }) =>
      room!.queue.claimPendingInjectForSession(sessionId, { lockToken }),
    );
    await expect.poll(waitingForLocks).toBe(1);
    await lock(inOrder[1]!);
    await blocker.query('commit');
    expect(await Promise.all(claims)).toMatchObject([{ outcome: 'inject' }, { outcome: 'inject' }]);
    expect(await deadlocks()).toBe(0);
  });
});

/** How many statements wait for a lock. */
async function waitingForLocks(): Promise<unknown> {
  const text = `select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  const [row] = await replicas[1]!.operator.query({ text, values: [] });
  return row?.['n'];
}

test('a claim whose connection is killed halfway leaves nothing; the next one delivers', async () => {
  const [room] = rooms;
  const { sessionId, lockToken } = await room!.session();
  await room!.enqueueAll(sessionId, ['a']);
  const blocker = new Client({ connectionString: url });
  await blocker.connect();
  // The claim waits for its session's row, which somebody else holds, and dies there.
  await blocker.query('begin');
  await blocker.query('select 1 from sessions where id = $1 for update', [sessionId]);
  const dying = room!.queue.claimPendingInjectForSession(sessionId, { lockToken }).catch((error: unknown) => error);
  let killed = 0;
  while (killed === 0) {
    // Not on the blocker: inside its transaction the view stands still.
    const rows = await replicas[1]!.operator.query({
      text: `select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and query like '%session_memory_injects%'`,
      values: [],
    });
    killed = rows.length;
  }
  expect(await dying).toMatchObject({ code: 'database-unavailable' });
  await blocker.query('commit');
  await blocker.end();
  expect(await room!.statuses(sessionId)).toEqual({ a: 'pending' });
  const claim = await room!.queue.claimPendingInjectForSession(sessionId, { lockToken });
  expect(claim).toMatchObject({ outcome: 'inject', inject: { text: 'a', attempts: 1 } });
});

test('an enqueue that meets a compaction lands in one of the two epochs and is delivered once', async () => {
  const [room] = rooms;
  const { sessionId, lockToken } = await room!.session();
  const compact = {
    text: 'update sessions set epoch = epoch + 1 where org_id = $1 and id = $2',
    values: ['org_123', sessionId],
  };
  for (let round = 0; round < 30; round += 1) {
    const text = `block ${round}`;
    const twice = rooms.map((each) => each.queue.enqueueMemoryInject({ sessionId, text }));
    await Promise.all([...twice, room!.tenant.query(compact)]);
    const deliveries: string[] = [];
    for (let claim = await next(); claim !== null; claim = await next()) {
      deliveries.push(claim.text);
      await room!.queue.ackMemoryInject(sessionId, claim.deliveryId);
    }
    expect(deliveries).toEqual([text]);
  }
  async function next(): Promise<DeliveredInject | null> {
    const claim = await room!.queue.claimPendingInjectForSession(sessionId, { lockToken });
    return claim.outcome === 'inject' ? claim.inject : null;
  }
});
