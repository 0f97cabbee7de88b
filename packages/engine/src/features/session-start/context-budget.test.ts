import { describe, expect, test } from 'vitest';
import { DEFAULT_CONTEXT_BUDGET, resolveContextBudget, type ContextBudgetConfig } from './context-budget.ts';

const seedExample: ContextBudgetConfig = {
  defaults: { bug_fix: 750, feature: 400, refactor: 600, chore: 300 },
  orgOverrides: { org_abc: { feature: 600 } },
};

describe('the defaults of the seed', () => {
  test.each([
    ['bug_fix', 750],
    ['feature', 400],
    ['refactor', 600],
    ['chore', 300],
    ['spike', 500],
    ['', 500],
  ])('%j gets %i tokens', (workType, tokens) => {
    expect(resolveContextBudget(DEFAULT_CONTEXT_BUDGET, 'local', workType)).toBe(tokens);
  });

  test('bug_fix 750, feature 400, refactor 600, chore 300, pinned [S0-019, S0-020, S0-021, S0-022, S0-024]', () => {
    expect(DEFAULT_CONTEXT_BUDGET).toEqual({ defaults: { bug_fix: 750, feature: 400, refactor: 600, chore: 300 } });
  });

  test('a work type without an entry falls back to 500 [S0-023]', () => {
    expect(resolveContextBudget({ defaults: {} }, 'local', 'bug_fix')).toBe(500);
  });

  test('`*` is every work type without an entry of its own', () => {
    expect(resolveContextBudget({ defaults: { '*': 90, chore: 10 } }, 'local', 'spike')).toBe(90);
    expect(resolveContextBudget({ defaults: { '*': 90, chore: 10 } }, 'local', 'chore')).toBe(10);
  });

  test('the defaults cannot be changed by a caller', () => {
    expect(() => Object.assign(DEFAULT_CONTEXT_BUDGET.defaults, { chore: 1 })).toThrow(TypeError);
  });
});

describe('overrides', () => {
  test('an override of the organisation wins over the defaults, for that organisation and work type only [S0-017, S0-025, S0-026]', () => {
    expect(resolveContextBudget(seedExample, 'org_abc', 'feature')).toBe(600);
    expect(resolveContextBudget(seedExample, 'org_abc', 'chore')).toBe(300);
    expect(resolveContextBudget(seedExample, 'org_xyz', 'feature')).toBe(400);
  });

  test('an override may name a work type that the defaults do not, and may be 0', () => {
    const config: ContextBudgetConfig = { defaults: {}, orgOverrides: { org: { spike: 120, chore: 0 } } };
    expect(resolveContextBudget(config, 'org', 'spike')).toBe(120);
    expect(resolveContextBudget(config, 'org', 'chore')).toBe(0);
  });

  test('an override of `*` is for the work types that neither the organisation nor the defaults name', () => {
    const config: ContextBudgetConfig = {
      defaults: { chore: 300, '*': 500 },
      orgOverrides: { org: { '*': 0, fix: 9 } },
    };
    expect(resolveContextBudget(config, 'org', 'spike')).toBe(0);
    expect(resolveContextBudget(config, 'org', 'fix')).toBe(9);
    expect(resolveContextBudget(config, 'org', 'chore')).toBe(300);
    expect(resolveContextBudget(config, 'other', 'spike')).toBe(500);
  });

  test('inherited properties are no budgets', () => {
    for (const name of ['__proto__', 'constructor', 'toString', 'hasOwnProperty']) {
      expect(resolveContextBudget(seedExample, 'org_abc', name)).toBe(500);
      expect(resolveContextBudget(seedExample, name, name)).toBe(500);
      expect(resolveContextBudget(seedExample, name, 'feature')).toBe(400);
    }
  });

  test('a budget named __proto__ by an operator is one like any other', () => {
    const defaults = JSON.parse('{"__proto__": 77}') as Record<string, number>;
    expect(resolveContextBudget({ defaults }, 'org', '__proto__')).toBe(77);
  });
});
