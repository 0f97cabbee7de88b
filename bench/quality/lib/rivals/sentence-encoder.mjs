import { createMiniLmEmbedder } from '@inkling/engine';

/** all-MiniLM-L6-v2 for everybody who needs vectors: the peers, and Inkling where it is asked for. */
const model = createMiniLmEmbedder();
const known = new Map();

export const ENCODER_DIMENSIONS = model.dimension;

/** Vectors of what is stored are remembered, so that three peers do not pay three times for the same items. */
export async function embedAll(texts) {
  const wanted = [...new Set(texts)].filter((text) => !known.has(text));
  const vectors = await model.embed(wanted.map((text) => text || ' '));
  for (const [index, vector] of vectors.entries()) known.set(wanted[index], [...vector]);
  return texts.map((text) => known.get(text));
}

/** A question's vector is computed each time, so that the time of a search is honest. */
export async function embed(text) {
  const [vector] = known.has(text) ? [known.get(text)] : await model.embed([text || ' ']);
  return [...vector];
}

/** The same encoder as Inkling takes one. */
export const sharedEmbedder = {
  ...model,
  embed: async (texts, options) =>
    options?.kind === 'query'
      ? model.embed(texts, options)
      : (await embedAll(texts)).map((vector) => Float32Array.from(vector)),
};
