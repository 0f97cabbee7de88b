import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  appendEntry,
  countEntry,
  createSlabStore,
  firstAt,
  layOutLists,
  pieceFrom,
  remapped,
  secondOf,
  slabBytes,
  type SlabStore,
} from './slab-store.ts';

/** So many entries that a store has more than one chunk, and its long lists pieces. */
const MANY = 400_000;

/** Lays out all lists, some at a time. Answers where they begin. */
function laidOut(store: SlabStore): Uint32Array {
  const ends = new Uint32Array(store.lists);
  for (let list = 0; list < store.lists;) list = layOutLists(store, ends, list, 7);
  return ends;
}

/** The entries of a list from `from` on, read piece by piece. */
function entriesOf(store: SlabStore, list: number, from = 0): number[] {
  const entries: number[] = [];
  for (let index = from; index < store.count[list]!;) {
    const { data, at, end } = pieceFrom(store, list, index);
    expect(end).toBeGreaterThan(at);
    for (let place = at; place < end; place++) entries.push(data[place]!);
    index += (end - at) / store.width;
  }
  return entries;
}

/** Entry `at` of a list is (at, at × 3 + list); lists of all lengths, from one entry to a large part of the store. */
function append(store: SlabStore, lists: number, entries: number): number[][] {
  const expected: number[][] = Array.from({ length: lists }, () => []);
  for (let at = 0; at < entries; at++) {
    const list = Math.floor((((at * 7919) % 10_007) / 10_007) ** 6 * lists);
    appendEntry(store, list, at, at * 3 + list);
    expected[list]!.push(...(store.width === 2 ? [at, at * 3 + list] : [at]));
  }
  return expected;
}

describe.each([1, 2] as const)('lists of entries %i numbers wide', (width) => {
  test('are read as they were appended, whatever their length', () => {
    const store = createSlabStore(width);
    const expected = append(store, 500, MANY);
    for (const [list, entries] of expected.entries()) expect(entriesOf(store, list)).toEqual(entries);
  });

  test('that were laid out together go on', () => {
    const store = createSlabStore(width);
    const counts = Array.from({ length: 40 }, (_, list) => (list === 7 ? 300_000 : list * list * 3));
    for (const [list, count] of counts.entries()) for (let at = 0; at < count; at++) countEntry(store, list);
    const starts = laidOut(store);
    for (const [list, count] of counts.entries()) {
      expect(starts[list]).toBe(store.start[list]);
      const { data, at, end } = pieceFrom(store, list, 0);
      expect(end - at).toBe(width * count);
      for (let place = at; place < end; place++) data[place] = list;
    }
    const before = (list: number): number[] => Array.from({ length: width * counts[list]! }, () => list);
    const expected = append(store, 40, 50_000);
    for (const [list, later] of expected.entries()) expect(entriesOf(store, list)).toEqual([...before(list), ...later]);
  });

  test('are closed up and numbered anew', () => {
    const store = createSlabStore(width);
    const expected = append(store, 100, MANY);
    const map = Int32Array.from({ length: MANY }, (_, at) => (at % 3 === 0 ? at / 3 : -1));
    const next = remapped(store, map);
    for (const [list, entries] of expected.entries()) {
      const firsts = entries.filter((_, at) => at % width === 0 && entries[at]! % 3 === 0);
      expect(entriesOf(next, list).filter((_, at) => at % width === 0)).toEqual(firsts.map((first) => first / 3));
    }
  });
});

test('an entry is found by its place and by its first number, in a list of pieces too', () => {
  const store = createSlabStore(2);
  const lengths = [0, 1, 5, 1023, 1024, 1025, 5000];
  for (const [list, length] of lengths.entries()) {
    for (let at = 0; at < length; at++) appendEntry(store, list, 2 * at, at + 1);
  }
  fc.assert(
    fc.property(fc.nat(lengths.length - 1), fc.nat(5100), (list, at) => {
      const isThere = at < lengths[list]!;
      if (isThere) expect(firstAt(store, list, at)).toBe(2 * at);
      expect([secondOf(store, list, 2 * at), secondOf(store, list, 2 * at + 1)]).toEqual([isThere ? at + 1 : 0, 0]);
      expect(entriesOf(store, list, at).length).toBe(Math.max(0, 2 * (lengths[list]! - at)));
    }),
  );
});

test('what was laid out stays where it is when more comes, and takes little more', () => {
  const store = createSlabStore(2);
  for (let list = 0; list < 20; list++) for (let at = 0; at < 20_000; at++) countEntry(store, list);
  laidOut(store);
  const [chunk] = store.data.chunks;
  const bytes = slabBytes(store);
  for (let list = 0; list < 20; list++) appendEntry(store, list, 20_000, 1);
  expect(store.data.chunks[0]).toBe(chunk);
  expect(slabBytes(store) - bytes).toBeLessThanOrEqual(2 ** 20);
});
