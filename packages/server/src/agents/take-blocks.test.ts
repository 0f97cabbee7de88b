import type { DeliveredInject, HeartbeatOptions, HeartbeatResult, OrgMemory, SubscriberInject } from '@inkling/engine';
import { wrapInjectionBlock } from '@inkling/engine/history';
import { expect, test } from 'vitest';
import type { AgentSession, RailPorts } from './agent-session.ts';
import { takeBlocks, type TakeLimits } from './take-blocks.ts';

/** A queue as the store keeps it: one in flight, which comes again until it is acknowledged. */
function queueOf(...texts: readonly string[]) {
  const waiting = texts.map((text, n) => ({ text, deliveryId: `d${n}`, source: 'api', epoch: 0, observationIds: [] }));
  const ack = (deliveryId: string | null | undefined): void => {
    if (waiting[0]?.deliveryId === deliveryId) waiting.shift();
  };
  let beats = 0;
  const memory = {
    refreshLockAndClaimInject: async (_id: string, { ackDeliveryId }: HeartbeatOptions): Promise<HeartbeatResult> => {
      beats += 1;
      ack(ackDeliveryId);
      const [inject] = waiting;
      const beat = { lockExpiresAt: '', acked: false };
      return inject
        ? { outcome: 'inject', inject: inject as unknown as DeliveredInject, ...beat, hasMore: waiting.length > 1 }
        : { outcome: 'nothing', ...beat };
    },
    ackMemoryInject: async (_id: string, deliveryId: string) => {
      ack(deliveryId);
      return { outcome: 'acked' };
    },
    isInjectQueueIdle: () => state.isIdle,
    recordDeliveredInject: async (input: unknown) => recorded.push(input),
  } as unknown as OrgMemory;
  const state = { isIdle: false, now: 0 };
  const recorded: unknown[] = [];
  // Acknowledged by the next beat: the test's time stands still.
  const clock = { monotonic: () => state.now, schedule: () => () => undefined };
  const ports = {
    memory,
    clock,
    activities: { write: () => undefined },
    onError: () => undefined,
  } as unknown as RailPorts;
  const session = {
    id: 's',
    epoch: 0,
    lockToken: 't',
    nonce: 'k3f9a1c0',
    handedOver: null,
    beatAt: null,
    kept: [],
    hints: [],
    turn: Promise.resolve(),
  } as unknown as AgentSession;
  const take = (limits: Partial<TakeLimits> = {}): ReturnType<typeof takeBlocks> =>
    takeBlocks(ports, session, { maxBlocks: 4, maxCharacters: 10_000, isWanted: () => true, ...limits });
  return { take, waiting, session, state, recorded, beats: () => beats };
}

const taken = (...texts: readonly string[]) => ({
  outcome: 'taken',
  blocks: texts.map((text) => wrapInjectionBlock(text, { nonce: 'k3f9a1c0', turn: 1 })),
});

test('all that waits comes at once, up to what one event carries', async () => {
  const { take } = queueOf('a', 'b', 'c');
  expect(await take({ maxBlocks: 2 })).toEqual(taken('a', 'b'));
  expect(await take()).toEqual(taken('c'));
  expect(await take()).toEqual(taken());
});

test('two events at once get each block once between them', async () => {
  const { take } = queueOf('a', 'b');
  const both = await Promise.all([take({ maxBlocks: 1 }), take({ maxBlocks: 1 })]);
  expect(both).toEqual([taken('a'), taken('b')]);
});

test.each([1, 2, 3, 4])(
  'an answer that is given up after %d looks loses nothing and doubles nothing',
  async (looks) => {
    const { take } = queueOf('a', 'b', 'c');
    let left = looks;
    expect(await take({ isWanted: () => (left -= 1) > 0 })).toEqual(taken());
    expect(await take()).toEqual(taken('a', 'b', 'c'));
  },
);

test('a block that does not fit beside the others waits for the next event, one that fits nowhere is given up', async () => {
  const { take } = queueOf('a'.repeat(60), 'b'.repeat(60), 'x'.repeat(500), 'c');
  const maxCharacters = 240;
  expect(await take({ maxCharacters })).toEqual(taken('a'.repeat(60)));
  expect(await take({ maxCharacters })).toEqual(taken('b'.repeat(60), 'c'));
});

test('nobody looks for more behind the last block, nor where nothing is known to wait, but for a beat a minute', async () => {
  const { take, state, beats } = queueOf('a');
  state.isIdle = true;
  expect(await take()).toEqual(taken('a'));
  expect(beats()).toBe(1);
  state.now = 59_999;
  expect(await take()).toEqual(taken());
  expect(beats()).toBe(1);
  state.now = 60_000;
  expect(await take()).toEqual(taken());
  expect(beats()).toBe(2);
  state.isIdle = false;
  await take();
  expect(beats()).toBe(3);
});

test('what an event found for itself is handed over past a queue that is known to be empty, and written down behind it', async () => {
  const { take, session, state, recorded, beats } = queueOf();
  const hint = { sessionId: 's', agentId: 'a', text: 'hint', observationIds: ['o'] } as unknown as SubscriberInject;
  session.hints.push(hint);
  // Nothing is known before the first beat: the hint is left for the queue.
  state.isIdle = true;
  expect(await take()).toEqual(taken());
  expect([session.hints.length, beats()]).toEqual([1, 1]);
  // Nobody waits for the answer, or it does not fit.
  expect(await take({ isWanted: () => false })).toEqual(taken());
  expect(await take({ maxCharacters: 20 })).toEqual(taken());
  expect(recorded).toEqual([]);
  expect(await take()).toEqual(taken('hint'));
  expect([session.hints.length, beats()]).toEqual([0, 1]);
  const row = { sessionId: 's', text: 'hint', observationIds: ['o'], source: 'in-session' };
  expect(recorded).toEqual([expect.objectContaining(row)]);
});
