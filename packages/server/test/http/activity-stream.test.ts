import { getEventListeners } from 'node:events';
import { expect, test } from 'vitest';
import { describeOnEachDatabase } from '../../../engine/test/setup/describe-on-each-database.ts';
import { streamActivities } from '../../src/contract/activities.ts';
import { daemonApp } from './daemon-app.ts';

/** How many signals that `AbortSignal.any` made Node still keeps for this one. */
function followersOf(signal: AbortSignal): number {
  const kept = Object.getOwnPropertySymbols(signal).find(({ description }) => description === 'kDependantSignals');
  return kept ? ((signal as unknown as Record<symbol, Set<unknown> | undefined>)[kept]?.size ?? 0) : 0;
}

describeOnEachDatabase('the stream of a session', (open) => {
  test('brings what there is, then what comes, goes on behind Last-Event-ID, and ends when the daemon drains', async () => {
    const draining = new AbortController();
    const app = await daemonApp(await open(), { draining: draining.signal });
    const { sessions, activities } = app.memory.org('local');
    const { session } = await sessions.create({ id: 's' });
    const report = (text: string): Promise<unknown> =>
      activities.append(session.id, [{ type: 'thought', body: { text } }]);
    await report('one');
    await report('two');
    const response = await app.send('/v1/sessions/s/activities/stream', {
      headers: { authorization: 'Bearer member', 'last-event-id': '1' },
    });
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/event-stream']);
    let text = '';
    const reading = (async () => {
      for await (const chunk of response.body ?? []) {
        text += new TextDecoder().decode(chunk);
        if (text.includes('"two"') && !text.includes('"three"')) await report('three');
        if (text.includes('"three"')) draining.abort();
      }
    })();
    await reading;
    const ids = [...text.matchAll(/^id: (\d+)$/gm)].map(([, id]) => id);
    expect(ids[0]).toBe('2');
    expect(ids).toContain('3');
    expect(text).not.toContain('"one"');
    const events = [...text.matchAll(/^data: (.+)$/gm)].map(([, data = '']) => JSON.parse(data) as unknown);
    for (const event of events) expect(streamActivities.answer.safeParse(event)).toMatchObject({ success: true });
  });

  test('leaves nothing on the signal that lives as long as the daemon when its client goes', async () => {
    const { signal: draining } = new AbortController();
    const app = await daemonApp(await open(), { draining });
    const { session } = await app.memory.org('local').sessions.create({ id: 'left' });
    await app.memory.org('local').activities.append(session.id, [{ type: 'thought', body: {} }]);
    const leaving = new AbortController();
    const headers = { authorization: 'Bearer member' };
    const response = await app.send('/v1/sessions/left/activities/stream', { headers, signal: leaving.signal });
    for await (const _event of response.body ?? []) leaving.abort();
    expect(getEventListeners(draining, 'abort')).toEqual([]);
    expect(followersOf(draining)).toBe(0);
  });

  test('is not there for a session that does not exist', async () => {
    const app = await daemonApp(await open());
    const refused = await app.ask('get /v1/sessions/nobody/activities/stream');
    expect(refused).toMatchObject({ status: 404, body: { error: { code: 'session-not-found' } } });
  });

  test('refuses a Last-Event-ID that is none', async () => {
    const app = await daemonApp(await open());
    const refused = await app.ask('get /v1/sessions/s/activities/stream', { headers: { 'last-event-id': 'x' } });
    expect(refused).toMatchObject({ status: 400, body: { error: { code: 'invalid-input' } } });
  });
});
