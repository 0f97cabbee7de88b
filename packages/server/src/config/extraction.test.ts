import { expect, test } from 'vitest';
import { resolveExtraction } from './extraction.ts';

const named = { INKLING_EXTRACTOR_URL: 'http://127.0.0.1:11434/v1', INKLING_EXTRACTOR_MODEL: 'qwen3' };

test('nothing is read by a model unless one is named', () => {
  expect(resolveExtraction({}, {})).toBeNull();
  expect(resolveExtraction({}, { INKLING_EXTRACTOR_KEY: 'k', INKLING_EXTRACTOR_DAILY_CALLS: '5' })).toBeNull();
});

test('the environment names it, a flag wins, and there is always a limit', () => {
  const config = resolveExtraction({ extractorModel: 'gpt-x', extractorCalls: 7 }, named);
  expect(config).toMatchObject({ extractor: { modelId: 'openai/gpt-x' }, dailyCalls: 7, dailyTokens: 500_000 });
  expect(resolveExtraction({}, { ...named, INKLING_EXTRACTOR_DAILY_TOKENS: '0' })).toMatchObject({ dailyTokens: 0 });
});

test('half a model, an address that is none, and a limit that cannot be read are refused', () => {
  expect(() => resolveExtraction({ extractorModel: 'gpt-x' }, {})).toThrow(/an address and a name/);
  expect(() => resolveExtraction({}, { ...named, INKLING_EXTRACTOR_URL: 'qwen3' })).toThrow(/http or https address/);
  for (const text of ['many', '-1', '1e3', ' '])
    expect(() => resolveExtraction({}, { ...named, INKLING_EXTRACTOR_DAILY_CALLS: text })).toThrow(/whole number/);
});
