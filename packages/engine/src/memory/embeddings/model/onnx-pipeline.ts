import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { InklingError } from '../../../base/errors.ts';

/** The part of a feature-extraction pipeline that is used, so that the package is needed only where it runs. */
export interface FeatureExtraction {
  (
    texts: string[],
    options: { readonly pooling: 'mean' | 'cls' | 'last_token'; readonly normalize: boolean },
  ): Promise<ModelOutput>;
}

/** Vectors one behind the other: `dims` is how many, and their length. */
export interface ModelOutput {
  readonly dims: readonly number[];
  readonly data: ArrayLike<number>;
}

/** Which model to load. */
export interface OnnxModel {
  /** A folder that holds the model's files; with `allowRemoteModels`, the name of a model in the public hub. */
  readonly model: string;
  /** Lets the library download the model on first use. (Default: false) */
  readonly allowRemoteModels?: boolean;
  /** Which of the model's weight files: 'fp32', 'fp16', 'q8' … (Default: 'q8', a quarter of the memory of fp32) */
  readonly dtype?: string;
  /** Name or file URL of the library, for a program that has it elsewhere. (Default: '@huggingface/transformers') */
  readonly library?: string;
}

/** One pass of a model in a thread of its own. */
export interface ThreadRequest {
  /** 'minilm' = all-MiniLM-L6-v2 from its two packages. */
  readonly model: OnnxModel | 'minilm';
  readonly texts: string[];
  readonly options: Parameters<FeatureExtraction>[1];
}

/** The part of `@huggingface/transformers` (3 or 4) that is used. */
interface Transformers {
  readonly pipeline: (
    task: 'feature-extraction',
    model: string,
    options: { readonly local_files_only: boolean; readonly dtype: string },
  ) => Promise<FeatureExtraction>;
}

/** The optional package. */
const PACKAGE = '@huggingface/transformers';

/**
 * Loads the pipeline of a local model, by default without any network. Fails with 'dependency-missing' when the optional package is
 * not installed, with 'invalid-input' when the folder is not there and with 'embedder-unavailable' when it cannot be loaded.
 * @param importPackage How the package is found. (Default: import)
 */
export async function loadOnnxPipeline(
  options: OnnxModel,
  importPackage: (name: string) => Promise<unknown> = (name) => import(name),
): Promise<FeatureExtraction> {
  const { allowRemoteModels = false, dtype = 'q8', library = PACKAGE } = options;
  const model = allowRemoteModels ? options.model : await modelFolder(options.model);
  const { pipeline } = await importTransformers(library, importPackage);
  try {
    return await pipeline('feature-extraction', model, { local_files_only: !allowRemoteModels, dtype });
  } catch (cause) {
    throw new InklingError('embedder-unavailable', `The ONNX model ${options.model} could not be loaded.`, {
      hint: `Its folder must hold config.json, tokenizer.json and the ${dtype} weights under onnx/.`,
      cause,
    });
  }
}

/** Absolute: a relative path such as `models/mini` would be taken for the name of a model in the hub. */
async function modelFolder(path: string): Promise<string> {
  const folder = resolve(path);
  const found = await stat(folder).catch(() => null);
  if (found?.isDirectory()) return folder;
  throw new InklingError('invalid-input', `The folder of the ONNX model does not exist: ${folder}.`, {
    hint: 'Put the model there, or set `allowRemoteModels` to let the library download it by its name.',
  });
}

async function importTransformers(
  library: string,
  importPackage: (name: string) => Promise<unknown>,
): Promise<Transformers> {
  try {
    return (await importPackage(library)) as Transformers;
  } catch (cause) {
    throw new InklingError('dependency-missing', `A local ONNX model needs the package ${library}.`, {
      hint: `Run: npm install ${library}`,
      cause,
    });
  }
}
