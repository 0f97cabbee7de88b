import { expect, test } from 'vitest';
import { resolveEmbedder } from './embedder.ts';
import { resolveExtraction } from './extraction.ts';
import { requireOuterAddress } from './model-address.ts';
import { DEFAULT_SETTINGS } from './resolve-settings.ts';

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
