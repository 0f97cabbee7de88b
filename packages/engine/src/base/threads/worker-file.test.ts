import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { temporaryDirectory } from '../../../test/setup/temporary-directory.ts';
import { workerFile } from './worker-file.ts';

const WHOLE = /\/thread\/search-worker\.js$/;

test('is the one that holds all modules, unless there is none or the compiler has run since', () => {
  const directory = temporaryDirectory();
  const room = join(directory, 'memory/search');
  mkdirSync(join(room, 'thread'), { recursive: true });
  const file = (): string => workerFile('memory/search/host/search-worker.js', pathToFileURL(`${directory}/`)).pathname;
  const write = (path: string, seconds: number): void => {
    writeFileSync(join(directory, path), '');
    utimesSync(join(directory, path), seconds, seconds);
  };
  expect(file()).toBe(join(room, 'search-worker.js'));
  write('memory/search/thread/search-worker.js', 100);
  expect(file()).toMatch(WHOLE);
  write('.tsbuildinfo', 100);
  expect(file()).toMatch(WHOLE);
  write('.tsbuildinfo', 101);
  expect(file()).not.toMatch(WHOLE);
});
