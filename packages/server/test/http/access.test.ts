import { createMemory, type Memory, systemClock } from '@inkling/engine';
import type { CreatedApiKey } from '@inkling/engine/types';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestDatabase } from '../../../engine/test/setup/open-test-database.ts';
import type { Access } from '../../src/http/caller.ts';
import { createInspectorAccess } from '../../src/state/inspector-access.ts';
import { createCodeAccess, createEitherAccess, createKeyAccess, createTokenAccess } from '../../src/http/access.ts';

const TOKEN = 'a token of the data directory';
const unauthorized = { code: 'unauthorized' };

let memory: Memory;
let key: CreatedApiKey;
let now = 0;
const inspector = createInspectorAccess(TOKEN, systemClock);
let access: Access;
beforeAll(async () => {
  memory = await createMemory({ database: await openTestDatabase('pglite') });
  key = await memory.org('acme').apiKeys.create({ role: 'worker', name: 'build', createdBy: 'local' });
  const keys = createKeyAccess(memory, { ...systemClock, monotonic: () => now });
  access = createEitherAccess(keys, createCodeAccess(inspector), createTokenAccess(TOKEN, inspector));
});
afterAll(() => memory.close());

const ask = (secret: string | null, orgId: string | null = null, isLocal = true): ReturnType<Access> =>
  access({ secret, orgId, isLocal });

describe('the token', () => {
  test('is the operator of this machine, for the organisation that is named', async () => {
    expect(await ask(TOKEN)).toEqual({ orgId: 'local', role: 'operator', actor: 'local', ownsMachine: true });
    expect(await ask(TOKEN, 'acme')).toMatchObject({ orgId: 'acme' });
  });

  test('is nothing from another machine, and nothing else is the token', async () => {
    await expect(ask(TOKEN, null, false)).rejects.toMatchObject(unauthorized);
    for (const secret of [null, '', `${TOKEN}x`, 'ink.x']) {
      await expect(ask(secret)).rejects.toMatchObject(unauthorized);
    }
  });
});

describe('a code and a pass of the inspector', () => {
  test('are the operator’s of one organisation, the code for the exchange only', async () => {
    const code = await ask(inspector.issueCode('acme').secret);
    expect(code).toMatchObject({ orgId: 'acme', role: 'operator', operations: new Set(['openInspector']) });
    const pass = inspector.createPass('acme').secret;
    expect(await ask(pass)).toEqual({ orgId: 'acme', role: 'operator', actor: 'inspector', ownsMachine: true });
    await expect(ask(pass, 'other')).rejects.toMatchObject({ code: 'forbidden' });
  });

  test('are nothing from another machine, and a code that comes from there is not used up', async () => {
    const { secret } = inspector.issueCode('acme');
    await expect(ask(secret, null, false)).rejects.toMatchObject(unauthorized);
    await expect(ask(inspector.createPass('acme').secret, null, false)).rejects.toMatchObject(unauthorized);
    expect(await ask(secret)).toMatchObject({ orgId: 'acme' });
  });
});

describe('a key', () => {
  test('is refused with a code when the database hangs', async () => {
    const apiKeys = { verify: () => new Promise<null>(() => undefined) };
    const hung = { org: () => ({ apiKeys }) } as unknown as Memory;
    const waits: number[] = [];
    const schedule = (callback: () => void, ms: number): (() => void) => {
      waits.push(ms);
      callback();
      return () => undefined;
    };
    const asked = createKeyAccess(hung, { ...systemClock, schedule })({
      secret: key.text,
      orgId: null,
      isLocal: true,
    });
    await expect(asked).rejects.toMatchObject({ code: 'database-unavailable' });
    expect(waits).toEqual([2000]);
  });

  test('is its role in its organisation, from anywhere', async () => {
    const caller = { orgId: 'acme', role: 'worker', actor: `key:${key.id}` };
    expect(await ask(key.text, null, false)).toEqual(caller);
    expect(await ask(key.text, 'acme', false)).toEqual(caller);
    await expect(ask(key.text, 'other')).rejects.toMatchObject({ code: 'forbidden' });
  });

  test('with another secret, or moved to another organisation, is none', async () => {
    const [prefix, , id, secret = ''] = key.text.split('.');
    const other = [prefix, Buffer.from('other').toString('base64url'), id, secret].join('.');
    const guessed = key.text.replace(secret, 'A'.repeat(secret.length));
    for (const text of [other, guessed]) await expect(ask(text)).rejects.toMatchObject(unauthorized);
  });

  test('that was revoked elsewhere is refused after ten seconds', async () => {
    await ask(key.text);
    expect(await memory.org('acme').apiKeys.revoke(key.id)).toBe(true);
    now += 10_001;
    await expect(ask(key.text)).rejects.toMatchObject(unauthorized);
  });
});
