import { cpSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
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
