import { beforeAll, expect, test } from 'vitest';
import { describeOnOneDatabase } from '../../../engine/test/setup/describe-on-each-database.ts';
import { daemonApp, unasked, type DaemonApp } from './daemon-app.ts';

const RULE = 'Always use pnpm instead of npm for installing packages in every workspace.';

describeOnOneDatabase('the routes of capture', (open, kind) => {
  let app: DaemonApp;
  beforeAll(async () => {
    app = await daemonApp(await open());
  });

  test('what an agent learned is remembered once, also in nearly the same words', async () => {
    const first = await app.ask<{ id: string }>('post /v1/captures', { body: { content: RULE, projectId: 'api' } });
    expect(first.body).toMatchObject({ created: true });
    const body = { content: `No, ${RULE.toLowerCase()}`, projectId: 'api', agentId: 'other' };
    const again = await app.ask('post /v1/captures', { body, role: 'agent' });
    expect(again).toMatchObject({ status: 200, body: { id: first.body.id, created: false } });
  });

  test('lines of a block are refused', async () => {
    const answer = await app.ask('post /v1/captures', { body: { content: '## Relevant Past Observations' } });
    expect(answer).toMatchObject({ status: 400, body: { error: { code: 'invalid-input' } } });
  });

  test('a failure that is reported, an edit and a pass are captured with the session, which is done once', async () => {
    await app.ask('post /v1/sessions', {
      body: { id: 's', projectId: 'api', agentId: 'dev', workItem: { title: 'Auth session' } },
    });
    await app.ask('post /v1/sessions/s/claim', { body: { workerId: 'w', ttlMs: 60_000 } });
    const call = (toolName: string, toolInput: object, end: object = {}): object => ({
      type: 'post-tool-use',
      sessionId: 's',
      agentId: 'dev',
      projectId: 'api',
      toolName,
      toolInput,
      emittedAt: 0,
      ...end,
    });
    const output = 'FAIL src/auth.test.ts\nTypeError: session is undefined';
    const bash = { command: 'npm test' };
    const events = [
      call('Bash', bash, { succeeded: false, output }),
      call('Edit', { file_path: 'a.ts' }),
      call('Bash', bash),
    ];
    for (const [index, body] of events.entries()) {
      await app.ask('post /v1/events', { body });
      // Activities are written behind the answer; the next call comes when its agent has read it.
      const told = async (): Promise<number> => (await app.memory.org('local').activities.list('s')).rows.length;
      await expect.poll(told, { timeout: 20_000 }).toBeGreaterThan(index);
    }
    const captured = async (): Promise<unknown> => (await app.ask('post /v1/sessions/s/capture')).body;
    await expect.poll(captured, { timeout: 20_000 }).toMatchObject({ known: 1 });
    const { rows } = await app.memory.org('local').observations.list({ sessionId: 's' });
    expect(rows.map(({ kind }) => kind).toSorted((a, b) => a.localeCompare(b))).toEqual(['error']);
    expect(await app.ask('post /v1/sessions/nobody/capture')).toMatchObject({ status: 404 });
  });

  test(`every operation was asked on ${kind}, and its answer fits the document`, () => {
    expect(unasked(/\/captures?$/, app)).toEqual([]);
  });
});
