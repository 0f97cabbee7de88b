/** So many bits of a slot tell its place inside its block. */
export const BLOCK_BITS: number = 7;

/** Slots that share bounds: on how new they are, on what paths lift them by. */
const BLOCK: number = 1 << BLOCK_BITS;

/** The blocks that so many slots fill. */
export function blocksOf(slots: number): number {
  return Math.ceil(slots / BLOCK);
}
