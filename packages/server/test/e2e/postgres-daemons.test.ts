import path from 'node:path';
import { openPostgres } from '@inkling/engine/pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createTestDatabase } from '../../../engine/test/setup/open-test-database.ts';
import { removeDirectory, temporaryDirectory } from '../git-fixture.ts';
import { startDaemonProcess, type DaemonProcess } from './daemon-process.ts';
import { inkling, inklingJson, type InklingOptions } from './inkling-process.ts';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

let home: string;
let url: string;
const started: DaemonProcess[] = [];
beforeAll(async () => {
  home = temporaryDirectory();
  url = await createTestDatabase();
});
afterAll(async () => {
  await Promise.all(started.map((daemon) => daemon.end('SIGKILL')));
  removeDirectory(home);
});

function having(name: string): InklingOptions {
  const INKLING_STATE_DIR = path.join(home, name);
  return { cwd: home, environment: { INKLING_DATABASE_URL: url, INKLING_STATE_DIR } };
}

test('two daemons serve one server, and what one is told the other knows', async () => {
  for (const name of ['a', 'b']) started.push(await startDaemonProcess(having(name)));
  const statuses = await Promise.all(
    ['a', 'b'].map((name) => inklingJson<{ pid: number; url: string }>(['status'], having(name))),
  );
  expect(statuses.map(({ pid }) => pid)).toEqual(started.map(({ pid }) => pid));
  const made = ['keys', 'create', '--role', 'agent', '--name', 'test'];
  const { text } = await inklingJson<{ text: string }>(made, having('a'));
  const headers = { authorization: `Bearer ${text}`, 'content-type': 'application/json' };
  const [first, second] = started.map((daemon) => `${daemon.url}/v1/observations`);
  const body = JSON.stringify({ content: 'The build cache is keyed by lockfile.' });
  const { id } = (await (await fetch(`${first}`, { method: 'POST', headers, body })).json()) as { id: string };
  expect(await (await fetch(`${second}/${id}`, { headers })).json()).toMatchObject({ id });
});

test('a second one on the same state directory is refused, and the first stays known', async () => {
  const first = started[0]!;
  const second = startDaemonProcess(having('a')).then((daemon) => started.push(daemon));
  await expect(second).rejects.toThrow('ended with 3: {"error":{"code":"data-directory-busy"');
  expect(await inklingJson(['status'], having('a'))).toMatchObject({ pid: first.pid, url: first.url });
  // On its own port it is the daemon that is named.
  const { code, stderr } = await inkling(['up', '--detach', '--port', new URL(first.url).port], having('a'));
  expect(code).toBe(3);
  expect(stderr).toContain(`The daemon at ${first.url} (process ${first.pid}) uses ${path.join(home, 'a')}.`);
});

test('a stream whose daemon was killed goes on at the other behind the last event that came', async () => {
  const killed = await startDaemonProcess(having('c'));
  started.push(killed);
  const other = started[1]!;
  const made = ['keys', 'create', '--role', 'admin', '--name', 'stream', '--agents', 'a'];
  const { text: key } = await inklingJson<{ text: string }>(made, having('b'));
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const post = (base: string, route: string, body: unknown): Promise<Response> =>
    fetch(`${base}/v1/sessions${route}`, { method: 'POST', headers, body: JSON.stringify(body) });
  const { session } = (await (await post(other.url, '', { agentId: 'a' })).json()) as { session: { id: string } };
  const report = (base: string, said: string): Promise<Response> =>
    post(base, `/${session.id}/activities`, { activities: [{ type: 'thought', body: { text: said } }] });
  await report(other.url, 'one');
  const seen = await readEvents(killed.url, session.id, headers, {
    until: 'two',
    onEvent: () => report(other.url, 'two'),
  });
  await killed.end('SIGKILL');
  await report(other.url, 'three');
  const lastEventId = seen.at(-1)!.id;
  const rest = await readEvents(
    other.url,
    session.id,
    { ...headers, 'last-event-id': lastEventId },
    { until: 'three' },
  );
  expect([...seen, ...rest].map(({ text }) => text)).toEqual(['one', 'two', 'three']);
});

/** The events of a session's stream until one says `until`; `onEvent` is called once, after the first. */
async function readEvents(
  base: string,
  sessionId: string,
  headers: Record<string, string>,
  { until, onEvent }: { until: string; onEvent?: () => Promise<unknown> },
): Promise<{ id: string; text: string }[]> {
  const ended = new AbortController();
  const url = `${base}/v1/sessions/${sessionId}/activities/stream`;
  const { body } = await fetch(url, { headers, signal: ended.signal });
  const events: { id: string; text: string }[] = [];
  let received = '';
  for await (const chunk of body!.pipeThrough(new TextDecoderStream())) {
    received += chunk;
    const matches = [...received.matchAll(/^data: (.+)\nid: (\d+)$/gm)];
    for (const [, data = '', id = ''] of matches.slice(events.length)) {
      events.push({ id, text: (JSON.parse(data) as { body: { text: string } }).body.text });
      if (events.length === 1) await onEvent?.();
    }
    if (events.at(-1)?.text === until) break;
  }
  ended.abort();
  return events;
}

test('a daemon opens as many connections as its setting says', async () => {
  const address = new URL(url);
  address.searchParams.set('application_name', 'few');
  const { cwd, environment } = having('d');
  const few = { INKLING_DATABASE_URL: address.href, INKLING_DATABASE_CONNECTIONS: '3' };
  const daemon = await startDaemonProcess({ cwd, environment: { ...environment, ...few } });
  started.push(daemon);
  const { text: key } = await inklingJson<{ text: string }>(
    ['keys', 'create', '--role', 'agent', '--name', 'few'],
    having('b'),
  );
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const remember = (n: number): Promise<Response> =>
    fetch(`${daemon.url}/v1/observations`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ content: `Port ${n}.` }),
    });
  await Promise.all(Array.from({ length: 40 }, (_, n) => remember(n)));
  const database = await openPostgres({ connectionString: url, migrate: false });
  const count = "select count(*)::int as n from pg_stat_activity where application_name = 'few'";
  const rows = await database.operator.query({ text: count });
  await database.close();
  expect(rows).toEqual([{ n: 3 }]);
});

test('one is stopped by its state directory, the other goes on', async () => {
  expect(await inklingJson(['down'], having('a'))).toMatchObject({
    stopped: true,
    pid: started[0]?.pid,
    forced: false,
  });
  expect((await inkling(['status'], having('a'))).code).toBe(5);
  expect((await inkling(['status'], having('b'))).code).toBe(0);
});
