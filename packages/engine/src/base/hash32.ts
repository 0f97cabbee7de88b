/** FNV-1a over UTF-16 units with murmur3's finalizer: FNV alone leaves the high bits of short words alike. */
export function hash32(text: string, seed: number): number {
  return finished(fnv1a(text, seed));
}

/** Walks on from `state`, a seed or what a walk over the text before left; {@link finished} makes it a hash. */
export function fnv1a(text: string, state: number): number {
  let hash = state;
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return hash;
}

/** Two hashes of the same thing. */
export interface HashPair {
  readonly first: number;
  readonly second: number;
}

/** Two hashes of one text, from two seeds: as {@link hash32} twice, in one walk. */
export function hash32Twice(text: string, seeds: HashPair): HashPair {
  let { first, second } = seeds;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    first = Math.imul(first ^ unit, 0x01000193);
    second = Math.imul(second ^ unit, 0x01000193);
  }
  return { first: finished(first), second: finished(second) };
}

/** As {@link hash32Twice}, of numbers of 32 bits, by murmur3: FNV never brings what differs in a high bit down to the others. */
export function hashNumbersTwice(numbers: Uint32Array, seeds: HashPair): HashPair {
  let { first, second } = seeds;
  for (const number of numbers) {
    const mixed = Math.imul(rotated(Math.imul(number, 0xcc9e2d51), 15), 0x1b873593);
    first = Math.imul(rotated(first ^ mixed, 13), 5) + 0xe6546b64;
    second = Math.imul(rotated(second ^ mixed, 13), 5) + 0xe6546b64;
  }
  return { first: finished(first), second: finished(second) };
}

const rotated = (bits: number, by: number): number => (bits << by) | (bits >>> (32 - by));

/** The finalizer of murmur3. */
export function finished(hash: number): number {
  let mixed = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
}
