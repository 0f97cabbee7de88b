import type { OrgMemory } from '@inkling/engine';
import { openPglite } from '@inkling/engine/pglite';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { daemonApp, type DaemonApp } from './daemon-app.ts';

const SECRET = 'The vault key is rotated by the night watch.';
const NEWER = 'The vault key is rotated by a machine.';
const AUTHOR = { projectId: 'api', agentId: 'secretbot' };

let app: DaemonApp | undefined;
let org: OrgMemory;
let twin: string;
let harmless: string;
const ask = async (call: string, body: object, role: 'member' | 'admin' | 'machine' = 'member') =>
  (await app!.ask(call, { role, body })) as { status: number; body: Record<string, unknown> };

beforeEach(async () => {
  await app?.memory.close();
  app = await daemonApp(await openPglite());
  org = app.memory.org('local');
  const closed = { ...AUTHOR, classification: 'restricted' } as const;
  twin = (await org.observations.remember({ content: SECRET, ...closed })).id;
  harmless = (await org.observations.remember({ content: 'A harmless heading.', ...AUTHOR })).id;
});
afterAll(() => app?.memory.close());

describe('a statement with the words of one that its writer may not read', () => {
  test('replaces nothing by that one, and says nothing of it', async () => {
    const known = await ask(`post /v1/observations/${harmless}/supersede`, { content: SECRET });
    expect(known).toMatchObject({ status: 200, body: { created: true, outcome: 'superseded', status: 'active' } });
    expect(known.body['id']).not.toBe(twin);
    const got = await app!.ask(`get /v1/observations/${String(known.body['id'])}`, { role: 'member' });
    expect(got).toMatchObject({ status: 200, body: { content: SECRET, agentId: 'test:member' } });
    expect(await org.observations.get(harmless)).toMatchObject({ supersededBy: known.body['id'] });
  });

  test('brings it back neither from its correction nor from its end', async () => {
    const { id: newer } = await org.observations.supersede(twin, NEWER);
    const known = await ask(`post /v1/observations/${harmless}/supersede`, { content: SECRET });
    expect([known.status, known.body['id'] === twin]).toEqual([200, false]);
    expect(await org.observations.get(twin)).toMatchObject({ supersededBy: newer });

    const content = 'The old vault was in the cellar.';
    const ended = { content, ...AUTHOR, classification: 'restricted', validTo: '2020-01-01T00:00:00.000Z' } as const;
    const { id } = await org.observations.remember(ended);
    const answer = await ask('post /v1/observations', { content, ...AUTHOR }, 'admin');
    expect(answer).toMatchObject({ status: 200, body: { created: true, status: 'active' } });
    expect([answer.body['id'] === id, answer.body['revived']]).toEqual([false, undefined]);
    expect((await org.observations.get(id))?.validTo).toBe(ended.validTo);
  });

  test('is answered as a new one by whatever writes it', async () => {
    const statement = { content: SECRET, ...AUTHOR };
    const one = await ask('post /v1/observations', statement, 'admin');
    const many = await ask('post /v1/observations/batch', { observations: [statement] }, 'admin');
    const captured = await ask('post /v1/captures', statement, 'admin');
    for (const result of [one.body, (many.body['results'] as Record<string, unknown>[])[0], captured.body]) {
      expect(result).toMatchObject({ created: true, status: 'active' });
      expect(result?.['id']).not.toBe(twin);
    }
    const rows = await ask('post /v1/observations/import', { rows: [statement] }, 'admin');
    expect(rows.body).toMatchObject({ imported: 1, duplicates: 0 });
    expect(await org.observations.count({ projectId: 'api' })).toBe(2);
  });

  test('is the same to those who may read it', async () => {
    const statement = { content: SECRET, ...AUTHOR };
    expect(await ask('post /v1/observations', statement, 'machine')).toMatchObject({
      body: { id: twin, created: false },
    });
    const known = await ask(`post /v1/observations/${harmless}/supersede`, { content: SECRET }, 'machine');
    expect(known.body).toMatchObject({ id: twin, created: false, outcome: 'superseded' });
  });
});
