import { beforeAll, expect, test } from 'vitest';
import { describeOnOneDatabase } from '../../../engine/test/setup/describe-on-each-database.ts';
import { unasked } from './asked-in.ts';
import { daemonApp, type DaemonApp } from './daemon-app.ts';

const ID = '0197c0de-1111-7222-8333-944455566677';
const path = '/v1/sessions/ses/activities';

describeOnOneDatabase('the routes of activities', (open, kind) => {
  let app: DaemonApp;
  beforeAll(async () => {
    app = await daemonApp(await open());
    await app.ask('post /v1/sessions', { body: { id: 'ses' } });
  });

  test('events are reported once, read by number, and the facets are their last values', async () => {
    const facet = (value: string): object => ({ type: 'context', body: { key: 'currentFile', value } });
    const activities = [{ id: ID, type: 'thought', body: { text: 'hm' } }, facet('a.ts'), facet('b.ts')];
    const written = await app.ask(`post ${path}`, { body: { activities }, role: 'agent' });
    expect(written.body).toMatchObject({ rows: [{ id: ID, seq: 1, created: true }, { seq: 2 }, { seq: 3 }] });
    const again = await app.ask(`post ${path}`, { body: { activities: activities.slice(0, 1) } });
    expect(again.body).toMatchObject({ rows: [{ id: ID, seq: 1, created: false }] });
    expect(await app.ask(`get ${path}?after=1&limit=1`)).toMatchObject({ body: { rows: [{ seq: 2 }], hasMore: true } });
    expect(await app.ask(`get ${path}?type=thought`)).toMatchObject({ body: { rows: [{ id: ID }], hasMore: false } });
    expect(await app.ask('get /v1/sessions/ses/facets')).toMatchObject({
      body: { rows: [{ key: 'currentFile', value: 'b.ts', seq: 3 }] },
    });
  });

  test('another organisation reads nothing and reports nothing', async () => {
    const org = 'stranger';
    expect(await app.ask(`get ${path}`, { org })).toMatchObject({ body: { rows: [] } });
    const body = { activities: [{ type: 'thought', body: {} }] };
    expect(await app.ask(`post ${path}`, { org, body })).toMatchObject({
      status: 404,
      body: { error: { code: 'session-not-found', hint: expect.any(String) } },
    });
  });

  test.each([
    ['an unknown type', { type: 'dream', body: {} }],
    ['a body that is no object', { type: 'thought', body: 'hm' }],
    ['an id that is none', { id: 'x', type: 'thought', body: {} }],
  ])('%s is refused', async (_what, activity) => {
    const answer = await app.ask(`post ${path}`, { body: { activities: [activity] } });
    expect(answer).toMatchObject({ status: 400, body: { error: { code: 'invalid-input' } } });
  });

  test('an event over 64 KiB is refused', async () => {
    const activities = [{ type: 'response', body: { text: 'x'.repeat(70_000) } }];
    expect(await app.ask(`post ${path}`, { body: { activities } })).toMatchObject({
      status: 413,
      body: { error: { code: 'activity-too-large' } },
    });
  });

  test(`every operation was asked on ${kind}, and its answer fits the document`, () => {
    expect(unasked('activity-routes', app)).toEqual([]);
  });
});
