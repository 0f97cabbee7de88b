const WORD = 32;
/** 256 bits: the length that was measured (0.97 to 0.99 recall@10 with a re-rank of 200), and 32 bytes for each observation. */
const FEWEST_WORDS = 8;

/** 32-bit words of a sign code: one bit for each component, padded with zeros to whole words and to 256 bits at least. */
export function signCodeWords(dimension: number): number {
  return Math.max(FEWEST_WORDS, Math.ceil(dimension / WORD));
}

/**
 * Writes one bit for each component, set where it is positive, into `target` from word `at`. Vectors in nearly the same direction
 * have nearly the same bits, so the Hamming distance pre-selects what is worth a cosine.
 */
export function writeSignCode(components: Int8Array, target: Int32Array, at = 0): void {
  target.fill(0, at, at + signCodeWords(components.length));
  for (let index = 0; index < components.length; index++) {
    if (components[index]! > 0) target[at + (index >>> 5)]! |= 1 << (index & 31);
  }
}

/** The same bits as '0' and '1', component 0 first: the form of PostgreSQL's `bit varying`. */
export function signCodeText(components: Int8Array): string {
  const bits = Array.from(components, (component) => (component > 0 ? '1' : '0')).join('');
  return bits.padEnd(signCodeWords(components.length) * WORD, '0');
}

/** How many bits differ between `words` words of two codes. */
export function signCodeDistance(a: Int32Array, aFrom: number, b: Int32Array, bFrom: number, words: number): number {
  let distance = 0;
  for (let word = 0; word < words; word++) distance += bitCount(a[aFrom + word]! ^ b[bFrom + word]!);
  return distance;
}

function bitCount(word: number): number {
  let rest = word - ((word >>> 1) & 0x55555555);
  rest = (rest & 0x33333333) + ((rest >>> 2) & 0x33333333);
  return Math.imul((rest + (rest >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
