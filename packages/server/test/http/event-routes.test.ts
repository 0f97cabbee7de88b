import { setTimeout } from 'node:timers/promises';
import type { Activity, InjectionResult } from '@inkling/engine';
import type { ClaimedSession } from '@inkling/engine/types';
import { beforeAll, expect, test, vi } from 'vitest';
import { describeOnEachDatabase } from '../../../engine/test/setup/describe-on-each-database.ts';
import { slowClock } from '../../../engine/test/slow-clock.ts';
import { unasked } from './asked-in.ts';
import { daemonApp, type DaemonApp, type TestAnswer } from './daemon-app.ts';

const AUTH = 'Auth middleware: a request without the session header is a guest, never read user.id before that check.';
const OTHERS = ['The checkout button is green.', 'Prices are integers, in cents.', 'Logs rotate daily.'];
const ttlMs = 60_000;

describeOnEachDatabase('the route of tool calls', (open, kind) => {
  let app: DaemonApp;
  let id: string;
  let sessions = 0;
  beforeAll(async () => {
    // Every one of 50 events can be over a tool call's 100 ms on a machine that is eight times as slow, and no test here is about time.
    app = await daemonApp(await open(), { clock: slowClock });
    const body = { content: AUTH, projectId: 'api', metadata: { paths: ['src/auth/middleware.ts'] } };
    id = (await app.ask<{ id: string }>('post /v1/observations', { body })).body.id;
    const observations = OTHERS.map((content) => ({ content, projectId: 'api' }));
    await app.ask('post /v1/observations/batch', { body: { observations } });
    await app.ask('post /v1/warm', { body: { projectId: 'api' } });
  });

  async function working(projectId = 'api'): Promise<{ sessionId: string; lockToken: string }> {
    const sessionId = `ses-${(sessions += 1)}`;
    await app.ask('post /v1/sessions', { body: { id: sessionId, projectId, agentId: 'dev' } });
    const claim = { body: { workerId: 'w', ttlMs } };
    const { body } = await app.ask<ClaimedSession>(`post /v1/sessions/${sessionId}/claim`, claim);
    return { sessionId, lockToken: body.lockToken };
  }

  const event = (sessionId: string, changes: object = {}): object => ({
    type: 'post-tool-use',
    sessionId,
    agentId: 'dev',
    projectId: 'api',
    toolName: 'Edit',
    toolInput: { file_path: '/repo/src/auth/middleware.ts', old_string: 'session header of a guest request' },
    emittedAt: Date.now(),
    ...changes,
  });

  const report = (body: object, org = 'local'): Promise<TestAnswer<InjectionResult>> =>
    app.ask<InjectionResult>('post /v1/events', { body, org, role: 'agent' });

  /** The budget holds on a busy machine too; then the same event is asked again, as an agent's next call would. */
  async function injected(body: object): Promise<InjectionResult> {
    for (let attempt = 0; attempt < 50; attempt += 1) {
      const { body: result } = await report(body);
      if (result.outcome !== 'budget-exceeded') return result;
    }
    throw new Error('every one of 50 events was over its budget');
  }

  /** The first heartbeat that carries a block. */
  async function carriedBy(sessionId: string, lockToken: string): Promise<unknown> {
    for (let heartbeat = 0; heartbeat < 200; heartbeat += 1) {
      const { body } = await app.ask(`post /v1/sessions/${sessionId}/beat`, { body: { lockToken, ttlMs } });
      if (body['outcome'] === 'inject') return body;
    }
    throw new Error('none of 200 heartbeats carried a block');
  }

  test('what matters for a tool call is answered at once, comes with the next heartbeat, and comes once', async () => {
    const { sessionId, lockToken } = await working();
    const result = await injected(event(sessionId));
    expect(result.observationIds).toEqual([id]);
    // queued: on a busy machine the queue's answer came after the 100 ms; the block is on its way all the same.
    expect(['injected', 'queued']).toContain(result.outcome);
    const carried = await carriedBy(sessionId, lockToken);
    expect(carried).toMatchObject({ inject: { source: 'in-session', observationIds: [id] } });
    expect(await injected(event(sessionId))).toMatchObject({ outcome: 'no-match' });
    const listed = await app.ask<{ rows: unknown[] }>(`get /v1/sessions/${sessionId}/injects`);
    expect(listed.body.rows).toHaveLength(1);
  });

  test('what the start of the session brought is not brought again', async () => {
    const { sessionId } = await working();
    const body = { text: `- [${id}] ${AUTH}`, observationIds: [id], source: 'session-start' };
    await app.ask(`post /v1/sessions/${sessionId}/injects`, { body });
    expect(await injected(event(sessionId))).toMatchObject({ outcome: 'no-match' });
  });

  test('[S3-002] [S3-004] a call that succeeded tells about its session, as context activities; one that failed does not', async () => {
    const { sessionId } = await working();
    const failed = { toolName: 'Write', toolInput: { file_path: 'src/failed.ts' }, succeeded: false };
    const before = { toolName: 'Write', toolInput: { file_path: 'src/before.ts' }, type: 'pre-tool-use' };
    for (const changes of [failed, before, {}]) await injected(event(sessionId, changes));
    const file = '/repo/src/auth/middleware.ts';
    const told = async () => (await app.ask<{ rows: unknown[] }>(`get /v1/sessions/${sessionId}/activities`)).body.rows;
    await expect.poll(told, { timeout: 20_000 }).not.toEqual([]);
    const rows = await told();
    expect(rows).toContainEqual(
      expect.objectContaining({ type: 'context', body: { key: 'lastEditedFile', value: file } }),
    );
    expect(JSON.stringify(rows)).not.toMatch(/failed|before/);
    const { body } = await app.ask(`get /v1/sessions/${sessionId}/facets`);
    expect(body['rows']).toContainEqual(expect.objectContaining({ key: 'currentFile', value: file }));
    expect(app.failures).toEqual([]);
  });

  test('tool calls are written in their order, and a session that ends has all of them', async () => {
    const { sessionId, lockToken } = await working();
    const run = { toolName: 'Bash', toolInput: { command: 'npm test' } };
    // As a busy store may: what comes first is written slowly.
    const { activities } = app.memory.org('local');
    const { append } = activities;
    const slow = vi.spyOn(activities, 'append').mockImplementationOnce(async (...given) => {
      await setTimeout(300);
      return append(...given);
    });
    for (let n = 0; n < 10; n += 1) {
      await report(event(sessionId, n % 2 === 0 ? { ...run, succeeded: false, output: 'FAIL src/a.test.ts' } : run));
    }
    await app.ask(`post /v1/sessions/${sessionId}/complete`, { body: { lockToken } });
    slow.mockRestore();
    const { body } = await app.ask<{ rows: Activity[] }>(`get /v1/sessions/${sessionId}/activities`);
    const runs = body.rows.filter(({ type, body: { key } }) => type === 'error' || key === 'lastTestRun');
    expect(runs.map(({ type }) => type)).toEqual(Array.from({ length: 10 }, (_, n) => (n % 2 ? 'context' : 'error')));
    const ended = async (): Promise<unknown> => (await app.ask(`get /v1/sessions/${sessionId}/outcome`)).body;
    await expect.poll(ended, { timeout: 20_000 }).toMatchObject({ outcome: 'accepted', source: 'check' });
  });

  test('a project that pushes nothing matches and pushes nothing', async () => {
    const project = 'patch /v1/config/project?projectId=quiet';
    await app.ask(project, { body: { runtimeInjectEnabled: false } });
    const { sessionId } = await working('quiet');
    const quiet = event(sessionId, { projectId: 'quiet', memoryScope: 'org' });
    expect(await injected(quiet)).toMatchObject({ outcome: 'disabled', reason: 'delivery-off' });
    const listed = await app.ask(`get /v1/sessions/${sessionId}/injects`);
    expect(listed.body).toMatchObject({ rows: [] });
  });

  test.each([
    ['an unknown session', 'nobody', 'local'],
    ["another organisation's session", 'ses-1', 'stranger'],
  ])('%s is skipped', async (_what, sessionId, org) => {
    let result: InjectionResult;
    do result = (await report(event(sessionId), org)).body;
    while (result.outcome === 'budget-exceeded');
    expect(result).toMatchObject({ outcome: 'skipped', reason: 'not-running' });
  });

  test("an event that names another project than its session's brings nothing, and tells nothing about the session", async () => {
    const { sessionId } = await working();
    let result: InjectionResult;
    do result = (await report(event(sessionId, { projectId: 'elsewhere' }))).body;
    while (result.outcome === 'budget-exceeded');
    expect(result).toMatchObject({ outcome: 'skipped', reason: 'other-project', observationIds: [] });
  });

  test('10,000 paths and a moment in the future are taken as they are', async () => {
    const { sessionId } = await working();
    const files = Array.from({ length: 10_000 }, (_, n) => ({ path: `src/generated/file-${n}.ts` }));
    const toolInput = { file_path: 'src/auth/middleware.ts', files };
    const far = event(sessionId, { toolInput, emittedAt: Date.now() + 86_400_000 });
    expect((await injected(far)).outcome).toMatch(/^(injected|queued|no-match)$/);
  });

  test.each([
    ['another type', { type: 'tool-use' }],
    ['no session', { sessionId: '' }],
    ['a tool that is no text', { toolName: 7 }],
    ['a moment that is no number', { emittedAt: 'now' }],
    ['another scope', { memoryScope: 'world' }],
    ['an organisation of its own', { orgId: 'stranger' }],
  ])('%s is refused', async (_what, changes) => {
    const answer = await report(event('ses-1', changes));
    expect(answer).toMatchObject({ status: 400, body: { error: { code: 'invalid-input' } } });
  });

  test('a tool input over the limit is refused', async () => {
    const answer = await report(event('ses-1', { toolInput: { content: 'x'.repeat(2 ** 20) } }));
    expect(answer).toMatchObject({ status: 413, body: { error: { code: 'request-too-large' } } });
  });

  test(`every operation was asked on ${kind}, and its answer fits the document`, () => {
    expect(unasked('event-routes', app)).toEqual([]);
  });
});
