import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readSets } from './read-sets.mjs';

const ITEM = { id: '1', text: 'one', ts: '2024-01-01T00:00:00Z' };
const QUERY = { text: 'one', at: 1, rel: { 1: 1 } };
const setOf = (items, queries) => JSON.stringify({ unit: 'commit', stores: [{ id: 'a', items, queries }] });
const SET = setOf([ITEM], [QUERY]);
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

it.each([
  [setOf({}, [QUERY]), 'stores[0] has no items or no queries'],
  [setOf([ITEM, { text: 'two' }], [QUERY]), 'stores[0].items[1] has no id'],
  [setOf([ITEM], [QUERY, {}]), 'stores[0].queries[1] needs text, at and rel'],
  [setOf([ITEM], [null]), 'stores[0].queries[0] needs text, at and rel'],
  [setOf([ITEM], []), 'no store has a query'],
  ['{"stores":[null]}', 'stores[0] has no items or no queries'],
])('refuses before anything is measured: %s', (content, problem) => {
  write('a.json', content);
  expect(() => readSets(directory)).toThrow(`${join(directory, 'a.json')} cannot be measured: ${problem}`);
});
