import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestDatabase } from '../../../engine/test/setup/open-test-database.ts';
import { ROLES } from '../../src/contract/endpoint.ts';
import { routes } from '../../src/http/routes/routes.ts';
import { daemonApp, type DaemonApp } from './daemon-app.ts';

interface Refusal {
  readonly error: {
    readonly code: string;
    readonly message: string;
    readonly hint: string;
    readonly requestId: string;
  };
}

let app: DaemonApp;
beforeAll(async () => {
  app = await daemonApp(await openTestDatabase('pglite'));
});
afterAll(() => app.memory.close());

/** Sends a text as it is. */
async function post(path: string, text: string, headers: Record<string, string> = {}): Promise<[number, Refusal]> {
  const response = await app.send(path, {
    method: 'POST',
    body: text,
    headers: { authorization: 'Bearer operator', 'content-type': 'application/json', ...headers },
  });
  return [response.status, (await response.json()) as Refusal];
}

describe('bad input', () => {
  test('what is not JSON, or not said to be', async () => {
    expect(await post('/v1/recall', '{"queryText":')).toMatchObject([400, { error: { code: 'invalid-input' } }]);
    expect(await post('/v1/recall', '{}', { 'content-type': 'text/plain' })).toMatchObject([
      400,
      { error: { message: expect.stringContaining('not declared as JSON') } },
    ]);
  });

  test('what is compressed, or is not UTF-8, and would be stored as something else', async () => {
    const content = '{"content":"Die Straße heißt jetzt anders.","projectId":"utf8"}';
    const headers = { authorization: 'Bearer operator', 'content-type': 'application/json' };
    const sent = (body: string | Buffer<ArrayBuffer>, more: object = {}): Promise<Response> =>
      app.send('/v1/observations', { method: 'POST', body, headers: { ...headers, ...more } });
    for (const [body, more, words] of [
      [Buffer.from(content, 'latin1'), {}, 'not UTF-8'],
      [gzipSync(content), { 'content-encoding': 'gzip' }, 'content-encoding'],
    ] as const) {
      const answer = await sent(body, more);
      expect([answer.status, await answer.json()]).toMatchObject([
        400,
        { error: { code: 'invalid-input', message: expect.stringContaining(words) } },
      ]);
    }
    const initialize = Buffer.from('{"jsonrpc":"2.0","id":1,"method":"ping","params":{"ß":1}}', 'latin1');
    expect((await app.send('/mcp', { method: 'POST', body: initialize, headers })).status).toBe(400);
    expect((await sent(content, { 'content-encoding': 'identity' })).status).toBe(200);
  });

  test('of several forms of a body, the closest is spoken of, and else what there is to choose from', async () => {
    const told = async (body: object): Promise<unknown> => {
      const answer = await app.ask<Refusal>('post /v1/observations/forget', { body });
      return [answer.status, answer.body.error.message];
    };
    const choice = 'The request is wrong at the body: Invalid input: expected one of id, sessionId, projectId, all.';
    expect(await told({})).toEqual([400, choice]);
    expect(await told({ sesionId: 'x' })).toEqual([
      400,
      'The request is wrong at the body: Unrecognized key: "sesionId".',
    ]);
    const closest = 'The request is wrong at sessionId in the body: Invalid input: expected string, received number.';
    expect(await told({ sessionId: 5 })).toEqual([400, closest]);
    expect(await told({ id: 'abc', projectId: 'x' })).toMatchObject([400, expect.stringContaining('id')]);
  });

  test('a question without a word', async () => {
    const { status, body } = await app.ask<Refusal>('post /v1/recall', { body: { queryText: '' } });
    expect(status).toBe(400);
    expect(body.error).toMatchObject({ code: 'invalid-input', hint: expect.stringContaining('Say') });
  });

  test('wrong types, unknown fields and missing ones are named, their values are not repeated', async () => {
    const secret = 'a-secret-that-was-put-in-the-wrong-field';
    const body = { queryText: 7, limit: secret, surprise: true };
    const { status, body: problem } = await app.ask<Refusal>('post /v1/recall', { body });
    expect(status).toBe(400);
    expect(problem.error).toMatchObject({
      code: 'invalid-input',
      details: {
        issues: expect.arrayContaining([
          expect.objectContaining({ field: 'queryText' }),
          expect.objectContaining({ field: 'limit' }),
        ]) as unknown,
      },
    });
    expect(JSON.stringify(problem)).not.toContain(secret);
    expect(JSON.stringify(app.logged)).not.toContain(secret);
  });

  test.each([
    'get /v1/observations?limit=0',
    'get /v1/observations?limit=1&limit=2',
    'get /v1/observations?status=gone',
    'get /v1/observations?cursor=nonsense',
    'get /v1/observations?unknown=1',
    'get /v1/observations/not-an-id',
  ])('%s is refused', async (call) => {
    expect(await app.ask(call)).toMatchObject({ status: 400, body: { error: { code: 'invalid-input' } } });
  });

  test('a mistyped id of a memory is refused in plain words, with where ids are found', async () => {
    const feedback = { observationId: 'zzz', sessionId: null, verdict: 'helpful', projectId: null, agentId: 'cli' };
    const calls = [
      app.ask<Refusal>('get /v1/observations/zzz'),
      app.ask<Refusal>('post /v1/feedback', { body: feedback }),
    ];
    for (const { status, body } of await Promise.all(calls)) {
      expect([status, body.error.code]).toEqual([400, 'invalid-input']);
      expect(body.error.message).toContain('not the id of a memory');
      expect(body.error.hint).toContain('`inkling recall`');
    }
  });

  test('an unknown path, and a known path with another method', async () => {
    const refusal = {
      status: 404,
      body: { error: { code: 'route-not-found', hint: expect.any(String) as unknown } },
    };
    expect(await app.ask('get /v1/nothing')).toMatchObject(refusal);
    expect(await app.ask('delete /v1/recall')).toMatchObject(refusal);
  });

  test('a body that is too long, with its length declared or not', async () => {
    const text = JSON.stringify({ queryText: 'x'.repeat(2 ** 20) });
    const refusal = [413, { error: { code: 'request-too-large', details: { maxBodyBytes: 2 ** 20 } } }];
    expect(await post('/v1/recall', text)).toMatchObject(refusal);
    expect(await post('/v1/recall', text, { 'content-length': String(text.length) })).toMatchObject(refusal);
  });

  test('content over 8 KiB', async () => {
    const { status, body } = await app.ask('post /v1/observations', { body: { content: 'x'.repeat(8193) } });
    expect([status, body]).toMatchObject([413, { error: { code: 'observation-too-large' } }]);
  });
});

describe('who may call', () => {
  test.each(routes.map(({ endpoint }) => endpoint))('$id answers only to its roles', async (endpoint) => {
    const path = endpoint.path.replaceAll(/\{\w+\}/g, '0197c0de-1111-7222-8333-944455566677');
    for (const role of ROLES) {
      const { status } = await app.ask(`${endpoint.method} ${path}`, { role, org: 'roles', body: endpoint.body && {} });
      const may = role === 'operator' || endpoint.roles.includes(role);
      expect([role, status === 403]).toEqual([role, !may]);
    }
  });

  test('a role that may not is told which may', async () => {
    const asked = { role: 'member', body: { kg_enabled: true } } as const;
    const { body } = await app.ask('patch /v1/config/plan', asked);
    const told = { hint: 'Use a key with one of the roles operator.', details: { roles: ['operator'] } };
    expect(body).toMatchObject({ error: told });
    const roles = ['member', 'admin', 'worker', 'operator'];
    expect((await app.ask('get /v1/hooks', { role: 'agent' })).body).toMatchObject({
      error: { hint: `Use a key with one of the roles ${roles.join(', ')}.`, details: { roles } },
    });
  });

  test('a name that leads here from elsewhere (DNS rebinding), and a page of elsewhere (CSRF)', async () => {
    const forbidden = { status: 403, body: { error: { code: 'forbidden' } } };
    for (const host of ['attacker.example', 'localhost.attacker.example', '127.0.0.1.nip.io:80', '']) {
      expect(await app.ask('get /v1/observations', { headers: { host } })).toMatchObject(forbidden);
    }
    for (const origin of ['https://attacker.example', 'null', 'http://localhost:1']) {
      expect(await app.ask('get /v1/observations', { headers: { host: 'localhost:2', origin } })).toMatchObject(
        forbidden,
      );
    }
    const own = { host: '127.0.0.1:4646', origin: 'http://127.0.0.1:4646' };
    expect(await app.ask('get /v1/observations', { headers: own })).toMatchObject({ status: 200 });
    expect(await app.ask('get /v1/observations', { headers: { host: '[::1]:4646' } })).toMatchObject({ status: 200 });
  });
});

describe('what is logged', () => {
  test('one line a request with its id, and nothing that was said', async () => {
    const said = 'the merger with Contoso is off';
    app.logged.length = 0;
    const { headers } = await app.ask('post /v1/observations', { body: { content: said } });
    await app.ask('post /v1/recall', { body: { queryText: said } });
    await app.send(`/v1/${encodeURIComponent(said)}?q=${encodeURIComponent(said)}`);
    expect(app.logged.map(({ operation, status }) => [operation, status])).toEqual([
      ['remember', 200],
      ['recall', 200],
      ['unmatched', 404],
    ]);
    expect(app.logged[0]).toMatchObject({ requestId: headers.get('x-request-id'), orgId: 'local', method: 'POST' });
    expect(JSON.stringify(app.logged)).not.toContain('Contoso');
  });

  test('a probe is counted and not logged, also while the daemon is not ready', async () => {
    const starting = await daemonApp(await openTestDatabase('pglite'), { readiness: async () => 'starting' });
    starting.logged.length = 0;
    expect((await starting.send('/readyz')).status).toBe(503);
    expect(starting.logged).toEqual([]);
    expect(await (await starting.send('/metrics')).text()).toContain('{operation="readyz",status="503"} 1');
    await starting.memory.close();
  });

  test('a failure that nobody foresaw tells the client its id and the log the reason', async () => {
    const broken = await daemonApp(await openTestDatabase('pglite'), {
      access: () => Promise.reject(new TypeError('row "the merger" is not a key')),
    });
    const { status, body } = await broken.ask<Refusal>('get /v1/observations');
    expect([status, body.error.code]).toEqual([500, 'unexpected']);
    expect(JSON.stringify(body)).not.toContain('merger');
    expect(broken.failures).toHaveLength(1);
    await broken.memory.close();
  });
});

describe('what answers without a key', () => {
  test('health, readiness, metrics, the document', async () => {
    expect((await app.send('/healthz')).status).toBe(200);
    expect(await (await app.send('/readyz')).json()).toEqual({ status: 'ready' });
    const metrics = await (await app.send('/metrics')).text();
    expect(metrics).toMatch(/inkling_http_request_seconds_count\{operation="recall",status="400"\} \d+/);
    expect(metrics).toContain('inkling_process_resident_memory_bytes');
    expect(await (await app.send('/openapi.json')).json()).toMatchObject({ openapi: '3.1.0' });
  });
});
