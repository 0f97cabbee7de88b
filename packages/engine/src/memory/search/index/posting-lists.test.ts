import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { appendEntry, createPostingLists, entriesFrom, secondOf } from './posting-lists.ts';

const LISTS = 6;

/** The list that each entry goes to; entry `at` of all is (2 × at, at + 1). */
const anyEntries = fc.array(fc.nat(LISTS - 1), { maxLength: 200 });

const second = (at: number, width: 1 | 2): number[] => (width === 2 ? [at + 1] : []);

describe.each([1, 2] as const)('lists of entries %i numbers wide', (width) => {
  test('are read as they were appended, from any entry on', () => {
    fc.assert(
      fc.property(anyEntries, fc.nat(50), (entries, from) => {
        const lists = createPostingLists(width);
        for (const [at, list] of entries.entries()) appendEntry(lists, list, 2 * at, at + 1);
        for (const list of lists.longer.keys()) {
          const expected = [...entries.keys()].filter((at) => entries[at] === list);
          expect(lists.count[list]).toBe(expected.length);
          const index = Math.min(from, expected.length);
          const rest = expected.slice(index).flatMap((at) => [2 * at, ...second(at, width)]);
          expect([...entriesFrom(lists, list, index)]).toEqual(rest);
        }
      }),
    );
  });
});

test('an entry is found by its first number', () => {
  const lists = createPostingLists(2);
  for (const [list, length] of [0, 1, 5, 1023].entries()) {
    for (let at = 0; at < length; at++) appendEntry(lists, list, 2 * at, at + 1);
    for (let at = 0; at < length + 2; at++) {
      expect([secondOf(lists, list, 2 * at), secondOf(lists, list, 2 * at + 1)]).toEqual([at < length ? at + 1 : 0, 0]);
    }
  }
});
