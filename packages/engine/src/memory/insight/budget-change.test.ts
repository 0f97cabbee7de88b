import { expect, test } from 'vitest';
import { budgetChange, type BudgetTrace } from './budget-change.ts';

const line = (id: string, tokens: number, included: boolean): BudgetTrace['lines'][number] => ({
  id,
  tokens,
  included,
});
const trace: BudgetTrace = {
  budgetTokens: 100,
  actualTokens: 95,
  lines: [line('a', 40, true), line('big', 50, false), line('b', 20, true), line('c', 30, false)],
};

test('a larger budget lets in what had no room, in the order of ranking', () => {
  expect(budgetChange('feature', 150, [trace])).toMatchObject({
    blocks: 1,
    meanTokensBefore: 95,
    meanTokensAfter: 145,
    meanMemoriesBefore: 2,
    meanMemoriesAfter: 3,
    changedBlocks: 1,
    gained: [{ id: 'big', blocks: 1 }],
    lost: [],
  });
});

test('a smaller one leaves out what has none any more, and a shorter line may take its place', () => {
  // 25 tokens of frame: a 50 has no room in 70 any more, and then b 30, which it had kept out, has.
  const tight = { budgetTokens: 100, actualTokens: 75, lines: [line('a', 50, true), line('b', 30, false)] };
  expect(budgetChange('feature', 70, [tight, tight])).toMatchObject({
    changedBlocks: 2,
    gained: [{ id: 'b', blocks: 2 }],
    lost: [{ id: 'a', blocks: 2 }],
  });
  expect(budgetChange('feature', 70, [trace])).toMatchObject({ gained: [], lost: [{ id: 'a', blocks: 1 }] });
});

test('what lengthened the lines leaves room for others, and is spent as far as a budget goes', () => {
  const included = Array.from({ length: 9 }, (_, at) => line(`m${at}`, 40, true));
  const grown = { budgetTokens: 600, actualTokens: 577, lines: included };
  expect(budgetChange('bug_fix', 600, [grown])).toMatchObject({ changedBlocks: 0, meanTokensAfter: 577 });
  expect(budgetChange('bug_fix', 1200, [grown])).toMatchObject({ changedBlocks: 0, meanTokensAfter: 577 });
  // 35 of the frame, and six lines of 40.
  expect(budgetChange('bug_fix', 300, [grown])).toMatchObject({ meanMemoriesAfter: 6, meanTokensAfter: 300 });
  // What triplets cost is not known.
  const linked = { ...grown, hasTriplets: true };
  expect(budgetChange('bug_fix', 300, [linked])).toMatchObject({ meanMemoriesAfter: 2, meanTokensAfter: 297 });
});

test('the budget that it had changes nothing, and no block is no figure', () => {
  expect(budgetChange('feature', 100, [trace])).toMatchObject({ changedBlocks: 0, meanTokensAfter: 95 });
  expect(budgetChange('feature', 100, [])).toMatchObject({ blocks: 0, meanTokensBefore: 0, gained: [] });
});

test('a block in which nothing had room pays for its frame too', () => {
  const empty = { budgetTokens: 10, actualTokens: 0, lines: [line('a', 20, false)] };
  expect(budgetChange('chore', 54, [empty])).toMatchObject({ gained: [], meanTokensAfter: 0 });
  expect(budgetChange('chore', 55, [empty])).toMatchObject({ gained: [{ id: 'a', blocks: 1 }], meanTokensAfter: 55 });
});
