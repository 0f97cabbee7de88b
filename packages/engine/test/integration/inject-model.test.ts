import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import type { DeliveredInject } from '../../src/memory/injects/claim-statement.ts';
import {
  type ExpectedClaim,
  type InjectQueueModel,
  modelAck,
  modelHeartbeat,
  modelClaim,
  modelEnqueue,
} from '../oracles/inject-queue-model.ts';
import { describeOnEachDatabase } from '../setup/describe-on-each-database.ts';
import { injectRoom, type InjectRoom } from '../setup/inject-room.ts';
import { expireInject, expireLock, nextEpoch } from '../setup/session-rows.ts';

/** The real queue of one session, and what workers of the past remember: tokens and deliveries, newest last. */
interface Real {
  readonly room: InjectRoom;
  readonly sessionId: string;
  readonly tokens: string[];
  readonly deliveries: string[];
}
type Step = fc.AsyncCommand<InjectQueueModel, Real>;

/** A step that compares the whole table with the oracle's after it ran. */
function step(name: string, run: (model: InjectQueueModel, real: Real) => Promise<void>): Step {
  return {
    check: () => true,
    toString: () => name,
    async run(model, real) {
      await run(model, real);
      const rows = await real.room.queue.listMemoryInjects(real.sessionId, { limit: 1000 });
      const stored = rows.map((row) => [row.text, row.epoch, row.status, row.dropReason, row.deliveryId, row.attempts]);
      const expected = model.rows.map((row) => [
        row.text,
        row.epoch,
        row.status,
        row.reason,
        row.deliveryId,
        row.attempts,
      ]);
      expect(stored.toReversed()).toEqual(expected);
    },
  };
}

/** The newest for 0, else one of before; for a list without entries an id that nobody knows. */
const pick = (list: readonly string[], back: number): string =>
  list.at(-1 - (back % (list.length || 1))) ?? randomUUID();

function settle(
  real: Real,
  answer: { readonly outcome: string; readonly inject?: DeliveredInject },
  expected: ExpectedClaim,
): void {
  if (expected.lost) return expect(answer).toEqual({ outcome: 'lock-lost' });
  if (!expected.row) return expect(answer.outcome).toBe('nothing');
  // The fresh id is the queue's to choose; a redelivery's is not.
  const isFirst = expected.row.deliveryId === null;
  if (isFirst) expect(real.deliveries).not.toContain(answer.inject?.deliveryId);
  expected.row.deliveryId ??= answer.inject?.deliveryId ?? null;
  const { text, epoch, attempts, deliveryId } = expected.row;
  expect(answer).toMatchObject({ outcome: 'inject', inject: { text, epoch, attempts, deliveryId } });
  if (isFirst && deliveryId !== null) real.deliveries.push(deliveryId);
}

const enqueue = ([text, key]: [string, string | null]): Step =>
  step(`enqueue ${text} ${key}`, async (model, { room, sessionId }) => {
    const row = await room.queue.enqueueMemoryInject({ sessionId, text, supersedesKey: key });
    expect(row?.text).toBe(modelEnqueue(model, text, key) ? text : undefined);
  });

// A worker that dies between its claim and its ack leaves just this: a claim whose answer nobody acts on.
const claim = (back: number): Step =>
  step(`claim by worker -${back}`, async (model, real) => {
    const lockToken = pick(real.tokens, back);
    const answer = await real.room.queue.claimPendingInjectForSession(real.sessionId, { lockToken });
    settle(real, answer, modelClaim(model, lockToken));
  });

const heartbeat = ([back, acked]: [number, number | null]): Step =>
  step(`heartbeat of worker -${back}, ack of ${acked}`, async (model, real) => {
    const lockToken = pick(real.tokens, back);
    const ackDeliveryId = acked === null ? null : pick(real.deliveries, acked);
    const heartbeatOptions = { lockToken, ttlMs: 3_600_000, ackDeliveryId };
    const answer = await real.room.queue.refreshLockAndClaimInject(real.sessionId, heartbeatOptions);
    settle(real, answer, modelHeartbeat(model, lockToken, ackDeliveryId));
  });

const ack = (back: number): Step =>
  step(`ack of delivery -${back}`, async (model, real) => {
    const deliveryId = pick(real.deliveries, back);
    const { outcome } = await real.room.queue.ackMemoryInject(real.sessionId, deliveryId);
    expect(outcome).toBe(modelAck(model, deliveryId));
  });

const takeOver = (): Step =>
  step('take over', async (model, real) => {
    model.holder = (await real.room.takeOver(real.sessionId)).lockToken;
    model.ranOut = false;
    real.tokens.push(model.holder);
  });

const loseLock = (): Step =>
  step('the lock runs out', async (model, { room, sessionId }) => {
    await expireLock(room.tenant, sessionId);
    model.ranOut = true;
  });

const compact = (): Step =>
  step('compaction', async (model, { room, sessionId }) => {
    await nextEpoch(room.tenant, sessionId);
    model.epoch += 1;
  });

const expire = (text: string): Step =>
  step(`${text} expires`, async (model, { room, sessionId }) => {
    await expireInject(room.tenant, sessionId, text);
    const open = model.rows.filter((row) => row.text === text && row.status !== 'acked' && row.status !== 'dropped');
    for (const row of open) row.expired = true;
  });

const texts = fc.constantFrom('a', 'b', 'c', 'd');
const back = fc.constantFrom(0, 0, 0, 1, 2);
const STEPS = [
  fc.tuple(texts, fc.constantFrom(null, null, 'focal')).map(enqueue),
  fc.tuple(texts, fc.constant(null)).map(enqueue),
  back.map(claim),
  back.map(claim),
  fc.tuple(back, fc.option(back)).map(heartbeat),
  back.map(ack),
  back.map(ack),
  fc.constant(takeOver()),
  fc.constant(loseLock()),
  fc.constant(compact()),
  texts.map(expire),
];

describeOnEachDatabase('the durable inject queue beside its oracle', (open) => {
  let room: InjectRoom;
  beforeAll(async () => {
    room = injectRoom(await open(), 'org_123');
  });

  test('any order of enqueues, claims, heartbeats, acks, lost locks, compactions and expiries ends in the same table', async () => {
    await fc.assert(fc.asyncProperty(stepsOfSession, runSession), { numRuns: 50 });
  }, 300_000);

  test('so it does for each of twelve sessions whose calls go together', async () => {
    const sessions = fc.array(stepsOfSession, { minLength: 12, maxLength: 12 });
    const property = fc.asyncProperty(sessions, async (all) => {
      await Promise.all(all.map(runSession));
    });
    await fc.assert(property, { numRuns: 5, endOnFailure: true });
  }, 300_000);

  const stepsOfSession = fc.commands(STEPS, { maxCommands: 40, size: '+1' });

  async function runSession(steps: Iterable<Step>): Promise<void> {
    const { sessionId, lockToken } = await room.session();
    const setup = () => ({
      model: { epoch: 0, holder: lockToken, ranOut: false, rows: [] } as InjectQueueModel,
      real: { room, sessionId, tokens: [lockToken], deliveries: [] },
    });
    await fc.asyncModelRun(setup, steps);
  }
});
