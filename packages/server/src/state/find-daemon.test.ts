import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findDaemon, readDaemonFile, removeDaemonFile, writeDaemonFile } from './find-daemon.ts';

const facts = {
  pid: 17,
  instance: 'a',
  url: 'http://127.0.0.1:4655',
  version: '0.1.0',
  startedAt: '2026-01-02T03:04:05.000Z',
};

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(path.join(tmpdir(), 'inkling-daemon-file-'));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

test('what was written is read, and removed by its own run only', () => {
  expect(readDaemonFile(directory)).toBeNull();
  writeDaemonFile(directory, facts);
  expect(readDaemonFile(directory)).toEqual(facts);
  removeDaemonFile(directory, 'b');
  expect(readDaemonFile(directory)).toEqual(facts);
  removeDaemonFile(directory, 'a');
  expect(readDaemonFile(directory)).toBeNull();
});

test('a copy of the directory names no daemon, a renamed directory and an earlier version’s file do', async () => {
  const original = path.join(directory, 'original');
  const renamed = path.join(directory, 'renamed');
  const copy = path.join(directory, 'copy');
  mkdirSync(original);
  writeDaemonFile(original, facts);
  cpSync(original, copy, { recursive: true });
  expect(readDaemonFile(copy)).toBeNull();
  expect(await findDaemon(copy)).toBeNull();
  // Hooks read the address by themselves.
  expect(existsSync(path.join(copy, 'daemon.json'))).toBe(false);
  renameSync(original, renamed);
  expect(readDaemonFile(renamed)).toEqual(facts);
  writeFileSync(path.join(copy, 'daemon.json'), JSON.stringify(facts));
  expect(readDaemonFile(copy)).toEqual(facts);
});

/** A daemon that says of itself which run it is. */
async function answering(instance: string): Promise<{ url: string; close: () => Promise<unknown> }> {
  const server = createServer((_, response) => response.end(JSON.stringify({ instance, status: 'ready' })));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const close = (): Promise<unknown> => {
    server.closeAllConnections();
    return once(server.close(), 'close');
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close };
}

function writeFile(stored: object): void {
  writeFileSync(path.join(directory, 'daemon.json'), JSON.stringify({ ...facts, ...stored }));
}

const otherInode = (): string => String(statSync(directory).ino + 1);

test('the file of an earlier version, which wrote the inode alone, names its daemon; that of another directory does not', async () => {
  const daemon = await answering(facts.instance);
  writeFile({ url: daemon.url, directory: String(statSync(directory).ino) });
  expect(readDaemonFile(directory)).toEqual({ ...facts, url: daemon.url });
  expect(await findDaemon(directory)).toMatchObject({ instance: facts.instance, ready: true });
  writeFile({ url: daemon.url, directory: otherInode() });
  expect(readDaemonFile(directory)).toBeNull();
  await daemon.close();
});

test('a file that names another directory stays while its daemon answers, and goes when another answers there', async () => {
  const daemon = await answering(facts.instance);
  writeFile({ url: daemon.url, directory: `1:${otherInode()}` });
  expect(await findDaemon(directory)).toBeNull();
  expect(existsSync(path.join(directory, 'daemon.json'))).toBe(true);
  await daemon.close();
  const another = await answering('b');
  writeFile({ url: another.url, directory: `1:${otherInode()}` });
  expect(await findDaemon(directory)).toBeNull();
  expect(existsSync(path.join(directory, 'daemon.json'))).toBe(false);
  await another.close();
});

test.each([
  '',
  '{"pid": 17',
  'null',
  '17',
  '{}',
  JSON.stringify({ ...facts, pid: 0 }),
  JSON.stringify({ ...facts, pid: 1.5 }),
  JSON.stringify({ ...facts, pid: '17' }),
  JSON.stringify({ ...facts, url: 'nowhere' }),
  JSON.stringify({ ...facts, instance: '' }),
  JSON.stringify({ ...facts, startedAt: undefined }),
])('a file that says %j names no daemon', (text) => {
  writeFileSync(path.join(directory, 'daemon.json'), text);
  expect(readDaemonFile(directory)).toBeNull();
});
