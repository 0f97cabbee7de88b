import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readSets } from './read-sets.mjs';

const SET = JSON.stringify({ unit: 'commit', stores: [{ id: 'one', items: [], queries: [] }] });
let directory;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'inkling-sets-'));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

const write = (name, content) => writeFileSync(join(directory, name), content);

it('reads the sets of a directory, or those that are named', () => {
  write('b.json', SET);
  write('a.json.gz', gzipSync(SET));
  write('package.json', '{"name":"no set"}');
  write('notes.txt', 'no set');
  expect(readSets(directory).map(({ name }) => name)).toEqual(['a', 'b']);
  expect(readSets(directory, ['b']).map(({ name }) => name)).toEqual(['b']);
});

it('says what cannot be read', () => {
  expect(() => readSets(directory)).toThrow(`there is no set in ${directory}`);
  expect(() => readSets(directory, ['a', 'c'])).toThrow(`there is no set a, c in ${directory}`);
  write('a.json', SET.slice(0, 20));
  expect(() => readSets(directory)).toThrow(`${join(directory, 'a.json')} is no JSON: `);
});
