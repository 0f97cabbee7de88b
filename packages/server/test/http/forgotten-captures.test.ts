import { openPglite } from '@inkling/engine/pglite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { daemonApp, type DaemonApp } from './daemon-app.ts';

let app: DaemonApp;
beforeAll(async () => {
  app = await daemonApp(await openPglite());
});
afterAll(() => app.memory.close());

test('a captured statement that was forgotten by its id does not come back with its session', async () => {
  const org = app.memory.org('local');
  await org.sessions.create({ id: 's', projectId: 'api', agentId: 'dev' });
  const text = 'From now on always call the patient Jane Roe by the code name heron in the clinic reports';
  const said = { type: 'action', body: { event: 'prompt', text } } as const;
  const answered = { type: 'response', body: { text: 'Understood, it is done as you say.' } } as const;
  await org.activities.append('s', [said, answered]);
  await org.capture.session('s');
  const { rows } = await org.observations.list({ projectId: 'api' });
  const captured = rows.filter(({ content }) => content.includes('Jane Roe'));
  expect(captured.length).toBeGreaterThan(0);
  for (const { id } of captured) await app.ask('post /v1/observations/forget', { body: { id }, role: 'machine' });
  await org.capture.session('s');
  const after = await org.observations.list({ projectId: 'api' });
  expect(after.rows.filter(({ content }) => content.includes('Jane Roe'))).toEqual([]);
  expect(JSON.stringify(await org.activities.list('s'))).not.toContain('Jane Roe');
});
