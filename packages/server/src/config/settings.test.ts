import {
  DEFAULT_CONTEXT_BUDGET,
  DEFAULT_FEEDBACK_RANKING,
  DEFAULT_IN_SESSION_CONFIG,
  DEFAULT_SEARCH_SETTINGS,
  DEFAULT_SEMANTIC_SETTINGS,
  UNKNOWN_WORK_TYPE_BUDGET,
} from '@inkling/engine/building-blocks';
import { DEFAULT_EXTRACTION_CAPS } from '@inkling/engine/capture';
import { DEFAULT_MEMORY_INJECTION } from '@inkling/engine/history';
import { expect, test } from 'vitest';
import { memoryOptionsOf } from './memory-options-of.ts';
import { DEFAULT_SETTINGS } from './resolve-settings.ts';
import { environmentName, SETTING_KEYS, SETTINGS } from './settings.ts';

test('without a word from anybody a memory is what createMemory makes without options', async () => {
  const { semantic, inSession, sessionStart, estimateTokens, ...options } = await memoryOptionsOf(
    DEFAULT_SETTINGS.values,
  );
  expect(estimateTokens).toBeUndefined();
  expect(options).toMatchObject({
    lineFormat: 'compact',
    feedbackRanking: DEFAULT_FEEDBACK_RANKING,
    memoryInjection: DEFAULT_MEMORY_INJECTION,
    crossProjectTransfer: { threshold: 0.7, measure: 'jaccard' },
  });
  expect(DEFAULT_SEARCH_SETTINGS).toMatchObject(options.search!);
  expect(DEFAULT_SEMANTIC_SETTINGS).toMatchObject(semantic!);
  const { budgetTokens, ...config } = DEFAULT_IN_SESSION_CONFIG;
  expect(inSession).toEqual({
    ...config,
    enabled: true,
    disabledForAgents: [],
    budgets: { '*': budgetTokens },
    maxBlocks: 3,
    graph: true,
  });
  expect(sessionStart).toEqual({
    enabled: true,
    graph: true,
    budgets: { ...DEFAULT_CONTEXT_BUDGET.defaults, '*': UNKNOWN_WORK_TYPE_BUDGET },
    minRelevance: 0.25,
  });
  expect(DEFAULT_EXTRACTION_CAPS).toEqual({
    dailyCalls: DEFAULT_SETTINGS.values['extractor.daily_calls'],
    dailyTokens: DEFAULT_SETTINGS.values['extractor.daily_tokens'],
  });
});

test.each(SETTING_KEYS)('%s is written and read alike at every door', (key) => {
  const { kind, otherwise } = SETTINGS[key];
  if (otherwise === null || (Array.isArray(otherwise) && otherwise.length === 0)) return;
  expect(kind.fromToml(otherwise)).toEqual(otherwise);
  expect(kind.fromText(kind.toText(otherwise as never))).toEqual(otherwise);
});

test('no two settings share a name in the environment or a flag', () => {
  const names = SETTING_KEYS.map(environmentName);
  expect(new Set(names).size).toBe(names.length);
  const flags = SETTING_KEYS.flatMap((key) => SETTINGS[key].flag ?? []);
  expect(new Set(flags).size).toBe(flags.length);
});

test('what sends data elsewhere, loads code or widens is not for a project', () => {
  const forProjects = SETTING_KEYS.filter((key) => SETTINGS[key].project !== undefined);
  expect(
    forProjects.filter((key) => /^(embedder|extractor|models|transfer|blocks|ranking|search)\b/.test(key)),
  ).toEqual([]);
  expect(SETTING_KEYS.filter((key) => SETTINGS[key].isSecret)).toEqual(['embedder.key', 'extractor.key']);
});
