import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { allowsBlock, createPace, noteBlock, type Evidence } from './pace.ts';

const strong: Evidence = { margin: 1, isSameLines: false };
const after = (calls: number, blocks: number) => ({ ...createPace(), calls, blocks, hints: blocks });

describe('how often', () => {
  test('the first call may get a block, then one in three, and three at most', () => {
    const pace = createPace();
    const given = Array.from({ length: 12 }, (_, call) => {
      pace.calls += 1;
      const isGiven = allowsBlock(pace, `f${call}`, strong);
      if (isGiven) noteBlock(pace, `f${call}`, strong);
      return isGiven ? 1 : 0;
    });
    expect(given).toEqual([1, 0, 0, 1, 0, 0, 1, 0, 0, 0, 0, 0]);
  });

  test('whatever comes, at most a third of the calls, rounded up', () => {
    const call = fc.record({
      file: fc.constantFrom(null, 'a', 'b', 'c'),
      margin: fc.double({ min: -1, max: 1, noNaN: true }),
      isSameLines: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(call, { maxLength: 100 }), (calls) => {
        const pace = createPace();
        for (const { file, ...evidence } of calls) {
          pace.calls += 1;
          if (allowsBlock(pace, file, evidence)) noteBlock(pace, file, evidence);
          expect(pace.blocks).toBeLessThanOrEqual(Math.min(3, Math.ceil(pace.calls / 3)));
        }
      }),
    );
  });
});

test('evidence that is not enough brings nothing', () => {
  expect(allowsBlock(after(1, 0), 'a', { margin: -0.01, isSameLines: false })).toBe(false);
  expect(allowsBlock(after(1, 0), 'a', { margin: 0, isSameLines: false })).toBe(true);
});

test('blocks of the start and of prompts count: a tool call gets what is left of three', () => {
  const pace = after(100, 0);
  noteBlock(pace, null, { ...strong, isPrompt: true });
  noteBlock(pace, null, null);
  expect(allowsBlock(pace, 'a', strong)).toBe(true);
  noteBlock(pace, 'a', strong);
  expect(allowsBlock(pace, 'b', { margin: 1, isSameLines: true })).toBe(false);
});

test('of what a user asks the fourth block of an epoch needs more than the third, and the fifth more than that', () => {
  const least = (blocks: number): number =>
    [0, 0.05, 0.1, 0.15, 0.2, 0.25].find((margin) =>
      allowsBlock(after(100, blocks), 'a', { margin, isSameLines: false, isPrompt: true }),
    )!;
  expect([0, 1, 2, 3, 4].map(least)).toEqual([0, 0, 0, 0.1, 0.2]);
});

test('a file gets one block, and one more for the very lines', () => {
  const pace = after(100, 0);
  noteBlock(pace, 'a', strong);
  expect(allowsBlock(pace, 'a', strong)).toBe(false);
  expect(allowsBlock(pace, 'b', strong)).toBe(true);
  const same: Evidence = { margin: 1, isSameLines: true };
  expect(allowsBlock(pace, 'a', same)).toBe(true);
  noteBlock(pace, 'a', same);
  expect(allowsBlock(pace, 'a', same)).toBe(false);
});

test('what was stated of an edited file waits for no pace; beyond three blocks it needs more, as what a user asks', () => {
  const stated: Evidence = { margin: 0.1, isSameLines: false, isUnpaced: true };
  const pace = after(1, 1);
  expect(allowsBlock(pace, 'a', strong)).toBe(false);
  expect(allowsBlock(pace, 'a', stated)).toBe(true);
  noteBlock(pace, 'a', stated);
  expect(pace).toMatchObject({ blocks: 2, hints: 2, files: new Set() });
  expect([2, 3, 4].map((blocks) => allowsBlock(after(9, blocks), 'a', stated))).toEqual([true, true, false]);
  expect(allowsBlock(after(9, 0), 'a', { ...stated, margin: -1 })).toBe(false);
});
