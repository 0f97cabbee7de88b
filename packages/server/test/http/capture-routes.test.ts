import { beforeAll, expect, test } from 'vitest';
import { describeOnOneDatabase } from '../../../engine/test/setup/describe-on-each-database.ts';
import { unasked } from './asked-in.ts';
import { daemonApp, type DaemonApp } from './daemon-app.ts';

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

  test('a talk that changes the rule of an earlier one is linked to it, and the link undone', async () => {
    const rows = [
      ['early', '2026-01-01', 'User: The ledger queue retries nine times.'],
      [
        'late',
        '2026-02-01',
        'User: We change the rule of the ledger queue: from now on it retries ten times instead of nine.',
      ],
    ].map(([sessionId, day, content]) => ({
      ...{ content, sessionId, projectId: 'api', agentId: 'codex', kind: 'exchange' },
      ...{ createdAt: `${day}T00:00:00.000Z`, metadata: { exchange: { turn: 0 } } },
    }));
    expect(await app.ask('post /v1/observations/import', { body: { rows } })).toMatchObject({ body: { imported: 2 } });
    const ids = { sessionId: 'late', amendsSessionId: 'early' };
    const list = () => app.ask('get /v1/amendments?projectId=api', { role: 'member' });
    const linked = await app.ask('post /v1/amendments', { body: { sessionId: 'late', projectId: 'api' } });
    expect(linked).toMatchObject({ status: 200, body: { amendments: [{ ...ids, undoneAt: null }] } });
    expect(await list()).toMatchObject({ body: { amendments: [{ ...ids, undoneAt: null }] } });
    const undo = () => app.ask('post /v1/amendments/undo', { role: 'member', body: ids });
    expect([(await undo()).body, (await undo()).body]).toEqual([{ undone: true }, { undone: false }]);
    expect(await list()).toMatchObject({ body: { amendments: [{ ...ids, undoneAt: expect.any(String) }] } });
  });

  test(`every operation was asked on ${kind}, and its answer fits the document`, () => {
    expect(unasked('capture-routes', app)).toEqual([]);
  });
});
