import { InklingError } from '@inkling/engine';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase } from '../../../engine/test/setup/open-test-database.ts';
import { problemOfError } from '../../src/http/app.ts';
import { daemonApp, type DaemonApp } from './daemon-app.ts';

const strangers = (): Promise<never> => Promise.reject(new InklingError('unauthorized', 'No.'));

let closed: DaemonApp;
let open: DaemonApp;
beforeAll(async () => {
  closed = await daemonApp(await openTestDatabase('pglite'), { access: strangers, isOnNetwork: true });
  open = await daemonApp(await openTestDatabase('pglite'));
});
afterAll(async () => {
  await closed.memory.close();
  await open.memory.close();
});

test.each(['/v1/observations/import', '/v1/hooks/claude-code', '/v1/recall', '/mcp'])(
  'nothing of a stranger’s body is read at %s',
  async (path) => {
    let pulled = 0;
    const body = new ReadableStream(
      {
        pull(controller) {
          pulled += 1;
          controller.enqueue(new Uint8Array(65_536));
          if (pulled === 200) controller.close();
        },
      },
      { highWaterMark: 0 },
    );
    const init = { method: 'POST', body, duplex: 'half', headers: { 'content-type': 'application/json' } };
    const response = await closed.send(path, init as RequestInit);
    expect([response.status, pulled]).toEqual([401, 0]);
  },
);

test('figures are for callers where strangers reach the daemon, and health is for everybody', async () => {
  expect((await closed.send('/metrics')).status).toBe(401);
  expect((await closed.send('/healthz')).status).toBe(200);
  expect((await open.send('/metrics')).status).toBe(200);
});

test('a probe from the network may address the daemon by any name, and nothing else may', async () => {
  const headers = { host: '10.0.0.7:47554' };
  expect((await closed.send('/healthz', { headers })).status).toBe(200);
  expect((await closed.send('/readyz', { headers })).status).toBe(200);
  expect((await closed.send('/openapi.json', { headers })).status).toBe(403);
  expect((await open.send('/healthz', { headers })).status).toBe(403);
});

test.each([
  ['post /v1/graph/search', { queryText: 'ledger', paths: ['a\0b', '\0'] }],
  ['post /v1/graph/neighbourhood', { projectId: 'api', paths: ['a\0b'] }],
  ['post /v1/graph/files/remove', { projectId: 'api', paths: ['a\0b'] }],
  ['post /v1/recall', { queryText: 'ledger', projectId: 'api', paths: ['a\0b'] }],
  ['get /v1/observations?path=a%00b', undefined],
])('a path that no database holds is no failure: %s', async (call, body) => {
  const { status, body: answer } = await open.ask(call, { role: 'admin', body });
  expect([status, status < 500 ? null : answer]).toEqual([status, null]);
});

test.each([-1, 2 ** 31])('a version that no database holds is refused: %s', async (extractorVersion) => {
  const file = { path: 'a.ts', contentHash: 'h', nodeIds: [], facts: {}, extractorVersion };
  const { status } = await open.ask('put /v1/graph/files', {
    role: 'admin',
    body: { projectId: 'api', files: [file] },
  });
  expect(status).toBe(400);
  const graph = open.memory.org('local').graph;
  await expect(graph.files.set('api', [file])).rejects.toMatchObject({ code: 'invalid-input' });
});

test.each([
  'get /v1/observations?kind=a%00b',
  'get /v1/sessions/a%00b',
  'get /v1/observations?agentId=%00',
  'get /v1/sessions?text=%00',
  'get /v1/projects?after=%00',
])('U+0000 in a name is refused, not answered by the database: %s', async (call) => {
  expect(await open.ask(call)).toMatchObject({ status: 400, body: { error: { code: 'invalid-input' } } });
});

test.each(['[', '{"a":'])(
  'a body that is ten thousand of %s deep is refused at every door that takes one',
  async (open_) => {
    const close = open_ === '[' ? ']' : '}';
    const deep = `${open_.repeat(10_000)}1${close.repeat(10_000)}`;
    const headers = { 'content-type': 'application/json' };
    for (const path of ['/v1/hooks/claude-code', '/v1/observations', '/v1/recall']) {
      const body = `{"session_id":"s","hook_event_name":"PostToolUse","content":"x","queryText":"x","tool_input":${deep}}`;
      const response = await open.send(path, { method: 'POST', headers, body });
      expect([path, response.status, await response.json()]).toMatchObject([
        path,
        400,
        { error: { code: 'invalid-input' } },
      ]);
    }
  },
);

test('what the database says of itself stays in the log', () => {
  const driver = 'duplicate key value violates unique constraint "observations_pkey"';
  const details = { sqlstate: '23505', detail: 'Key (id)=(secret) already exists.', table: 'observations' };
  const refused = problemOfError(new InklingError('database-failed', driver, { details }), 'r');
  expect(refused.error).toMatchObject({ code: 'database-failed', details: { sqlstate: '23505' } });
  expect(JSON.stringify(refused)).not.toMatch(/observations|secret|unique/);
  const away = new InklingError('database-unavailable', 'connect ECONNREFUSED 10.0.0.7:5432', { hint: 'Look.' });
  expect(problemOfError(away, 'r').error).toMatchObject({ hint: 'Look.', details: {} });
  expect(JSON.stringify(problemOfError(away, 'r'))).not.toContain('10.0.0.7');
});
