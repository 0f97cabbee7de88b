import path from 'node:path';
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

test('one is stopped by its state directory, the other goes on', async () => {
  expect(await inklingJson(['down'], having('a'))).toMatchObject({
    stopped: true,
    pid: started[0]?.pid,
    forced: false,
  });
  expect((await inkling(['status'], having('a'))).code).toBe(5);
  expect((await inkling(['status'], having('b'))).code).toBe(0);
});
