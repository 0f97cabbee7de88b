import { expect, test } from 'vitest';
import { settled } from '../../../../test/in-session-fixtures.ts';
import { createManualClock } from '../../../../test/manual-clock.ts';
import { recalledRow, storeOf, uuid } from '../../../../test/session-start-fixtures.ts';
import { shortIdOf } from '../../../base/text/short-id.ts';
import type { RecallRequest } from '../../../recall/memory-store.ts';
import type { SubscribedSession } from './admit-event.ts';
import {
  type FileOfCall,
  createMemoryInjectionSubscriber,
  type MemoryInjectionSubscriberOptions,
  type SubscriberInject,
  type ProviderHookEvent,
} from './memory-injection-subscriber.ts';
import { createVerbBus } from './verb-bus.ts';

const hook = (changes: Partial<ProviderHookEvent> = {}): ProviderHookEvent => ({
  type: 'pre-tool-use',
  sessionId: 'ses_abc',
  orgId: 'org_123',
  projectId: 'proj_xyz',
  agentId: 'agent_dev',
  toolName: 'Edit',
  toolInput: { file_path: 'src/auth.ts', old_string: 'a' },
  toolUseId: 'toolu_1',
  emittedAt: Date.UTC(2026, 10, 22),
  ...changes,
});

const WORKING: SubscribedSession = { status: 'working', agentId: 'agent_dev', projectId: 'proj_xyz', epoch: 2 };

function subscriberOf(changes: Partial<MemoryInjectionSubscriberOptions> = {}) {
  const enqueued: SubscriberInject[] = [];
  const asked: RecallRequest[] = [];
  const errors: unknown[] = [];
  const subscriber = createMemoryInjectionSubscriber({
    store: storeOf([recalledRow(1)], asked),
    clock: createManualClock(),
    session: () => Promise.resolve(WORKING),
    runtimeInjectEnabled: () => Promise.resolve(true),
    enqueue: (inject) => Promise.resolve(enqueued.push(inject)),
    onError: (error) => errors.push(error),
    ...changes,
  });
  return { subscriber, enqueued, asked, errors };
}

test('a hook event becomes a verb event, and its block is enqueued [S1-006]', async () => {
  const { subscriber, enqueued, asked } = subscriberOf();
  const { outcome } = await subscriber.handleHookEvent(hook());
  expect(outcome).toBe('injected');
  expect(asked).toMatchObject([{ queryText: 'src/auth.ts', agentId: 'agent_dev' }]);
  expect(enqueued).toEqual([
    {
      orgId: 'org_123',
      projectId: 'proj_xyz',
      sessionId: 'ses_abc',
      agentId: 'agent_dev',
      epoch: 2,
      text: expect.stringContaining(`[${shortIdOf(uuid(1))}] 2026-11-20 note 1`),
      observationIds: [uuid(1)],
      tool: 'Edit',
      callId: 'toolu_1',
    },
  ]);
});

test('a block that the session has already is neither logged nor told as injected', async () => {
  const logged: unknown[] = [];
  const answers = [null, {}];
  const { subscriber } = subscriberOf({
    store: storeOf([recalledRow(1), recalledRow(2)]),
    config: { maxSuggestionsPerEvent: 1 },
    enqueue: () => Promise.resolve(answers.shift()),
    recordInjection: async (log) => logged.push(log.observationIds),
  });
  expect(await subscriber.handleHookEvent(hook())).toMatchObject({ outcome: 'no-match', observationIds: [] });
  expect(await subscriber.handleHookEvent(hook())).toMatchObject({ outcome: 'injected', observationIds: [uuid(2)] });
  await settled();
  expect(logged).toEqual([[uuid(2)]]);
});

test('both hooks of a tool call come over the bus; one that is none of them is told [S1-005]', async () => {
  const { subscriber, enqueued, errors } = subscriberOf({ prefetch: true });
  const bus = createVerbBus<ProviderHookEvent>();
  const { unsubscribe } = subscriber.subscribeToHookBus(bus);
  bus.publish(hook());
  await settled();
  expect(enqueued).toEqual([]);
  bus.publish(hook({ type: 'post-tool-use' }));
  bus.publish(hook({ type: 'session-start' as never }));
  await settled();
  expect(enqueued).toHaveLength(1);
  expect(errors).toMatchObject([{ code: 'invalid-input', details: { field: 'type' } }]);
  unsubscribe();
  bus.publish(hook({ sessionId: 'ses_other', type: 'post-tool-use' }));
  await settled();
  expect(enqueued).toHaveLength(1);
});

test("the session's own project decides whether anything is pushed [S1-008, S1-009]", async () => {
  const { subscriber, enqueued, asked } = subscriberOf({
    session: () => Promise.resolve({ ...WORKING, projectId: 'proj_quiet' }),
    runtimeInjectEnabled: (_orgId, projectId) => Promise.resolve(projectId !== 'proj_quiet'),
  });
  const quiet = hook({ projectId: 'proj_quiet' });
  expect(await subscriber.handleHookEvent(quiet)).toMatchObject({ outcome: 'disabled', reason: 'delivery-off' });
  expect(asked).toHaveLength(1);
  expect(enqueued).toEqual([]);
});

test.each<[string, SubscribedSession | null]>([
  ['waits for a worker', { ...WORKING, status: 'queued' }],
  ['has ended', { ...WORKING, status: 'completed' }],
  ['runs no agent', { ...WORKING, agentId: null }],
  ['is unknown', null],
])('a session that %s is skipped [S1-010]', async (_title, session) => {
  const { subscriber, asked } = subscriberOf({ session: () => Promise.resolve(session) });
  expect(await subscriber.handleHookEvent(hook())).toMatchObject({ outcome: 'skipped', reason: 'not-running' });
  expect(asked).toEqual([]);
});

test.each([
  ['another project', 'proj_other', 'proj_xyz'],
  ['a project, of a session without one', 'proj_xyz', null],
])('an event of %s brings nothing of it, also when it was looked up before', async (_title, projectId, own) => {
  const session = () => Promise.resolve({ ...WORKING, projectId: own });
  const now = subscriberOf({ session });
  const foreign = { outcome: 'skipped', reason: 'other-project', observationIds: [] };
  expect(await now.subscriber.handleHookEvent(hook({ projectId }))).toMatchObject(foreign);
  expect(now.asked).toEqual([]);
  const before = subscriberOf({ session, prefetch: true });
  await before.subscriber.handleHookEvent(hook({ projectId }));
  const end = hook({ projectId, type: 'post-tool-use' });
  expect(await before.subscriber.handleHookEvent(end)).toMatchObject(foreign);
  expect([...now.enqueued, ...before.enqueued]).toEqual([]);
});

test('what was looked up for another project is not handed over at the end of the same call', async () => {
  const store = {
    recall: async ({ projectId }: RecallRequest) =>
      storeOf(projectId === 'proj_other' ? [recalledRow(1)] : []).recall({} as never),
  };
  const { subscriber, enqueued } = subscriberOf({ prefetch: true, store });
  await subscriber.handleHookEvent(hook({ projectId: 'proj_other' }));
  const end = hook({ type: 'post-tool-use' });
  expect(await subscriber.handleHookEvent(end)).toMatchObject({ outcome: 'no-match' });
  expect(enqueued).toEqual([]);
});

test('an event without a project is asked for what belongs to none', async () => {
  const { projectId: _left, ...without } = hook();
  const { subscriber, asked } = subscriberOf();
  expect((await subscriber.handleHookEvent(without)).outcome).toBe('injected');
  expect(asked[0]?.projectId ?? null).toBe(null);
});

test('a queue that refuses: nothing is kept for a turn that nobody drains, and the next event tries again', async () => {
  let refuses = true;
  const enqueue = () => (refuses ? Promise.reject(new Error('no connection')) : Promise.resolve({}));
  const { subscriber } = subscriberOf({ enqueue });
  expect(await subscriber.handleHookEvent(hook())).toMatchObject({ outcome: 'skipped', reason: 'delivery-failed' });
  refuses = false;
  expect((await subscriber.handleHookEvent(hook())).outcome).toBe('injected');
  expect(subscriber.injector.drainPendingForNextTurn('ses_abc')).toEqual([]);
});

const edits = (path: string): FileOfCall => ({ path, isEdit: true });
const shows = (path: string | null): FileOfCall => ({ path, isEdit: false });

test.each<[string, file: FileOfCall, toolInput: object, expected: object]>([
  ['names no file', edits('src/auth.ts'), { patchText: '…' }, { paths: ['src/auth.ts'], statedOf: ['src/auth.ts'] }],
  ['names it', edits('auth.ts'), { path: 'src/auth.ts' }, { paths: ['src/auth.ts'], statedOf: ['src/auth.ts'] }],
  ['names it in a command', shows('src/auth.ts'), { command: 'cat src/auth.ts' }, { paths: ['src/auth.ts'] }],
  ['changes none', shows(null), { path: 'src/auth.ts' }, { paths: ['src/auth.ts'] }],
])('a call whose input %s is about the file that it changes or shows', async (_what, file, toolInput, expected) => {
  const subject = (): Promise<string> => Promise.resolve('Expired tokens are accepted');
  const { subscriber, asked } = subscriberOf({ subject, fileOf: () => file });
  await subscriber.handleHookEvent(hook({ toolName: 'edit_tool', toolInput }));
  const [{ paths, statedOf } = {}] = asked;
  expect({ paths, ...(statedOf === undefined ? {} : { statedOf }) }).toEqual(expected);
});

test('a file outside of the project that only a command names is none', async () => {
  const currentPaths = (): Promise<string[]> => Promise.resolve(['src/auth.ts']);
  const { subscriber, asked } = subscriberOf({ currentPaths, fileOf: () => shows('/var/log/out.log') });
  await subscriber.handleHookEvent(hook({ toolInput: { command: 'tail /var/log/out.log' }, pathOf: (path) => path }));
  expect(asked[0]?.paths).toEqual(['src/auth.ts']);
});

test.each([{ toolName: undefined }, { toolName: 7 }, { toolUseId: '' }])(
  'the error for %o names the field as the hook event does',
  async (wrong) => {
    const { subscriber } = subscriberOf();
    const [field] = Object.keys(wrong);
    await expect(subscriber.handleHookEvent(hook(wrong as never))).rejects.toMatchObject({
      code: 'invalid-input',
      details: { field },
    });
  },
);
