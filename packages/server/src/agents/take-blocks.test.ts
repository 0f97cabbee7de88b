import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type DeliveredInject, type OrgMemory, systemClock } from '@inkling/engine';
import type { SubscriberInject } from '@inkling/engine/building-blocks';
import { wrapInjectionBlock } from '@inkling/engine/history';
import type { HeartbeatResult } from '@inkling/engine/types';
import { expect, test } from 'vitest';
import type { AgentSession, HookServicePorts } from './agent-session.ts';
import { AGENT_CLIENTS } from './clients/agent-clients.ts';
import type { HookEvent } from './clients/hook-event.ts';
import { createHintDesk, getReady, settleWritten, takeBlocks, type TakeLimits } from './take-blocks.ts';

type Status = 'pending' | 'delivered' | 'written' | 'acked';

/** A queue as the store keeps it: one in flight, which comes again until it is written or acknowledged. */
function queueOf(...texts: readonly string[]) {
  const rows = texts.map((text, n) => ({
    ...{ text, deliveryId: `d${n}`, source: 'api', epoch: 0, observationIds: [] },
    status: 'pending' as Status,
  }));
  const turn = (deliveryId: string, from: readonly Status[], to: Status): boolean => {
    const row = rows.find((one) => one.deliveryId === deliveryId && from.includes(one.status));
    if (row) row.status = to;
    return row !== undefined;
  };
  let heartbeats = 0;
  const memory = {
    refreshLockAndClaimInject: async (): Promise<HeartbeatResult> => {
      heartbeats += 1;
      if (state.isBroken) throw new Error('the store does not answer');
      const open = rows.filter(({ status }) => status === 'pending' || status === 'delivered');
      const row = open.find(({ status }) => status === 'delivered') ?? open[0];
      const heartbeat = { lockExpiresAt: '', acked: false };
      if (!row) return { outcome: 'nothing', ...heartbeat };
      row.status = 'delivered';
      return { outcome: 'inject', inject: row as unknown as DeliveredInject, ...heartbeat, hasMore: open.length > 1 };
    },
    ackMemoryInject: async (_id: string, deliveryId: string) => turn(deliveryId, ['delivered', 'written'], 'acked'),
    markInjectWritten: async (_id: string, deliveryId: string) => turn(deliveryId, ['delivered'], 'written'),
    returnMemoryInject: async (_id: string, deliveryId: string) => turn(deliveryId, ['written'], 'pending'),
    isInjectQueueIdle: () => state.isIdle,
    sessions: { startEpoch: async (_id: string, epoch: number) => ({ session: { epoch: epoch + 1 } }) },
    recordDeliveredInject: async (input: unknown) => recorded.push(input),
  } as unknown as OrgMemory;
  const state = { isIdle: false, now: 0, isBroken: false };
  const recorded: unknown[] = [];
  // Written by the next heartbeat: what runs behind the answers never comes here.
  const clock = { now: () => state.now, monotonic: () => state.now, schedule: () => () => undefined };
  const ports = {
    memory,
    clock,
    activities: { write: () => undefined },
    onError: (error: unknown) => {
      throw error;
    },
  } as unknown as HookServicePorts;
  const session = {
    id: 's',
    client: 'codex',
    epoch: 0,
    lockToken: 't',
    nonce: 'k3f9a1c0',
    handedOver: null,
    written: new Map(),
    heartbeatAt: null,
    ready: [],
    hints: [],
    open: [],
    history: null,
    startBlock: 'settled',
    turn: Promise.resolve(),
  } as unknown as AgentSession;
  const take = (limits: Partial<TakeLimits> = {}): ReturnType<typeof takeBlocks> =>
    takeBlocks(ports, session, { event: prompt, maxBlocks: 4, maxCharacters: 10_000, isWanted: () => true, ...limits });
  const settle = (event: HookEvent): Promise<void> => settleWritten(ports, session, event);
  const ahead = (): Promise<void> => {
    getReady(ports, session, prompt);
    return session.turn.then(() => undefined);
  };
  return { take, settle, ahead, rows, session, state, recorded, heartbeats: () => heartbeats };
}

const prompt = { kind: 'prompt', sessionId: 's', text: 'Go on' } as unknown as HookEvent;
const afterTool = { ...prompt, kind: 'post-tool' } as unknown as HookEvent;

const taken = (...texts: readonly string[]) => ({
  outcome: 'taken',
  blocks: texts.map((text) => wrapInjectionBlock(text, { nonce: 'k3f9a1c0', turn: 1 })),
  deliveryIds: expect.any(Array) as string[],
});

/** An event whose time ends while its client's transcript is read. */
function slowReading() {
  let isRead = false;
  const evidence = {
    kind: 'transcript',
    get file() {
      isRead = true;
      return '/nowhere/transcript.jsonl';
    },
  };
  return { event: { ...prompt, evidence } as unknown as HookEvent, isWanted: () => !isRead };
}

test('a block whose event ran out of time while it was handed over comes with the next one', async () => {
  const { take, session } = queueOf('a');
  expect(await take(slowReading())).toEqual(taken());
  expect(session.written.size).toBe(0);
  expect(await take()).toEqual(taken('a'));
});

test('so does what an event found for itself, also beside a block that is at hand', async () => {
  const { take, ahead, session, state, recorded } = queueOf('start');
  await ahead();
  state.isIdle = true;
  session.hints.push(hint('s'));
  expect(await take(slowReading())).toEqual(taken());
  expect([session.ready.length, session.hints.length, session.written.size, recorded.length]).toEqual([1, 1, 0, 0]);
  expect(await take()).toEqual(taken('start', 'hint'));
});

test('beside a block that is at hand comes what waits behind it, up to what the event carries', async () => {
  const { take } = queueOf('a', 'b', 'c');
  expect(await take({ isWanted: () => false })).toEqual(taken());
  expect(await take({ maxBlocks: 2 })).toEqual(taken('a', 'b'));
  expect(await take()).toEqual(taken('c'));
});

test('what is at hand survives a store that does not answer, and a tool call does not ask it', async () => {
  const { take, state, heartbeats } = queueOf('a', 'b');
  await take({ isWanted: () => false, maxBlocks: 1 });
  state.isBroken = true;
  await expect(take()).rejects.toThrow('does not answer');
  const asked = heartbeats();
  expect(await take({ event: afterTool, maxBlocks: 2 })).toEqual(taken('a'));
  expect(heartbeats()).toBe(asked);
});

test('a start block that no event carries, or that was dropped, is waited for no longer', async () => {
  const { take, session, rows } = queueOf('x'.repeat(500), 'b');
  rows[0]!.source = 'session-start';
  session.startBlock = 'waiting';
  expect(await take({ maxCharacters: 240 })).toEqual(taken('b'));
  expect(session.startBlock).toBe('settled');
  session.startBlock = 'waiting';
  expect(await take()).toEqual(taken());
  expect(session.startBlock).toBe('settled');
});

test('what is taken ahead of an event is no longer than its client takes', async () => {
  const { take, ahead, session, rows } = queueOf('x'.repeat(AGENT_CLIENTS.codex.maxContextCharacters), 'b');
  await ahead();
  expect(session.ready.map(({ inject }) => inject.deliveryId)).toEqual(['d1']);
  expect(rows[0]!.status).toBe('acked');
  expect(await take()).toEqual(taken('b'));
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

test.each([1, 2, 3])('an answer that is given up after %d looks loses nothing and doubles nothing', async (looks) => {
  const { take } = queueOf('a', 'b', 'c');
  let left = looks;
  expect(await take({ isWanted: () => (left -= 1) > 0 })).toEqual(taken());
  const given: string[] = [];
  for (let more = 0; more < 3; more += 1) {
    const end = await take();
    given.push(...(end.outcome === 'taken' ? end.blocks : []));
  }
  expect(given).toEqual(taken('a', 'b', 'c').blocks);
});

test('a block that does not fit beside the others waits for the next event, one that fits nowhere is given up', async () => {
  const { take } = queueOf('a'.repeat(60), 'b'.repeat(60), 'x'.repeat(500), 'c');
  const maxCharacters = 240;
  expect(await take({ maxCharacters })).toEqual(taken('a'.repeat(60)));
  expect(await take({ maxCharacters })).toEqual(taken('b'.repeat(60), 'c'));
});

test('nobody looks for more behind the last block, nor where nothing is known to wait, but for a heartbeat a minute', async () => {
  const { take, state, heartbeats } = queueOf('a');
  state.isIdle = true;
  expect(await take()).toEqual(taken('a'));
  expect(heartbeats()).toBe(1);
  state.now = 59_999;
  expect(await take()).toEqual(taken());
  expect(heartbeats()).toBe(1);
  state.now = 60_000;
  expect(await take()).toEqual(taken());
  expect(heartbeats()).toBe(2);
  state.isIdle = false;
  await take();
  expect(heartbeats()).toBe(3);
});

test('what an event found for itself is handed over when nothing else is left to take, and written down behind it', async () => {
  const { take, session, state, recorded, heartbeats } = queueOf();
  const hint = { sessionId: 's', agentId: 'a', text: 'hint', observationIds: ['o'] } as unknown as SubscriberInject;
  state.isIdle = true;
  expect(await take()).toEqual(taken());
  session.hints.push(hint);
  // Nobody waits for the answer, or it does not fit.
  expect(await take({ isWanted: () => false })).toEqual(taken());
  expect(await take({ maxCharacters: 20 })).toEqual(taken());
  expect(recorded).toEqual([]);
  expect(await take()).toEqual(taken('hint'));
  expect([session.hints.length, heartbeats()]).toEqual([0, 1]);
  const row = { sessionId: 's', text: 'hint', observationIds: ['o'], source: 'in-session' };
  expect(recorded).toEqual([expect.objectContaining(row)]);
});

test('beside the block of a start that is at hand comes what the call found for itself, where the client takes both', async () => {
  for (const [maxBlocks, blocks] of [
    [2, ['start', 'hint']],
    [1, ['start']],
  ] as const) {
    const { take, ahead, session, heartbeats } = queueOf('start');
    session.startBlock = 'waiting';
    await ahead();
    session.hints.push(hint('s'));
    expect(await take({ event: afterTool, maxBlocks })).toMatchObject(taken(...blocks));
    expect([session.hints.length, heartbeats()]).toEqual([2 - blocks.length, 1]);
  }
});

test('a plugin says what it has: what it neither saw in a request nor holds comes with the next event, under the same delivery', async () => {
  const { take, settle, rows } = queueOf('a', 'b', 'c');
  const told = (received: string[], held: string[]): HookEvent => ({
    ...prompt,
    evidence: { kind: 'plugin', received, held },
  });
  expect(await take({ event: told([], []) })).toEqual({ ...taken('a', 'b', 'c'), deliveryIds: ['d0', 'd1', 'd2'] });
  await settle(told(['d0'], ['d1']));
  expect(rows.map(({ status }) => status)).toEqual(['acked', 'written', 'pending']);
  expect(await take({ event: told(['d0'], ['d1']) })).toEqual({ ...taken('c'), deliveryIds: ['d2'] });
  await settle(told(['d0', 'd1', 'd2'], []));
  expect(rows.map(({ status }) => status)).toEqual(['acked', 'acked', 'acked']);
});

test('a compaction that only the transcript shows begins a new epoch, of a client that shows it there', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'transcripts-'));
  const file = path.join(folder, 's.jsonl');
  const event = { ...prompt, evidence: { kind: 'transcript', file } } as HookEvent;
  const { take, settle, session } = queueOf('a');
  const { blocks } = (await take({ event })) as { readonly blocks: readonly string[] };
  const messages = [{ content: 'context' }, { content: 'summary' }];
  const lines = [{ type: 'user', content: blocks }, { $set: { messages } }];
  writeFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  await settle(event);
  expect(session).toMatchObject({ epoch: 0, startBlock: 'settled' });
  Object.assign(session, { client: 'gemini-cli' });
  await settle(event);
  expect(session).toMatchObject({ epoch: 1, startBlock: 'wanted' });
  await settle(event);
  expect(session.epoch).toBe(1);
  rmSync(folder, { recursive: true });
});

test('where nothing tells what became of a block its answer counts', async () => {
  const { take, settle, session } = queueOf('a');
  await take();
  expect(session.written.size).toBe(0);
  await settle(prompt);
  expect(await take()).toEqual(taken());
});

const hint = (sessionId: string): SubscriberInject =>
  ({ sessionId, agentId: 'a', text: 'hint', observationIds: [] }) as unknown as SubscriberInject;

function parts() {
  const queued: unknown[] = [];
  const idle = new Set(['s']);
  const memory = {
    enqueueMemoryInject: async (input: unknown) => void queued.push(input),
    isInjectQueueIdle: (id: string) => idle.has(id),
  };
  const desk = createHintDesk(memory as never, { ...systemClock, now: () => 1000, monotonic: () => 5 });
  const session = { id: 's', heartbeatAt: 0, hints: [], ready: [] } as unknown as AgentSession;
  return { desk, queued, idle, session };
}

test('a hint goes into the answer of an event that is being answered, one at a time, when nothing waits', async () => {
  const { desk, queued, idle, session } = parts();
  desk.attend(session);
  await desk.enqueue(hint('s'));
  expect([session.hints, queued]).toEqual([[hint('s')], []]);
  await desk.enqueue(hint('s'));
  expect(queued).toHaveLength(1);
  // Something waits: only beside the block of a start that is at hand.
  idle.clear();
  Object.assign(session, { startBlock: 'waiting', hints: [] });
  await desk.enqueue(hint('s'));
  expect(queued).toHaveLength(2);
  Object.assign(session, { ready: [{ inject: { source: 'in-session' } }] });
  await desk.enqueue(hint('s'));
  expect(queued).toHaveLength(3);
  Object.assign(session, { ready: [{ inject: { source: 'session-start' } }] });
  await desk.enqueue(hint('s'));
  expect([session.hints.length, queued.length]).toEqual([1, 3]);
});

test('it goes into the queue, for ten minutes, when something may wait, for another session and when nobody is answered', async () => {
  const { desk, queued, idle, session } = parts();
  const leave = desk.attend(session);
  await desk.enqueue(hint('other'));
  idle.clear();
  await desk.enqueue(hint('s'));
  idle.add('s');
  leave();
  await desk.enqueue(hint('s'));
  expect(session.hints).toEqual([]);
  const expiresAt = new Date(601_000);
  expect(queued).toMatchObject([{ sessionId: 'other', source: 'in-session', expiresAt }, {}, { expiresAt }]);
});
