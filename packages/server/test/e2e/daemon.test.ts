import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { removeDirectory, temporaryDirectory } from '../git-fixture.ts';
import { startDaemonProcess, type DaemonProcess } from './daemon-process.ts';
import { inkling, inklingAlone, inklingAloneJson, inklingJson, type InklingOptions } from './inkling-process.ts';

// Each step starts a process, some with an embedded database: many seconds on a busy machine.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

let home: string;
let options: InklingOptions & { readonly dataDir: string };
const project = ['--project', 'p'];
const STATEMENT = 'The token cache of the auth middleware is cleared on logout.';

let daemon: DaemonProcess;
beforeAll(async () => {
  home = temporaryDirectory();
  options = { cwd: home, dataDir: path.join(home, 'data') };
  daemon = await startDaemonProcess(options);
});
afterAll(async () => {
  await daemon.end('SIGKILL');
  await inkling(['down'], options);
  removeDirectory(home);
});

const inDirectory = (name: string): string => path.join(options.dataDir, name);

describe('one daemon on a data directory', () => {
  const request = (init: RequestInit = {}): Promise<Response> => fetch(`${daemon.url}/v1/observations`, init);

  test('another one cannot have its port: it is refused before it prepares anything', async () => {
    const dataDir = path.join(home, 'other');
    const { port } = new URL(daemon.url);
    const refused = await inklingAlone(['up', '--port', port], { ...options, dataDir });
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining(`port ${port} (EADDRINUSE)`)]);
    expect(existsSync(dataDir)).toBe(false);
  });

  test('status says where it is', async () => {
    expect(await inklingJson(['status'], options)).toMatchObject({
      running: true,
      ready: true,
      url: daemon.url,
      pid: daemon.pid,
      storage: options.dataDir,
    });
  });

  test('only who can read its token gets in', async () => {
    expect(statSync(inDirectory('daemon-token')).mode & 0o077).toBe(0);
    const token = readFileSync(inDirectory('daemon-token'), 'utf8').trim();
    expect((await request()).status).toBe(401);
    expect((await request({ headers: { authorization: `Bearer ${token}x` } })).status).toBe(401);
    const response = await request({ headers: { authorization: `Bearer ${token}` } });
    expect([response.status, await response.json()]).toEqual([200, { rows: [], nextCursor: null }]);
  });

  test('commands go through it', async () => {
    const { id } = await inklingJson<{ id: string }>(
      ['remember', STATEMENT, '--path', 'src/auth.ts', ...project],
      options,
    );
    const found = await inklingJson<{ rows: unknown[] }>(['recall', 'token cache auth', ...project], options);
    expect(found).toMatchObject({ degraded: null, rows: [{ observation: { id } }] });
    const exported = await inkling(['export', ...project], options);
    expect(JSON.parse(exported.stdout)).toMatchObject({ id, metadata: { paths: ['src/auth.ts'] } });
    const lines = `${exported.stdout}{"content":"plain"}\nno json\n`;
    const imported = await inkling(['import', 'jsonl', '-', '--json', ...project], { ...options, input: lines });
    expect([imported.code, JSON.parse(imported.stdout)]).toMatchObject([
      4,
      { imported: 1, duplicates: 1, refused: [{ line: 3 }] },
    ]);
    const block = ['block', '-t', 'bug_fix', '--title', 'Token cache of auth', '--budget', '90', '--session', 's'];
    expect(await inklingJson([...block, ...project], options)).toMatchObject({
      outcome: 'ok',
      budgetTokens: 90,
      observationIds: [id],
      logId: expect.any(String) as unknown,
    });
    expect(await inklingJson(['forget', '--project-all', '--yes', ...project], options)).toEqual({ forgotten: 2 });
  });

  test('what a user said and what its agent answered is reported as activities, and captured', async () => {
    const token = readFileSync(inDirectory('daemon-token'), 'utf8').trim();
    const ask = async (way: string, body?: object): Promise<{ rows: object[] }> => {
      const method = body === undefined ? 'GET' : 'POST';
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      const init = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
      return (await (await fetch(`${daemon.url}/v1${way}`, init)).json()) as { rows: object[] };
    };
    await ask('/sessions', { id: 'talk', projectId: 'p' });
    const prompt = { type: 'action', body: { event: 'prompt', text: 'Always round prices half to even in invoices.' } };
    const answer = { type: 'response', body: { text: 'Rounded half to even now.' } };
    await ask('/sessions/talk/activities', { activities: [prompt, answer] });
    expect(await ask('/sessions/talk/activities')).toMatchObject({ rows: [prompt, answer] });
    const captured = async (): Promise<object[]> => (await ask('/observations?sessionId=talk')).rows;
    await expect
      .poll(captured, { timeout: 60_000 })
      .toContainEqual(expect.objectContaining({ content: 'Always round prices half to even in invoices.' }));
  });

  test('its refusals are the errors of the commands', async () => {
    const large = await inkling(['remember', '-'], { ...options, input: 'x'.repeat(8_193) });
    expect(large).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/^error observation-too-large: /) as unknown,
    });
    const unknown = await inkling(['review', '0197c0de-1111-7222-8333-944455566677', '--release'], options);
    expect(unknown.code).toBe(5);
  });

  test.each([['up', '--port', '0'], ['up', '--detach', '--port', '0'], ['migrate'], ['demo', '--data-dir']])(
    'what needs the directory itself is told who holds it: %s %s',
    async (...args) => {
      const given = args.at(-1) === '--data-dir' ? args.slice(0, -1) : args;
      const { code, stderr } = await inkling(given, {
        ...options,
        cwd: path.dirname(new URL(import.meta.url).pathname),
      });
      expect([code, stderr]).toEqual([3, expect.stringContaining(`process ${daemon.pid}`)]);
      expect(stderr).toContain('inkling down');
    },
  );

  test('while it is of another build, whoever asks is told', async () => {
    const own = readFileSync(inDirectory('daemon.json'), 'utf8');
    const { version } = JSON.parse(own) as { version: string };
    expect(version).toMatch(/^\d+\.\d+\.\d+\+[0-9a-f]{12}$/);
    expect(await (await fetch(`${daemon.url}/healthz`)).json()).toMatchObject({ version });
    const told = async (...args: readonly string[]): Promise<boolean> => {
      const { stdout, stderr } = await inkling(args, options);
      return `${stdout}${stderr}`.includes(
        'of another build: restart it with `inkling down` and `inkling up --detach`',
      );
    };
    const all = [['status'], ['doctor'], ['keys', 'list'], ['up', '--port', '0']];
    expect(await Promise.all(all.map((args) => told(...args)))).toEqual([false, false, false, false]);
    // As one from before builds had a name.
    writeFileSync(inDirectory('daemon.json'), own.replace(version, version.split('+', 1).join()));
    expect(await Promise.all(all.map((args) => told(...args)))).toEqual([true, true, true, true]);
    writeFileSync(inDirectory('daemon.json'), own);
  });

  test('nothing that was said is in its log', () => {
    const log = readFileSync(inDirectory('daemon.log'), 'utf8');
    expect(
      log
        .split('\n')
        .filter(Boolean)
        .map((line) => (JSON.parse(line) as { event: string }).event),
    ).toContain('request');
    expect(log).not.toMatch(/token cache|auth\.ts|xxx/i);
  });
});

describe('its end, and the next one', () => {
  // One that a test leaves behind, because it failed, would keep the directory from the next.
  afterEach(() => inkling(['down'], options));

  test('after a kill -9 the next one takes over: up --detach returns when it is ready, down when it has ended', async () => {
    await daemon.end('SIGKILL');
    expect(existsSync(inDirectory('daemon.json'))).toBe(true);
    expect((await inklingAlone(['status'], options)).code).toBe(5);
    const up = await inklingAloneJson<{ pid: number }>(['up', '--detach', '--port', '0'], options);
    expect(await inklingJson(['status'], options)).toMatchObject({ pid: up.pid, ready: true });
    expect(await inklingAloneJson(['down'], options)).toEqual({ stopped: true, pid: up.pid, forced: false });
    expect(await inklingJson(['down'], options)).toEqual({ stopped: false });
    expect((await inkling(['recall', 'anything', ...project], options)).code).toBe(0);
  });

  test('beyond this machine it listens only when there is a key, which then gets in; a polite kill leaves nothing behind', async () => {
    const elsewhere = ['--host', '0.0.0.0', '--allow-host', 'inkling.example'];
    const refused = await inkling(['up', '--port', '0', ...elsewhere], options);
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('inkling keys create')]);
    const create = ['keys', 'create', '--role', 'agent', '--name', 'x'];
    const key = await inklingAloneJson<{ text: string }>(create, options);
    const next = await startDaemonProcess(options, elsewhere);
    const headers = { authorization: `Bearer ${key.text}` };
    expect((await fetch(`${next.url}/v1/observations`, { headers })).status).toBe(200);
    expect((await fetch(`${next.url}/v1/api-keys`, { headers })).status).toBe(403);
    const metrics = await (await fetch(`${next.url}/metrics`, { headers })).text();
    expect(metrics).toMatch(/^inkling_inject_queue_depth 0$/m);
    expect(await next.end('SIGTERM')).toBe(0);
    for (const file of ['daemon.json', 'owner.json']) expect(existsSync(inDirectory(file))).toBe(false);
  });
});
