import type { Embedder } from '@inkling/engine';
import { InklingError } from '@inkling/engine/errors';
import { requireOuterAddress } from './model-address.ts';

/** Where vectors may come from. */
export const EMBEDDERS = ['minilm', 'onnx', 'ollama', 'openai'] as const;

/** What the command line says about a model that embeds. */
export interface EmbedderFlags {
  readonly embedder?: string | undefined;
  readonly embedderModel?: string | undefined;
  readonly embedderUrl?: string | undefined;
  readonly embedderDimension?: number | undefined;
}

/**
 * The embedding model: `--embedder` and `--embedder-model`, `-url`, `-dimension`, else `INKLING_EMBEDDER` and so on; the key of a service is
 * `INKLING_EMBEDDER_KEY`, never an argument, which every user of the machine can read. null = none was named: words and paths alone answer.
 * @throws InklingError `invalid-input` on an unknown name, or where a name needs more than was given.
 */
export async function resolveEmbedder(flags: EmbedderFlags, environment: NodeJS.ProcessEnv): Promise<Embedder | null> {
  const name = flags.embedder || environment['INKLING_EMBEDDER'];
  if (!name) return null;
  const model = flags.embedderModel || environment['INKLING_EMBEDDER_MODEL'];
  const baseUrl = flags.embedderUrl || environment['INKLING_EMBEDDER_URL'];
  const dimension = flags.embedderDimension ?? dimensionIn(environment);
  const apiKey = environment['INKLING_EMBEDDER_KEY'];
  if (baseUrl) await requireOuterAddress(baseUrl, environment);
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
        ...(dimension === undefined ? {} : { dimension }),
      });
    case 'openai':
      return engine.createOpenAiEmbedder({
        baseUrl: needed(name, 'url', "the address of a service in OpenAI's form", baseUrl),
        model: needed(name, 'model', 'its model', model),
        ...(apiKey ? { apiKey } : {}),
        ...(dimension === undefined ? {} : { dimension }),
      });
    default:
      throw new InklingError('invalid-input', `There is no embedder ${JSON.stringify(name)}.`, {
        wayOut: `Name one of ${EMBEDDERS.join(', ')}, or none.`,
      });
  }
}

function needed<Value>(name: string, part: string, what: string, value: Value | undefined): Value {
  if (value !== undefined && value !== '') return value;
  throw new InklingError('invalid-input', `The embedder ${name} needs ${what}.`, {
    wayOut: `Give --embedder-${part} or INKLING_EMBEDDER_${part.toUpperCase()}.`,
  });
}

function dimensionIn(environment: NodeJS.ProcessEnv): number | undefined {
  const text = environment['INKLING_EMBEDDER_DIMENSION'];
  if (text === undefined || text === '') return undefined;
  if (/^[1-9]\d{0,4}$/.test(text)) return Number(text);
  throw new InklingError('invalid-input', 'INKLING_EMBEDDER_DIMENSION is not a whole number.', {
    wayOut: 'Write the length of the vectors, such as 384.',
  });
}
