import { grown } from './column.ts';

/** Blocks this close to each other stand in any order: a full sort would take longer than it saves. */
const LEVELS = 256;

/** Room for an order of blocks, reused. */
export interface BlockOrder {
  blocks: Uint32Array;
  readonly ends: Uint32Array;
}

export function createBlockOrder(): BlockOrder {
  return { blocks: new Uint32Array(0), ends: new Uint32Array(LEVELS) };
}

/** The blocks whose bound is above the floor, by falling bound to a part in {@link LEVELS}. Good until the next call. */
export function orderBlocks(order: BlockOrder, bounds: Float64Array, count: number, floor: number): Uint32Array {
  order.blocks = grown(order.blocks, count);
  const { blocks, ends } = order;
  let highest = floor;
  for (let block = 0; block < count; block++) if (bounds[block]! > highest) highest = bounds[block]!;
  if (highest === floor) return blocks.subarray(0, 0);
  const scale = (LEVELS - 1) / (highest - floor);
  ends.fill(0);
  for (let block = 0; block < count; block++) {
    if (bounds[block]! > floor) ends[((highest - bounds[block]!) * scale) | 0]!++;
  }
  for (let level = 1; level < LEVELS; level++) ends[level]! += ends[level - 1]!;
  const total = ends[LEVELS - 1]!;
  for (let block = count - 1; block >= 0; block--) {
    if (bounds[block]! > floor) blocks[--ends[((highest - bounds[block]!) * scale) | 0]!] = block;
  }
  return blocks.subarray(0, total);
}
