import type { OrgMemory } from '@inkling/engine';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase } from '../../../engine/test/setup/open-test-database.ts';
import type { Role } from '../../src/contract/endpoint.ts';
import { unasked } from './asked-in.ts';
import { daemonApp, type DaemonApp } from './daemon-app.ts';

let app: DaemonApp;
let org: OrgMemory;

beforeAll(async () => {
  app = await daemonApp(await openTestDatabase('pglite'));
  org = app.memory.org('local');
});
afterAll(() => app.memory.close());

test('administrators start and stop an experiment, members see what it shows, programs neither', async () => {
  const start = { projectId: 'api', withhold: 0.5 };
  const asked = (role: Role) => app.ask('post /v1/experiments', { body: start, role });
  for (const role of ['worker', 'agent', 'member'] as const) expect(await asked(role)).toMatchObject({ status: 403 });
  expect(await asked('admin')).toMatchObject({ status: 200, body: { withhold: 0.5, startedBy: 'test:admin' } });
  expect(await asked('admin')).toMatchObject({ status: 409, body: { error: { code: 'experiment-running' } } });
  expect(await app.ask('get /v1/experiments?projectId=api', { role: 'member' })).toMatchObject({
    body: { experiments: [{ projectId: 'api', stoppedAt: null }] },
  });
  expect(await app.ask('get /v1/experiments/report?projectId=api', { role: 'agent' })).toMatchObject({ status: 403 });
  const report = await app.ask('get /v1/experiments/report?projectId=api', { role: 'member' });
  expect(report).toMatchObject({
    status: 200,
    body: { sessions: { with: 0, without: 0 }, conclusion: expect.stringContaining('too little to tell') },
  });
  const stop = (role: Role) => app.ask('post /v1/experiments/stop', { body: { projectId: 'api' }, role });
  expect(await stop('member')).toMatchObject({ status: 403 });
  expect(await stop('admin')).toMatchObject({ status: 200, body: { stoppedBy: 'test:admin' } });
  expect(await stop('admin')).toMatchObject({ status: 404, body: { error: { code: 'experiment-not-found' } } });
  const [last] = await org.config.changes({ subject: 'project:api' });
  expect(last).toMatchObject({ actor: 'test:admin', field: 'experiment', newValue: null });
});

test('a share that makes no sense is refused', async () => {
  for (const withhold of [0, 1, -0.1]) {
    const body = { projectId: 'api', withhold };
    expect(await app.ask('post /v1/experiments', { body, role: 'admin' })).toMatchObject({ status: 400 });
  }
});

test('[C-027] a hook session that is held out gets no block, and its log says what it would have been', async () => {
  const known = 'Invoice totals are rounded half to even, per currency, never with floats.';
  const { id } = await org.observations.remember({ content: known });
  await app.ask('post /v1/experiments', { body: { projectId: null, withhold: 0.5 }, role: 'admin' });
  const given = async (session_id: string): Promise<string> => {
    const send = (hook_event_name: string, fields: object) =>
      app.ask<{ hookSpecificOutput?: { additionalContext?: string } }>('post /v1/hooks/claude-code', {
        body: { session_id, hook_event_name, ...fields },
        role: 'machine',
      });
    await send('SessionStart', { source: 'startup' });
    const answer = await send('UserPromptSubmit', { prompt: `Fix: ${known}` });
    const later = await send('PostToolUse', { tool_name: 'TodoWrite', tool_input: {}, tool_use_id: 't' });
    return [answer, later].map(({ body }) => body.hookSpecificOutput?.additionalContext ?? '').join('');
  };
  const seen = new Set<boolean>();
  for (let index = 0; seen.size < 2; index += 1) {
    const session = `hooked-${index}`;
    const block = await given(session);
    const heldOut = (await org.sessions.get(session))?.experiment?.heldOut;
    await expect
      .poll(async () =>
        (await org.listContextInjections(session)).map(({ shown, observationIds }) => [shown, observationIds]),
      )
      .toEqual([[heldOut === false, [id]]]);
    if (heldOut) expect(block).toBe('');
    seen.add(heldOut === true);
  }
});

test('every operation was asked, and its answer fits the document', () => {
  expect(unasked('experiment-routes', app)).toEqual([]);
});
