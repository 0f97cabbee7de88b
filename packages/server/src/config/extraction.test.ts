import { expect, test } from 'vitest';
import { resolveExtraction } from './extraction.ts';

const named = { INKLING_EXTRACTOR_URL: 'http://127.0.0.1:11434/v1', INKLING_EXTRACTOR_MODEL: 'qwen3' };

test('nothing is read by a model unless one is named', async () => {
  expect(await resolveExtraction({}, {})).toBeNull();
  expect(await resolveExtraction({}, { INKLING_EXTRACTOR_KEY: 'k', INKLING_EXTRACTOR_DAILY_CALLS: '5' })).toBeNull();
});

test('the environment names it, a flag wins, and there is always a limit', async () => {
  const config = await resolveExtraction({ extractorModel: 'gpt-x', extractorCalls: 7 }, named);
  expect(config).toMatchObject({ extractor: { modelId: 'openai/gpt-x' }, dailyCalls: 7, dailyTokens: 500_000 });
  const without = await resolveExtraction({}, { ...named, INKLING_EXTRACTOR_DAILY_TOKENS: '0' });
  expect(without).toMatchObject({ dailyTokens: 0 });
});

test('half a model, an address that is none, and a limit that cannot be read are refused', async () => {
  await expect(resolveExtraction({ extractorModel: 'gpt-x' }, {})).rejects.toThrow(/an address and a name/);
  await expect(resolveExtraction({}, { ...named, INKLING_EXTRACTOR_URL: 'qwen3' })).rejects.toThrow(
    /http or https address/,
  );
  for (const text of ['many', '-1', '1e3', ' '])
    await expect(resolveExtraction({}, { ...named, INKLING_EXTRACTOR_DAILY_CALLS: text })).rejects.toThrow(
      /whole number/,
    );
});
