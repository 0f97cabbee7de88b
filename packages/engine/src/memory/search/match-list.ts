import { grown } from './column.ts';

/** Documents that a scan found, each with its raw BM25F, side by side: passes over them read memory in order. */
export interface MatchList {
  slots: Uint32Array;
  raws: Float64Array;
  count: number;
}

export function createMatchList(): MatchList {
  return { slots: new Uint32Array(0), raws: new Float64Array(0), count: 0 };
}

export function reserveMatches(list: MatchList, room: number): void {
  list.slots = grown(list.slots, room);
  list.raws = grown(list.raws, room);
}
