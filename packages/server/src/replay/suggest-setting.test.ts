import fc from 'fast-check';
import { expect, test } from 'vitest';
import { suggestSetting, SWEPT_SETTINGS, type SettingVerdict, type SweptSetting } from './suggest-setting.ts';

const sweep = (
  queries: number,
  outcome: (setting: SweptSetting, query: number) => SettingVerdict,
): SettingVerdict[][] =>
  Array.from({ length: queries }, (_value, query) => SWEPT_SETTINGS.map((setting) => outcome(setting, query)));

test('every budget from 200 to 1000 is tried with every floor from 0.1 to 0.5', () => {
  expect(SWEPT_SETTINGS).toHaveLength(81);
  expect(SWEPT_SETTINGS).toContainEqual({ budgetTokens: 200, minRelevance: 0.1 });
  expect(SWEPT_SETTINGS).toContainEqual({ budgetTokens: 1000, minRelevance: 0.5 });
});

test('where 400 tokens from 0.3 are enough, more tokens and a lower floor are not suggested', () => {
  // 9 of 10 tasks hit from 400 tokens on and up to a floor of 0.3; beyond that half of them do. Every token allowed is used.
  const { best, standardError, halves, settings } = suggestSetting(
    sweep(100, ({ budgetTokens, minRelevance }, query) =>
      outcomeOf(query % 10 < (budgetTokens >= 400 && minRelevance <= 0.3 ? 9 : 5), budgetTokens - 100 * minRelevance),
    ),
  );
  expect(best).toEqual({ budgetTokens: 400, minRelevance: 0.3, hitRate: 0.9, tokens: 370, linesBehindShare: 0.25 });
  expect(standardError).toBeCloseTo(0.03, 12);
  expect(halves?.map(({ budgetTokens }) => budgetTokens)).toEqual([400, 400]);
  expect(settings).toHaveLength(81);
});

test.each([
  [1, 200],
  [3, 400],
])('%i more blocks of a hundred for 200 more tokens: the best has %i', (more, expected) => {
  const { best } = suggestSetting(
    sweep(100, ({ budgetTokens }, query) => outcomeOf(query < (budgetTokens >= 400 ? 50 + more : 50), budgetTokens)),
  );
  expect(best.budgetTokens).toBe(expected);
});

test('a single task has no halves to compare', () => {
  expect(suggestSetting(sweep(1, () => outcomeOf(true, 100))).halves).toBeNull();
});

test('when nothing ever hits, the cheapest setting is the answer', () => {
  const { best, standardError } = suggestSetting(
    sweep(10, () => ({ hit: false, tokens: 0, lines: 0, linesBehind: 0 })),
  );
  expect({ best, standardError }).toEqual({
    best: { budgetTokens: 200, minRelevance: 0.5, hitRate: 0, tokens: 0, linesBehindShare: 0 },
    standardError: 0,
  });
});

test('no setting is worth more than the best, by figures counted anew', () => {
  const outcome = fc.record({
    hit: fc.boolean(),
    tokens: fc.nat(1000),
    lines: fc.constant(2),
    linesBehind: fc.nat(2),
  });
  const row = fc.array(outcome, { minLength: SWEPT_SETTINGS.length, maxLength: SWEPT_SETTINGS.length });
  fc.assert(
    fc.property(fc.array(row, { minLength: 1, maxLength: 6 }), (swept) => {
      const { settings, best } = suggestSetting(swept);
      const worth = SWEPT_SETTINGS.map((_setting, index) => {
        const column = swept.map((query) => query[index]);
        const hits = column.filter((one) => one?.hit).length;
        const tokens = column.reduce((total, one) => total + (one?.tokens ?? 0), 0);
        return (100 * hits) / swept.length - tokens / 100 / swept.length;
      });
      expect(worth[settings.indexOf(best)]).toBeCloseTo(Math.max(...worth), 6);
    }),
    { numRuns: 30 },
  );
});

const outcomeOf = (hit: boolean, tokens: number): SettingVerdict => ({ hit, tokens, lines: 4, linesBehind: 1 });
