import type { DeliveredInject, Session } from '@inkling/engine';
import type { ClaimedSession } from '@inkling/engine/types';
import { beforeAll, describe, expect, test } from 'vitest';
import { describeOnOneDatabase } from '../../../engine/test/setup/describe-on-each-database.ts';
import { unasked } from './asked-in.ts';
import { daemonApp, type DaemonApp } from './daemon-app.ts';

const NOBODY = '0197c0de-1111-7222-8333-944455566677';
const ttlMs = 60_000;

interface Beat {
  readonly outcome: string;
  readonly inject?: DeliveredInject;
  readonly acked?: boolean;
}

describeOnOneDatabase('the routes of sessions and injects', (open, kind) => {
  let app: DaemonApp;
  let sessions = 0;
  beforeAll(async () => {
    app = await daemonApp(await open());
  });

  async function created(fields: object = {}): Promise<string> {
    const id = `ses/${(sessions += 1)}`;
    await app.ask('post /v1/sessions', { body: { id, agentId: 'agent', ...fields } });
    return encodeURIComponent(id);
  }

  async function claimed(id: string): Promise<string> {
    const { body } = await app.ask<ClaimedSession>(`post /v1/sessions/${id}/claim`, {
      body: { workerId: 'w1', ttlMs },
      role: 'worker',
    });
    return body.lockToken;
  }

  describe('a session', () => {
    test('is created once, with its work item, read and listed', async () => {
      const workItem = { identifier: 'ENG-412', title: 'Login fails' };
      const body = { id: 'ses-a', projectId: 'api', agentId: 'dev', workType: 'bug_fix', workItem };
      expect(await app.ask('post /v1/sessions', { body })).toMatchObject({ body: { created: true } });
      expect(await app.ask('post /v1/sessions', { body })).toMatchObject({ body: { created: false } });
      expect(await app.ask('get /v1/sessions/ses-a')).toMatchObject({
        body: { id: 'ses-a', status: 'queued', workItem, epoch: 0 },
      });
      const listed = await app.ask('get /v1/sessions?projectId=api&status=queued&limit=1');
      expect(listed.body).toMatchObject({ rows: [{ id: 'ses-a' }], nextCursor: null });
    });

    test('is held by one worker, who proves itself by the token', async () => {
      const id = await created();
      const lockToken = await claimed(id);
      const second = await app.ask(`post /v1/sessions/${id}/claim`, { body: { workerId: 'w2' } });
      expect(second.body).toMatchObject({ outcome: 'held', session: { workerId: 'w1' } });
      const stranger = { body: { lockToken: NOBODY } };
      expect(await app.ask(`post /v1/sessions/${id}/release`, stranger)).toMatchObject({
        body: { outcome: 'lock-lost' },
      });
      expect(await app.ask(`post /v1/sessions/${id}/release`, { body: { lockToken } })).toMatchObject({
        body: { outcome: 'released', session: { status: 'queued' } },
      });
    });

    test('the one that waits longest is taken next, until none waits', async () => {
      const org = 'queue';
      for (const id of ['old', 'new']) await app.ask('post /v1/sessions', { org, body: { id } });
      const taken: (string | undefined)[] = [];
      for (let n = 0; n < 3; n += 1) {
        const { body } = await app.ask<{ claimed: ClaimedSession | null }>('post /v1/sessions/claim-next', {
          org,
          body: { workerId: 'w1' },
        });
        taken.push(body.claimed?.session.id);
      }
      expect(taken).toEqual(['old', 'new', undefined]);
    });

    test('ends once: completed with an outcome, failed, or stopped from outside', async () => {
      const done = await created();
      const lockToken = await claimed(done);
      const body = { lockToken, outcome: 'accepted', reason: 'merged' };
      expect(await app.ask(`post /v1/sessions/${done}/complete`, { body })).toMatchObject({
        body: { outcome: 'completed', session: { status: 'completed', outcome: 'accepted', endReason: 'merged' } },
      });
      expect(await app.ask(`post /v1/sessions/${done}/complete`, { body })).toMatchObject({
        body: { outcome: 'lock-lost', session: { status: 'completed' } },
      });
      for (const call of ['claim', 'stop', 'epoch']) {
        const sent = { claim: { workerId: 'w' }, stop: {}, epoch: { expectedEpoch: 0 } }[call];
        expect(await app.ask(`post /v1/sessions/${done}/${call}`, { body: sent })).toMatchObject({
          status: 409,
          body: { error: { code: 'session-transition-refused' } },
        });
      }
      const broken = await created();
      const brokenToken = await claimed(broken);
      expect(
        await app.ask(`post /v1/sessions/${broken}/fail`, { body: { lockToken: brokenToken, reason: 'crash' } }),
      ).toMatchObject({ body: { outcome: 'failed' } });
      expect(await app.ask(`post /v1/sessions/${await created()}/stop`, { body: {} })).toMatchObject({
        body: { status: 'stopped' },
      });
    });

    test('shows where it came from and what came out of it', async () => {
      const parent = decodeURIComponent(await created());
      const child = await created({ parent: { sessionId: parent, link: 'sub-agent' } });
      const topology = await app.ask<{ children: Session[] }>(
        `get /v1/sessions/${encodeURIComponent(parent)}/topology`,
      );
      expect(topology.body).toMatchObject({ session: { id: parent }, parent: null });
      expect(topology.body.children.map(({ id }) => id)).toEqual([decodeURIComponent(child)]);
      expect(await app.ask(`get /v1/sessions/${child}/topology`)).toMatchObject({
        body: { parent: { id: parent }, children: [] },
      });
    });

    test('begins an epoch once for each compaction', async () => {
      const id = await created();
      const body = { expectedEpoch: 0 };
      expect(await app.ask(`post /v1/sessions/${id}/epoch`, { body, role: 'agent' })).toMatchObject({
        body: { started: true, session: { epoch: 1 } },
      });
      expect(await app.ask(`post /v1/sessions/${id}/epoch`, { body })).toMatchObject({ body: { started: false } });
    });
  });

  describe('a block', () => {
    test('comes with each heartbeat until it is acknowledged, then the next one, each once [S0-007, S1-007, S2-015]', async () => {
      const id = await created();
      const lockToken = await claimed(id);
      for (const text of ['first', 'second', 'first'])
        await app.ask(`post /v1/sessions/${id}/injects`, { body: { text } });
      const heartbeat = async (ackDeliveryId: string | null = null): Promise<Beat> =>
        (await app.ask<Beat>(`post /v1/sessions/${id}/beat`, { body: { lockToken, ttlMs, ackDeliveryId } })).body;
      const first = await heartbeat();
      expect(first).toMatchObject({ outcome: 'inject', inject: { text: 'first', attempts: 1 } });
      const again = await heartbeat();
      expect(again).toMatchObject({ inject: { text: 'first', attempts: 2, deliveryId: first.inject?.deliveryId } });
      const second = await heartbeat(first.inject?.deliveryId);
      expect(second).toMatchObject({ acked: true, inject: { text: 'second' } });
      const ack = `post /v1/sessions/${id}/injects/${second.inject?.deliveryId}/ack`;
      // Another worker's key knows the delivery from the list, and holds no lock.
      const stranger = { body: { lockToken: NOBODY }, role: 'worker' } as const;
      expect(await app.ask(ack, stranger)).toMatchObject({ body: { outcome: 'lock-lost' } });
      const holder = { body: { lockToken }, role: 'worker' } as const;
      expect(await app.ask(ack, holder)).toMatchObject({ body: { outcome: 'acked' } });
      expect(await app.ask(ack, holder)).toMatchObject({ body: { outcome: 'already-acked' } });
      expect(await heartbeat()).toMatchObject({ outcome: 'nothing' });
      const listed = await app.ask<{ rows: { text: string; status: string }[] }>(`get /v1/sessions/${id}/injects`);
      expect(listed.body.rows.map(({ text, status }) => [text, status])).toEqual([
        ['second', 'acked'],
        ['first', 'acked'],
      ]);
    });

    test('can still be acknowledged after its worker ended the session', async () => {
      const id = await created();
      const lockToken = await claimed(id);
      await app.ask(`post /v1/sessions/${id}/injects`, { body: { text: 'the last one' } });
      const beat = await app.ask<Beat>(`post /v1/sessions/${id}/beat`, { body: { lockToken, ttlMs } });
      await app.ask(`post /v1/sessions/${id}/complete`, { body: { lockToken } });
      const ack = `post /v1/sessions/${id}/injects/${beat.body.inject?.deliveryId}/ack`;
      const stranger = { body: { lockToken: NOBODY }, role: 'worker' } as const;
      expect(await app.ask(ack, stranger)).toMatchObject({ body: { outcome: 'lock-lost' } });
      const holder = { body: { lockToken }, role: 'worker' } as const;
      expect(await app.ask(ack, holder)).toMatchObject({ body: { outcome: 'acked' } });
    });

    test('the same text a second time is none, and says so', async () => {
      const id = await created();
      const enqueue = `post /v1/sessions/${id}/injects`;
      expect(await app.ask(enqueue, { body: { text: 'one' } })).toMatchObject({ body: { inject: { text: 'one' } } });
      expect(await app.ask(enqueue, { body: { text: 'one' } })).toMatchObject({ body: { inject: null } });
    });

    test('no block reaches a worker without the lock, and another organisation sees no queue', async () => {
      const id = await created();
      const lockToken = await claimed(id);
      await app.ask(`post /v1/sessions/${id}/injects`, { body: { text: 'for the holder' } });
      const stranger = { lockToken: NOBODY, ttlMs };
      expect(await app.ask(`post /v1/sessions/${id}/beat`, { body: stranger })).toMatchObject({
        body: { outcome: 'lock-lost' },
      });
      const org = 'stranger';
      expect(await app.ask(`post /v1/sessions/${id}/beat`, { org, body: { lockToken, ttlMs } })).toMatchObject({
        body: { outcome: 'lock-lost' },
      });
      expect(await app.ask(`get /v1/sessions/${id}/injects`, { org })).toMatchObject({ body: { rows: [] } });
      expect(await app.ask(`get /v1/sessions/${id}`, { org })).toMatchObject({ status: 404 });
      expect(await app.ask('get /v1/injects/state', { org })).toMatchObject({
        body: { pending: 0, inFlight: 0, oldestAgeMs: 0 },
      });
    });
  });

  test.each(['claim', 'release', 'complete', 'fail', 'stop', 'epoch'])(
    '%s of an unknown session, and of one of another organisation, is not found',
    async (call) => {
      const body = {
        claim: { workerId: 'w' },
        release: { lockToken: NOBODY },
        complete: { lockToken: NOBODY },
        fail: { lockToken: NOBODY },
        stop: {},
        epoch: { expectedEpoch: 0 },
      }[call];
      const notFound = { status: 404, body: { error: { code: 'session-not-found' } } };
      expect(await app.ask(`post /v1/sessions/nobody/${call}`, { body })).toMatchObject(notFound);
      const id = await created();
      expect(await app.ask(`post /v1/sessions/${id}/${call}`, { body, org: 'stranger' })).toMatchObject(notFound);
    },
  );

  test.each([
    ['post /v1/sessions', { workType: 7 }],
    ['post /v1/sessions', { parent: { sessionId: 'x', link: 'friend' } }],
    ['post /v1/sessions', { id: '' }],
    ['post /v1/sessions/x/claim', {}],
    ['post /v1/sessions/x/claim', { workerId: 'w', ttlMs: 0 }],
    ['post /v1/sessions/x/beat', { lockToken: 'no uuid', ttlMs }],
    ['post /v1/sessions/x/epoch', { expectedEpoch: -1 }],
    ['post /v1/sessions/x/injects', { text: '' }],
    ['post /v1/sessions/x/injects', { text: 'x'.repeat(32_769) }],
    ['post /v1/sessions/x/injects', { text: 'x', expiresAt: 'tomorrow' }],
    ['post /v1/sessions/x/injects/none/ack', undefined],
    ['get /v1/sessions?status=gone', undefined],
    ['get /v1/sessions?cursor=nonsense', undefined],
  ])('%s is refused with %j', async (call, body) => {
    expect(await app.ask(call, { body })).toMatchObject({ status: 400, body: { error: { code: 'invalid-input' } } });
  });

  test(`every operation was asked on ${kind}, and its answer fits the document`, () => {
    expect(unasked('session-routes', app)).toEqual([]);
  });
});
