import type { OrgMemory } from '@inkling/engine';
import { expect, test } from 'vitest';
import type { AgentSession, HookServicePorts } from './agent-session.ts';
import { answerEvent } from './answer-event.ts';
import type { HookEvent } from './clients/hook-event.ts';

type Outcome = Awaited<ReturnType<OrgMemory['injectContextForClaimedSession']>>['outcome'];

/** A session whose start blocks end as they are told to, one after the other; `begun` counts them. */
function sessionWith(...outcomes: (Outcome | Promise<Outcome>)[]) {
  let begun = 0;
  const titles: unknown[] = [];
  const memory = {
    orgId: 'local',
    warm: async () => undefined,
    sessions: {
      describe: async (_id: string, { workItem }: { workItem: { title: string } }) => titles.push(workItem.title),
    },
    injectContextForClaimedSession: async () => ({ outcome: await outcomes[begun++] }),
  } as unknown as OrgMemory;
  const settings = { start: { enabled: true }, inSession: {} };
  const ports = {
    memory,
    subscriber: { handleHookEvent: async () => ({ outcome: 'no-match' }) },
    clock: { now: () => 0, monotonic: () => 0 },
    settingsOf: async () => settings,
    onError: (error: unknown) => {
      throw error;
    },
  } as unknown as HookServicePorts;
  const session = {
    ...{ id: 's', client: 'codex', projectId: null, directory: null, nonce: 'k3f9a1c0', epoch: 0, settings },
    ...{ isDescribed: false, isTitled: false, isSwitchedOff: false, isCatchingUp: false, lastEditedFile: null },
    ...{ startBlock: 'wanted', starting: Promise.resolve(), turn: Promise.resolve() },
    ...{ open: [], ready: [], hints: [], dispatches: [], written: new Map() },
  } as unknown as AgentSession;
  const tell = (event: object) =>
    answerEvent(ports, session, { sessionId: 's', directory: null, ...event } as unknown as HookEvent, {});
  return {
    session,
    ports,
    titles,
    begun: () => begun,
    start: () => tell({ kind: 'session-start', source: 'startup' }),
    prompt: () => tell({ kind: 'prompt', text: 'Round the prices' }),
    beforeTool: () => tell({ kind: 'pre-tool', toolName: 'Read', toolInput: {}, callId: null }),
    afterTool: () => tell({ kind: 'post-tool', toolName: 'Read', toolInput: {}, callId: null, failure: null }),
    settled: () => session.starting,
  };
}

test('a session that is held out builds its start block once', async () => {
  const { prompt, beforeTool, settled, begun } = sessionWith('held-out');
  await prompt();
  for (let more = 0; more < 3; more += 1) await beforeTool();
  await prompt();
  await settled();
  expect(begun()).toBe(1);
});

test('a branch that brings no block is not asked again, until the first prompt says what the session is about', async () => {
  const { session, start, prompt, beforeTool, settled, begun } = sessionWith('empty', 'enqueued');
  session.isDescribed = true;
  await start();
  for (let more = 0; more < 3; more += 1) await beforeTool();
  await settled();
  expect(begun()).toBe(1);
  await prompt();
  expect([begun(), session.startBlock]).toEqual([2, 'waiting']);
});

test('the first prompt is the title also of a session whose branch has brought its block, and later ones are not', async () => {
  const { session, titles, start, prompt } = sessionWith('enqueued');
  session.isDescribed = true;
  await start();
  expect(session.startBlock).toBe('waiting');
  await prompt();
  await prompt();
  expect([titles, session.isTitled]).toEqual([['Round the prices'], true]);
});

test('a start block that is at hand does not wait for a look-up that takes all of the time', async () => {
  const { session, ports, afterTool } = sessionWith();
  Object.assign(session, { startBlock: 'waiting', ready: [{ inject: { source: 'session-start' } }] });
  const timers: (() => void)[] = [];
  const clock = {
    now: () => 0,
    monotonic: () => 0,
    schedule: (work: () => void) => (timers.push(work), () => undefined),
  };
  Object.assign(ports, { clock, subscriber: { handleHookEvent: () => new Promise(() => undefined) } });
  const answered = afterTool();
  await expect.poll(() => timers.length).toBe(1);
  timers[0]!();
  expect(await answered).toEqual({ kind: 'blocks' });
});

test('a start block that was late is tried again by one event at a time', async () => {
  let answer: (outcome: Outcome) => void = () => undefined;
  const busy = new Promise<Outcome>((resolve) => (answer = resolve));
  const { session, prompt, beforeTool, settled, begun } = sessionWith('deadline-exceeded', busy, 'enqueued');
  await prompt();
  for (let more = 0; more < 3; more += 1) await beforeTool();
  answer('deadline-exceeded');
  await settled();
  expect(begun()).toBe(2);
  await expect.poll(() => session.isCatchingUp).toBe(false);
  await beforeTool();
  await settled();
  expect([begun(), session.startBlock]).toEqual([3, 'waiting']);
});
