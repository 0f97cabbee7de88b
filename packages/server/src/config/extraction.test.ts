import { expect, test } from 'vitest';
import { resolveExtraction } from './extraction.ts';
import { resolveSettings } from './resolve-settings.ts';
import type { SettingValues } from './settings.ts';

const extractionOf = async (named: Partial<SettingValues>, environment: NodeJS.ProcessEnv) =>
  resolveExtraction(resolveSettings({ named }, { environment, platform: 'linux', home: '/nobody' }).values);

const named = { INKLING_EXTRACTOR_URL: 'http://127.0.0.1:11434/v1', INKLING_EXTRACTOR_MODEL: 'qwen3' };

test('nothing is read by a model unless one is named', async () => {
  expect(await extractionOf({}, {})).toBeNull();
  expect(await extractionOf({}, { INKLING_EXTRACTOR_KEY: 'k', INKLING_EXTRACTOR_DAILY_CALLS: '5' })).toBeNull();
});

test('the environment names it, a flag wins, and there is always a limit', async () => {
  const config = await extractionOf({ 'extractor.model': 'gpt-x', 'extractor.daily_calls': 7 }, named);
  expect(config).toMatchObject({ extractor: { modelId: 'openai/gpt-x' }, dailyCalls: 7, dailyTokens: 500_000 });
  const without = await extractionOf({}, { ...named, INKLING_EXTRACTOR_DAILY_TOKENS: '0' });
  expect(without).toMatchObject({ dailyTokens: 0 });
});

test('half a model, an address that is none, and a limit that cannot be read are refused', async () => {
  await expect(extractionOf({ 'extractor.model': 'gpt-x' }, {})).rejects.toThrow(/an address and a name/);
  await expect(extractionOf({}, { ...named, INKLING_EXTRACTOR_URL: 'qwen3' })).rejects.toThrow(/http or https address/);
  for (const text of ['many', '-1', '1e3', ' '])
    await expect(extractionOf({}, { ...named, INKLING_EXTRACTOR_DAILY_CALLS: text })).rejects.toThrow(/whole number/);
});
