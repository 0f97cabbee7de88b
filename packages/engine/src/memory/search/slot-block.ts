import { SLOT_WORD_BITS } from './slot-set.ts';

/** So many bits of a slot tell its place inside its block. */
export const BLOCK_BITS: number = 7;

/** Slots that share bounds: on how new they are, on what a term gives them, on what paths lift them by. */
export const BLOCK: number = 1 << BLOCK_BITS;

/** Numbers that a block has in a {@link SlotSet}. */
export const BLOCK_WORDS: number = BLOCK >>> SLOT_WORD_BITS;

/** The blocks that so many slots fill. */
export function blocksOf(slots: number): number {
  return Math.ceil(slots / BLOCK);
}
