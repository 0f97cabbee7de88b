import type { Embedder } from '@inkling/engine';
import { InklingError } from '@inkling/engine/errors';
import { requireOuterAddress } from './model-address.ts';
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
        baseUrl: needed(name, 'url', "the address of a service in OpenAI's form", baseUrl),
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
