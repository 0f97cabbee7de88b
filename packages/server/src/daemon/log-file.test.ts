import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { removeDirectory, temporaryDirectory } from '../../test/git-fixture.ts';
import { openLogFile } from './log-file.ts';

let directory: string;
let file: string;
beforeEach(() => {
  directory = temporaryDirectory();
  file = path.join(directory, 'daemon.log');
});
afterEach(() => removeDirectory(directory));

const read = (name = file): string => readFileSync(name, 'utf8');

test('a line is there when it was written; one for later comes by itself, and with the end at the latest', async () => {
  const log = openLogFile(file);
  log.write('a\n');
  log.later('b\n');
  expect(read()).toBe('a\n');
  await expect.poll(() => read()).toBe('a\nb\n');
  for (const line of ['c\n', 'd\n']) log.later(line);
  log.close();
  log.close();
  expect(read()).toBe('a\nb\nc\nd\n');
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test('what comes for later while lines are being written is written behind them', async () => {
  const log = openLogFile(file, undefined, (flush) => setImmediate(flush));
  log.later('a\n');
  await new Promise((resolve) => setImmediate(resolve));
  log.later('b\n');
  log.later('c\n');
  await expect.poll(() => read()).toBe('a\nb\nc\n');
  log.later('d\n');
  await expect.poll(() => read()).toBe('a\nb\nc\nd\n');
  log.close();
});

test('a file that is full is put aside, once, and a new one begins', async () => {
  const log = openLogFile(file, 10);
  log.write('12345678\n');
  expect(existsSync(`${file}.1`)).toBe(false);
  log.write('90\n');
  expect([read(`${file}.1`), read()]).toEqual(['12345678\n90\n', '']);
  for (let n = 0; n < 20; n += 1) log.later('later\n');
  await expect.poll(() => read(`${file}.1`)).toBe('later\n'.repeat(20));
  log.write('now\n');
  log.close();
  expect(read()).toBe('now\n');
});

test('lines for later are written together', async () => {
  const flushes: (() => void)[] = [];
  const log = openLogFile(file, undefined, (flush) => flushes.push(flush));
  for (const line of ['a\n', 'b\n', 'c\n']) log.later(line);
  expect(flushes).toHaveLength(1);
  expect(read()).toBe('');
  flushes[0]?.();
  log.later('d\n');
  await expect.poll(() => read()).toBe('a\nb\nc\n');
  await expect.poll(() => flushes).toHaveLength(2);
  log.close();
  expect(read()).toBe('a\nb\nc\nd\n');
});

test('a log that cannot be written to stops nobody', async () => {
  const log = openLogFile(file, 5, (flush) => setImmediate(flush));
  removeDirectory(directory);
  log.write('what happens goes on\n');
  log.later('and so does this\n');
  await new Promise((resolve) => setImmediate(resolve));
  log.close();
  expect(existsSync(file)).toBe(false);
});
