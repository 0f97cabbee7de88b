import { existsSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import path from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { removeDirectory, temporaryDirectory } from '../git-fixture.ts';
import {
  inkling,
  inklingAlone,
  inklingJson,
  startInkling,
  startOwner,
  type InklingOptions,
} from './inkling-process.ts';

// Each step starts a process with an embedded database of its own: seconds, and many on a busy machine.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

let home: string;
let options: InklingOptions & { readonly dataDir: string };

/** No daemon holds it: each command opens the store itself. */
beforeAll(async () => {
  home = temporaryDirectory();
  options = { cwd: home, dataDir: path.join(home, 'data') };
  await inklingAlone(['remember', 'A store is made by the first statement.'], options);
});
afterAll(() => removeDirectory(home));

test('migrate says that the embedded store is up to date', async () => {
  expect(await inklingJson(['migrate', '--check'], options)).toEqual({ storage: options.dataDir, upToDate: true });
});

test('a check of a store that is not there says so and creates none', async () => {
  const dataDir = path.join(home, 'never');
  const { code, stderr } = await inklingAlone(['migrate', '--check'], { ...options, dataDir });
  expect({ code, created: existsSync(dataDir) }).toEqual({ code: 7, created: false });
  expect(stderr).toMatch(/^error migration-required: There is no store/);
});

test('a data directory that is a file ends with 6', async () => {
  const file = path.join(home, 'file');
  writeFileSync(file, 'x');
  const { code, stderr } = await inkling(['recall', 'x'], { ...options, dataDir: file });
  expect({ code, line: stderr.split('\n').length }).toEqual({ code: 6, line: 2 });
  expect(stderr).toMatch(/^error data-directory-invalid: /);
});

test('a server that does not answer ends with 6 and without its password', async () => {
  const { code, stderr } = await inklingAlone(['recall', 'x'], {
    cwd: home,
    environment: { INKLING_DATABASE_URL: 'postgres://ada:hunter2@127.0.0.1:1/none' },
  });
  expect(code).toBe(6);
  expect(stderr).toMatch(/^error database-unavailable: /);
  expect(stderr).not.toContain('hunter2');
  expect(stderr).toContain('Check INKLING_DATABASE_URL,');
  const flag = ['recall', 'x', '--database-url', 'postgres://ada:hunter2@127.0.0.1:1/none'];
  const named = await inkling(flag, { cwd: home, environment: { DATABASE_URL: 'postgres://b/c' } });
  expect(named.stderr).toContain('Check --database-url,');
  expect(named.stderr).not.toContain('hunter2');
});

test('two processes on one data directory: the second says whom it waits for, and then has its turn', async () => {
  // It holds the directory while it waits for its standard input to end.
  const first = await startOwner(['import', 'jsonl', '-'], options);
  const closed = once(first, 'close');
  const second = startInkling(['recall', 'x'], options);
  let said = '';
  second.stderr?.setEncoding('utf8').on('data', (text: string) => {
    said += text;
    if (said.includes(`Waiting for process ${first.pid},`)) first.stdin?.end();
  });
  expect(await once(second, 'close')).toEqual([0, null]);
  expect(await closed).toEqual([0, null]);
});

test('Ctrl-C ends a command that waits, and the store can be used at once', async () => {
  const child = await startOwner(['import', 'jsonl', '-'], options);
  const closed = once(child, 'close');
  child.kill('SIGINT');
  // Ended by the signal: shells call it 130.
  expect(await closed).toEqual([null, 'SIGINT']);
  expect((await inkling(['recall', 'x'], options)).code).toBe(0);
});
