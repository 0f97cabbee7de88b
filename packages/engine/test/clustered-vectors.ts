/** Deterministic vectors that lie in clusters, as those of real texts do: uniform ones have no near neighbours to find. */

/** mulberry32: 32 bits of state, enough for test data, the same on every machine. */
export function seededRandom(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** `count` vectors around `clusters` centres, all made from 48 latent dimensions. */
export function clusteredVectors(
  count: number,
  dimension: number,
  clusters: number,
  random: () => number,
): Float32Array[] {
  const basis = Array.from({ length: 48 }, () => gaussian(dimension, random));
  const centres = Array.from({ length: clusters }, () => gaussian(basis.length, random));
  return Array.from({ length: count }, (_, index) => {
    const centre = centres[index % clusters]!;
    const noise = gaussian(basis.length, random);
    return project(
      basis,
      centre.map((value, at) => value + 0.7 * noise[at]!),
    );
  });
}

/** The same vector, a little elsewhere: a query about it. */
export function nearby(vector: Float32Array, random: () => number): Float32Array {
  const noise = gaussian(vector.length, random);
  const spread = 0.3 * Math.sqrt(exactDot(vector, vector) / vector.length);
  return vector.map((value, at) => value + spread * noise[at]!);
}

/** Cosine in double precision, the plain way: the oracle. */
export function exactCosine(a: Float32Array, b: Float32Array): number {
  const lengths = Math.sqrt(exactDot(a, a) * exactDot(b, b));
  return lengths === 0 ? 0 : exactDot(a, b) / lengths;
}

function exactDot(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < a.length; at++) sum += a[at]! * b[at]!;
  return sum;
}

function project(basis: readonly Float32Array[], latent: Float32Array): Float32Array {
  const vector = new Float32Array(basis[0]!.length);
  for (const [row, direction] of basis.entries()) {
    for (let at = 0; at < vector.length; at++) vector[at]! += latent[row]! * direction[at]!;
  }
  return vector;
}

function gaussian(length: number, random: () => number): Float32Array {
  return Float32Array.from({ length }, () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random()));
}
