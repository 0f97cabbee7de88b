import { expect, test } from 'vitest';
import { requireOuterAddress, resolveEmbedder, resolveExtraction } from './models.ts';
import { DEFAULT_SETTINGS, resolveSettings } from './resolve-settings.ts';
import type { SettingValues } from './settings.ts';

const embedderOf = async (named: Partial<SettingValues>, environment: NodeJS.ProcessEnv) =>
  resolveEmbedder(resolveSettings({ named }, { environment, platform: 'linux', home: '/nobody' }).values);

test('without a name there is none, whatever else is set', async () => {
  expect(await embedderOf({}, {})).toBeNull();
  expect(await embedderOf({ 'embedder.model': 'x' }, { INKLING_EMBEDDER_KEY: 'k' })).toBeNull();
});

test.each<[string, Record<string, string>, object]>([
  ['minilm', {}, { modelId: 'minilm/l6-v2-fp16', dimension: 384, location: 'local' }],
  ['onnx', { MODEL: '/models/bge', DIMENSION: '384' }, { modelId: 'onnx/bge', dimension: 384, location: 'local' }],
  ['ollama', { MODEL: 'all-minilm' }, { modelId: 'ollama/all-minilm', location: 'remote' }],
  [
    'openai',
    { MODEL: 'm', URL: 'http://127.0.0.1:8080/v1', DIMENSION: '8' },
    { modelId: 'openai/m', dimension: 8, location: 'remote' },
  ],
])('%s, by the environment', async (name, settings, shape) => {
  const environment = Object.fromEntries(
    Object.entries(settings).map(([key, value]) => [`INKLING_EMBEDDER_${key}`, value]),
  );
  expect(await embedderOf({}, { ...environment, INKLING_EMBEDDER: name })).toMatchObject(shape);
});

test('a flag wins', async () => {
  const environment = { INKLING_EMBEDDER: 'ollama', INKLING_EMBEDDER_MODEL: 'a' };
  expect(await embedderOf({ 'embedder.model': 'nomic-embed-text' }, environment)).toMatchObject({
    modelId: 'ollama/nomic-embed-text',
  });
  expect(await embedderOf({ 'embedder.name': 'minilm' }, environment)).toMatchObject({ modelId: 'minilm/l6-v2-fp16' });
});

test.each<[string, Record<string, string>, RegExp]>([
  ['an unknown name', { INKLING_EMBEDDER: 'word2vec' }, /embedder.name cannot be "word2vec"/],
  ['a folder that is not named', { INKLING_EMBEDDER: 'onnx' }, /needs a folder/],
  ['a service without an address', { INKLING_EMBEDDER: 'openai', INKLING_EMBEDDER_MODEL: 'm' }, /needs the address/],
  ['a model that is not named', { INKLING_EMBEDDER: 'ollama' }, /needs a model/],
  [
    'a length that is none',
    { INKLING_EMBEDDER: 'minilm', INKLING_EMBEDDER_DIMENSION: 'long' },
    /a whole number from 1/,
  ],
])('%s is refused', async (_what, environment, message) => {
  await expect(embedderOf({}, environment)).rejects.toThrow(message);
});

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

const { values } = DEFAULT_SETTINGS;

const nobody = async (): Promise<readonly string[]> => [];
const REFUSED = {
  code: 'invalid-input',
  hint: expect.stringContaining('INKLING_ALLOW_PRIVATE_ADDRESSES=1') as string,
};

test.each([
  'http://169.254.169.254/latest',
  'http://10.0.0.7:8080/v1',
  'http://172.31.9.9/v1',
  'http://192.168.1.20:11434',
  'http://100.64.0.1/v1',
  'http://0.0.0.0:11434',
  'http://[fd00::1]/v1',
  'http://[fe80::1]/v1',
  'http://[::ffff:10.0.0.7]/v1',
  'http://0x0a000007/v1',
  'http://167772167/v1',
])('%s is refused unless the setting is there', async (address) => {
  await expect(requireOuterAddress(address, false, nobody)).rejects.toMatchObject(REFUSED);
  await requireOuterAddress(address, true, nobody);
  const embedder = { 'embedder.name': 'openai', 'embedder.url': address, 'embedder.model': 'm' } as const;
  await expect(resolveEmbedder({ ...values, ...embedder })).rejects.toMatchObject(REFUSED);
  const extractor = { 'extractor.url': address, 'extractor.model': 'm' };
  await expect(resolveExtraction({ ...values, ...extractor })).rejects.toMatchObject(REFUSED);
});

test.each(['http://127.0.0.1:11434', 'http://[::1]:8080/v1', 'https://93.184.216.34/v1'])('%s is taken', (address) =>
  expect(requireOuterAddress(address, false, nobody)).resolves.toBeUndefined(),
);

test('a name goes by what it leads to', async () => {
  const leadingTo = (address: string) => async (): Promise<readonly string[]> => [address];
  await expect(requireOuterAddress('http://model.example', false, leadingTo('10.1.2.3'))).rejects.toMatchObject(
    REFUSED,
  );
  await requireOuterAddress('http://localhost:11434', false, leadingTo('127.0.0.1'));
  await requireOuterAddress('http://model.example', false, leadingTo('93.184.216.34'));
});
