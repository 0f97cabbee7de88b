import { createMemory, type Memory, systemClock } from '@inkling/engine';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestDatabase } from '../../../engine/test/setup/open-test-database.ts';
import { createInspectorAccess } from '../../src/state/inspector-access.ts';
import { createCodeAccess, createEitherAccess, createKeyAccess, createTokenAccess } from '../../src/http/access.ts';
import { unasked } from './asked-in.ts';
import { daemonApp, type DaemonApp, type TestAnswer } from './daemon-app.ts';

const TOKEN = 'the-token-of-the-data-directory';
const TEN_MINUTES_MS = 600_000;

interface Code {
  readonly code: string;
}

interface Pass {
  readonly secret: string;
  readonly orgId: string;
}

let app: DaemonApp;
let keys: Memory;
let now = Date.now();
beforeAll(async () => {
  const database = await openTestDatabase('pglite');
  const inspectorAccess = createInspectorAccess(TOKEN, { ...systemClock, now: () => now });
  keys = await createMemory({ database });
  const access = createEitherAccess(
    createKeyAccess(keys, systemClock),
    createCodeAccess(inspectorAccess),
    createTokenAccess(TOKEN, inspectorAccess),
  );
  app = await daemonApp(database, { access, inspectorAccess });
});
afterAll(() => app.memory.close());

/** Asks with a credential; `org` = what the header names, null = nothing. */
const as = <T>(secret: string, call: string, org: string | null = null): Promise<TestAnswer<T>> =>
  app.ask<T>(call, { headers: { authorization: `Bearer ${secret}` }, org });
const newCode = async (org = 'acme'): Promise<string> =>
  (await as<Code>(TOKEN, 'post /v1/inspector/codes', org)).body.code;
const enter = (code: string): Promise<TestAnswer<Pass>> => as<Pass>(code, 'post /v1/inspector/passes');

test('a code is exchanged for a pass of its organisation, which does what the operator does there', async () => {
  const { status, body } = await enter(await newCode());
  expect({ status, body }).toMatchObject({ status: 201, body: { orgId: 'acme' } });
  expect(body.secret).not.toContain(TOKEN);
  expect(await as(body.secret, 'get /v1/sessions')).toMatchObject({ status: 200 });
  expect(await as(body.secret, 'get /v1/config/plan', 'acme')).toMatchObject({ status: 200 });
  expect(await as(body.secret, 'get /v1/sessions', 'other')).toMatchObject({
    status: 403,
    body: { error: { code: 'forbidden' } },
  });
});

const refusal = (reason: string): object => ({
  status: 401,
  body: {
    error: {
      code: 'inspector-code-refused',
      hint: expect.stringContaining('inkling inspect'),
      details: { reason },
    },
  },
});

describe('a code is refused, with its code and a way out', () => {
  test('the second time', async () => {
    const code = await newCode();
    await enter(code);
    expect(await enter(code)).toMatchObject(refusal('used'));
  });

  test('after ten minutes', async () => {
    const code = await newCode();
    now += TEN_MINUTES_MS;
    expect(await enter(code)).toMatchObject(refusal('expired'));
  });

  test('when nobody made it', async () => {
    expect(await enter('once.x')).toMatchObject(refusal('unknown'));
  });

  test('for anything but the exchange, and is used up by that', async () => {
    const code = await newCode();
    expect(await as(code, 'get /v1/sessions')).toMatchObject({ status: 403, body: { error: { code: 'forbidden' } } });
    expect(await enter(code)).toMatchObject(refusal('used'));
  });
});

test('no policy of an organisation keeps out whoever has the machine', async () => {
  const forbid = { text: 'forbid (principal, action == Action::"manageKeys", resource);' };
  await app.ask('put /v1/policies/none', { headers: { authorization: `Bearer ${TOKEN}` }, org: 'acme', body: forbid });
  expect(await enter(await newCode())).toMatchObject({ status: 201 });
  await app.ask('delete /v1/policies/none', { headers: { authorization: `Bearer ${TOKEN}` }, org: 'acme' });
});

test('codes are made with the token of the machine, not with what came out of one, nor with a key', async () => {
  const { body: pass } = await enter(await newCode());
  const key = await keys.org('acme').apiKeys.create({ role: 'operator', name: 'x', createdBy: 'local' });
  for (const secret of [pass.secret, key.text]) {
    expect(await as(secret, 'post /v1/inspector/codes')).toMatchObject({
      status: 401,
      body: { error: { code: 'unauthorized' } },
    });
  }
  for (const secret of [TOKEN, pass.secret, key.text]) expect(await enter(secret)).toMatchObject(refusal('unknown'));
});

test('every operation was asked, and its answer fits the document', () => {
  expect(unasked('inspector-routes', app)).toEqual([]);
});
