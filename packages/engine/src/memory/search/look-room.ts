import { grown } from './column.ts';
import { BLOCK, BLOCK_WORDS } from './slot-block.ts';

/** Room for looks at blocks, reused: six columns a query took longer to make than a tenth of its looks. */
export interface LookRoom {
  /** By kept term: the most that it gives to one document of the block in hand, and the most that it and those behind it do. */
  most: Float64Array;
  rest: Float64Array;
  /** By kept term, {@link BLOCK_WORDS} each: the documents of the block that hold it, a bit each. */
  holders: Uint32Array;
  /** The places of the documents that may have enough; after the look of those that have, with their raw scores. */
  readonly places: Uint8Array;
  readonly raws: Float64Array;
}

export function createLookRoom(): LookRoom {
  return {
    most: new Float64Array(0),
    rest: new Float64Array(0),
    holders: new Uint32Array(0),
    places: new Uint8Array(BLOCK),
    raws: new Float64Array(BLOCK),
  };
}

export function reserveLook(room: LookRoom, terms: number): LookRoom {
  room.most = grown(room.most, terms);
  room.rest = grown(room.rest, terms + 1);
  room.holders = grown(room.holders, terms * BLOCK_WORDS);
  return room;
}
