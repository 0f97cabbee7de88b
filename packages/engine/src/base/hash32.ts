/** FNV-1a over UTF-16 units with murmur3's finalizer: FNV alone leaves the high bits of short words alike. */
export function hash32(text: string, seed: number): number {
  let hash = seed;
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return finished(hash);
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

function finished(hash: number): number {
  let mixed = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
}
