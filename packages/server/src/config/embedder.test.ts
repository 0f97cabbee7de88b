import { expect, test } from 'vitest';
import { resolveEmbedder } from './embedder.ts';
import { resolveSettings } from './resolve-settings.ts';
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
