import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { removeDirectory, temporaryDirectory } from '../git-fixture.ts';
import { startDaemonProcess, type DaemonProcess } from './daemon-process.ts';
import { inkling, type InklingOptions } from './inkling-process.ts';

// Starts processes with an embedded database: many seconds on a busy machine.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

const RULE = 'The token cache of the auth middleware must be cleared on logout.';

let home: string;
let options: InklingOptions & { readonly dataDir: string };
let service: Server;
let daemon: DaemonProcess;
const asked: { readonly key: string | undefined; readonly body: string }[] = [];

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  asked.push({ key: request.headers.authorization, body: await text(request) });
  const content = JSON.stringify({ statements: [{ kind: 'decision', content: RULE, passages: [1] }] });
  response
    .writeHead(200, { 'content-type': 'application/json' })
    .end(JSON.stringify({ choices: [{ message: { content } }], usage: { total_tokens: 321 } }));
}

beforeAll(async () => {
  home = temporaryDirectory();
  service = createServer((request, response) => void answer(request, response));
  service.listen(0, '127.0.0.1');
  await once(service, 'listening');
  const environment = {
    INKLING_EXTRACTOR_URL: `http://127.0.0.1:${(service.address() as AddressInfo).port}/v1`,
    INKLING_EXTRACTOR_MODEL: 'paid',
    INKLING_EXTRACTOR_KEY: 'sk-of-a-test',
    INKLING_EXTRACTOR_DAILY_CALLS: '1',
  };
  options = { cwd: home, dataDir: path.join(home, 'data'), environment };
  daemon = await startDaemonProcess(options);
});
afterAll(async () => {
  await daemon.end('SIGKILL');
  service.closeAllConnections();
  service.close();
  removeDirectory(home);
});

async function post(place: string, body: object): Promise<void> {
  const token = readFileSync(path.join(options.dataDir, 'daemon-token'), 'utf8').trim();
  const response = await fetch(`${daemon.url}/v1/sessions${place}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect(response.ok).toBe(true);
}

async function session(id: string, prompt: string): Promise<void> {
  await post('', { id, projectId: 'p' });
  await post(`/${id}/activities`, { activities: [{ type: 'action', body: { event: 'prompt', text: prompt } }] });
  await post(`/${id}/stop`, {});
}

const metrics = async (): Promise<string> =>
  (await (await fetch(`${daemon.url}/metrics`)).text()).replaceAll(/^(?!inkling_extraction).*\n/gm, '');
const counted = (outcome: string): Promise<void> =>
  expect.poll(metrics, { timeout: 60_000 }).toContain(`inkling_extractions_total{outcome="${outcome}"} 1`);

test('a daemon with a model reads a session that ended, within the day’s limit, and tells what it cost', async () => {
  await session('first', 'The token cache of the auth middleware is stale, it must be cleared on logout.');
  await counted('stored');
  expect(await metrics()).toContain('inkling_extraction_tokens_total 321');
  expect(asked).toHaveLength(1);
  expect(asked[0]?.key).toBe('Bearer sk-of-a-test');
  const { stdout } = await inkling(['export', '--project', 'p'], options);
  expect(stdout).toContain(RULE);
  await session('second', 'Another day, another token cache in the auth middleware.');
  await counted('over-cap');
  expect(asked).toHaveLength(1);
  const log = readFileSync(path.join(options.dataDir, 'daemon.log'), 'utf8');
  expect(log).toContain('"event":"extraction"');
  expect(log).not.toMatch(/sk-of-a-test|token cache/);
});

test('half a model is refused before anything starts', async () => {
  const environment = { INKLING_EXTRACTOR_MODEL: 'paid' };
  const run = await inkling(['up', '--port', '0'], { cwd: home, dataDir: path.join(home, 'other'), environment });
  expect(run.code).toBe(2);
  expect(run.stderr).toContain('an address and a name');
});
