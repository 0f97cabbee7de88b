import { lookup } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';
import type { Embedder } from '@inkling/engine';
import type { ExtractionOptions } from '@inkling/engine/capture';
import { InklingError } from '@inkling/engine/errors';
import { doorsOf, type SettingValues } from './settings.ts';

/**
 * The embedding model that the settings name. null = none was named: words and paths alone answer.
 * @throws InklingError `invalid-input` where a name needs more than was given, or its address is inside a private network.
 */
export async function resolveEmbedder(values: SettingValues): Promise<Embedder | null> {
  const name = values['embedder.name'];
  if (name === null) return null;
  const model = values['embedder.model'];
  const baseUrl = values['embedder.url'];
  const dimension = values['embedder.dimension'];
  const apiKey = values['embedder.key'];
  if (baseUrl) await requireOuterAddress(baseUrl, values['models.allow_private_addresses']);
  const engine = await import('@inkling/engine');
  switch (name) {
    case 'minilm':
      return engine.createMiniLmEmbedder();
    case 'onnx':
      return engine.createOnnxEmbedder({
        model: needed(name, 'model', 'a folder with a model', model),
        dimension: needed(name, 'dimension', 'the length of its vectors', dimension),
      });
    case 'ollama':
      return engine.createOllamaEmbedder({
        model: needed(name, 'model', 'a model that was pulled', model),
        ...(baseUrl ? { baseUrl } : {}),
        ...(dimension === null ? {} : { dimension }),
      });
    case 'openai':
      return engine.createOpenAiEmbedder({
        baseUrl: needed(name, 'url', 'the address of an OpenAI-compatible service', baseUrl),
        model: needed(name, 'model', 'its model', model),
        ...(apiKey ? { apiKey } : {}),
        ...(dimension === null ? {} : { dimension }),
      });
  }
}

function needed<Value>(name: string, part: 'model' | 'url' | 'dimension', what: string, value: Value | null): Value {
  if (value !== null) return value;
  throw new InklingError('invalid-input', `The embedder ${name} needs ${what}.`, {
    hint: `Give ${doorsOf(`embedder.${part}`)}.`,
    details: { key: `embedder.${part}` },
  });
}

/** {@link ExtractionOptions} as the daemon is given them. */
export type ExtractionConfig = Omit<ExtractionOptions, 'onOutcome'>;

/**
 * The model that reads sessions, as the settings name it. null = none was named, and nothing of it is read.
 * @throws InklingError `invalid-input` when only one of address and model is named.
 */
export async function resolveExtraction(values: SettingValues): Promise<ExtractionConfig | null> {
  const baseUrl = values['extractor.url'];
  const model = values['extractor.model'];
  if (!baseUrl && !model) return null;
  if (!baseUrl || !model) {
    throw new InklingError('invalid-input', 'A model that reads sessions needs an address and a name.', {
      hint: `Give both or neither: ${doorsOf('extractor.url')}; ${doorsOf('extractor.model')}.`,
      details: { key: baseUrl ? 'extractor.model' : 'extractor.url' },
    });
  }
  await requireOuterAddress(baseUrl, values['models.allow_private_addresses']);
  const { createOpenAiExtractor } = await import('@inkling/engine/capture');
  const apiKey = values['extractor.key'];
  return {
    extractor: createOpenAiExtractor({ baseUrl, model, ...(apiKey ? { apiKey } : {}) }),
    dailyCalls: values['extractor.daily_calls'],
    dailyTokens: values['extractor.daily_tokens'],
  };
}

const RANGES = {
  ipv4: [
    ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '169.254.0.0/16', '172.16.0.0/12', '192.0.0.0/24'],
    ...['192.168.0.0/16', '198.18.0.0/15', '224.0.0.0/3'],
  ],
  ipv6: ['::/128', 'fc00::/7', 'fe80::/10', 'ff00::/8', '64:ff9b::/96'],
} as const;

const inner = new BlockList();
for (const family of ['ipv4', 'ipv6'] as const) {
  for (const range of RANGES[family]) {
    const [network = '', bits] = range.split('/');
    inner.addSubnet(network, Number(bits), family);
  }
}

/** Every address of a name; a name that nobody knows has none, and what calls it later is told so. */
type Resolve = (host: string) => Promise<readonly string[]>;

const resolveHost: Resolve = async (host) => {
  const found = await lookup(host, { all: true }).catch(() => []);
  return found.map(({ address }) => address);
};

/**
 * Refuses a model's address inside a network: other machines' services, and those that give out a cloud's credentials, answer there to whoever
 * is inside. This machine's own (Ollama, llama.cpp) is allowed; others are where the user said so.
 * @throws InklingError `invalid-input`
 */
export async function requireOuterAddress(
  baseUrl: string,
  arePrivateAllowed: boolean,
  resolve: Resolve = resolveHost,
): Promise<void> {
  if (arePrivateAllowed || !URL.canParse(baseUrl)) return;
  const host = new URL(baseUrl).hostname.replace(/^\[|\]$/gu, '');
  const addresses = isIP(host) ? [host] : await resolve(host);
  if (!addresses.some((address) => inner.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4'))) return;
  throw new InklingError('invalid-input', `The model's address leads to ${host}, inside a private network.`, {
    hint: "If this is intended, set INKLING_ALLOW_PRIVATE_ADDRESSES=1. This machine's own, such as http://127.0.0.1:11434, needs no setting.",
  });
}
