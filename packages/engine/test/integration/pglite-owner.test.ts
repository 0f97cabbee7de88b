import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { createMemory } from '@inkling/engine';
import { openPglite } from '@inkling/engine/pglite';
import { expect, onTestFinished, test } from 'vitest';
import { type Child, startChild } from '../setup/start-child.ts';
import { temporaryDirectory } from '../setup/temporary-directory.ts';

function hold(dataDir: string): Child {
  const child = startChild('pglite-child.mjs', [dataDir, 'process', 'hold']);
  onTestFinished(async () => {
    await child.kill();
  });
  return child;
}

const firstLine = async (child: Child): Promise<string> => String((await child.lines.next()).value);

test('while another process owns the directory, opening it names that process [C-032]', async () => {
  const dataDir = temporaryDirectory();
  const owner = hold(dataDir);
  expect(await firstLine(owner)).toBe('open');
  await expect(openPglite({ dataDir, durability: 'process' })).rejects.toMatchObject({
    code: 'data-directory-busy',
    message: expect.stringContaining(`process ${owner.pid} `),
    details: { pid: owner.pid, since: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) },
  });
});

test('after the owner was killed, one of several waiting processes takes over and the others are refused', async () => {
  const dataDir = temporaryDirectory();
  const owner = hold(dataDir);
  expect(await firstLine(owner)).toBe('open');
  await owner.kill();
  const heirs = [hold(dataDir), hold(dataDir), hold(dataDir), hold(dataDir)];
  const lines = await Promise.all(heirs.map(firstLine));
  expect(lines.filter((line) => line === 'open')).toHaveLength(1);
  expect(lines.filter((line) => line.startsWith('refused data-directory-busy '))).toHaveLength(3);
});

test('a second opening in this process is refused; closing lets the next one in and leaves no owner file', async () => {
  const dataDir = temporaryDirectory();
  const database = await openPglite({ dataDir, durability: 'process' });
  await expect(openPglite({ dataDir, durability: 'process' })).rejects.toMatchObject({
    code: 'data-directory-busy',
    details: { pid: process.pid },
  });
  await database.close();
  expect(readdirSync(dataDir)).toEqual(['postgres']);
  const next = await openPglite({ dataDir, durability: 'process' });
  await next.close();
});

function startThread(dataDir: string, end: string): Worker {
  return new Worker(new URL('../setup/pglite-thread.mjs', import.meta.url), { workerData: { dataDir, end } });
}

test.each(['exit', 'throw'])('a thread that ends by itself lets go of its directory (%s)', async (end) => {
  const dataDir = temporaryDirectory();
  const thread = startThread(dataDir, end);
  thread.on('error', () => undefined);
  await new Promise((resolve) => thread.once('exit', resolve));
  const database = await openPglite({ dataDir, durability: 'process' });
  const stored = await database.operator.query({ text: `select source from import_cursors` });
  // What was asked for before comes before the close: were the worker not waited for, it would write behind the release or be cut off.
  expect(stored).toHaveLength(51);
  await database.close();
});

test('a thread that is terminated cannot let go: the refusal says what to remove', async () => {
  const dataDir = temporaryDirectory();
  const thread = startThread(dataDir, 'none');
  await once(thread, 'message');
  await thread.terminate();
  const path = join(dataDir, 'owner.json');
  await expect(openPglite({ dataDir, durability: 'process' })).rejects.toMatchObject({
    code: 'data-directory-busy',
    hint: expect.stringContaining(`remove ${path}`),
  });
  rmSync(path);
  const database = await openPglite({ dataDir, durability: 'process' });
  await database.close();
});

test('a path that is a file is refused with a way out', async () => {
  const path = join(temporaryDirectory(), 'file');
  writeFileSync(path, '');
  await expect(openPglite({ dataDir: path })).rejects.toMatchObject({
    code: 'data-directory-invalid',
    hint: expect.stringContaining('Choose a directory'),
  });
});

test('where no directory can be made it is refused, and does not try for ever', async () => {
  await expect(openPglite({ dataDir: '/proc/nope/data' })).rejects.toMatchObject({
    code: 'data-directory-invalid',
    message: expect.stringContaining('ENOENT'),
  });
});

test('a directory of another PostgreSQL version is refused and not left claimed', async () => {
  const dataDir = temporaryDirectory();
  const database = await openPglite({ dataDir, durability: 'process' });
  await database.close();
  writeFileSync(join(dataDir, 'postgres', 'PG_VERSION'), '17\n');
  await expect(openPglite({ dataDir, durability: 'process' })).rejects.toMatchObject({
    code: 'data-directory-invalid',
    details: { found: '17', expected: '18' },
  });
  expect(existsSync(join(dataDir, 'owner.json'))).toBe(false);
});

test('files that PostgreSQL cannot open are refused with a way out, and not left claimed', async () => {
  const dataDir = temporaryDirectory();
  const database = await openPglite({ dataDir, durability: 'process' });
  await database.close();
  rmSync(join(dataDir, 'postgres', 'global', 'pg_control'));
  await expect(openPglite({ dataDir, durability: 'process' })).rejects.toMatchObject({
    code: 'data-directory-invalid',
    message: expect.stringContaining(`PostgreSQL cannot open its files in ${dataDir}`),
    hint: expect.stringContaining('Restore the directory from a copy'),
    details: { dataDir },
  });
  expect(existsSync(join(dataDir, 'owner.json'))).toBe(false);
});

// Elsewhere nothing holds a process to its limit of addresses.
test.each(process.platform === 'linux' ? [6_000_000] : [])(
  'a process with %i KiB of addresses is told so, and not that its store is broken',
  (kibibytes) => {
    const dataDir = temporaryDirectory();
    const child = fileURLToPath(new URL('../setup/pglite-child.mjs', import.meta.url));
    const limited = [
      '-c',
      'ulimit -v "$1"; shift; exec "$@"',
      'sh',
      String(kibibytes),
      process.execPath,
      child,
      dataDir,
      'process',
      'hold',
    ];
    const { stdout } = spawnSync('sh', limited, { encoding: 'utf8' });
    expect(stdout).toMatch(/^refused database-unavailable /u);
    expect(existsSync(join(dataDir, 'owner.json'))).toBe(false);
  },
);

test('a memory that refuses an option lets go of a database that was given as a promise, and of no other', async () => {
  const dataDir = temporaryDirectory();
  const refused = { code: 'invalid-input' };
  const promised = openPglite({ dataDir, durability: 'process' });
  await expect(createMemory({ database: promised, maxIndexBytes: -1 })).rejects.toMatchObject(refused);
  const database = await openPglite({ dataDir, durability: 'process' });
  await expect(createMemory({ database, maxIndexBytes: -1 })).rejects.toMatchObject(refused);
  const memory = await createMemory({ database });
  await memory.close();
});

test.each(['./memory', null, { datadir: './memory' }, { dataDir: '' }, { dataDir: 7 }, { durability: 'Power' }])(
  '%o is no way to open one',
  async (options) => {
    const opened = openPglite(options as never).then((database) => database.close());
    await expect(opened).rejects.toMatchObject({ code: 'invalid-input' });
  },
);
