import { grown } from './column.ts';

/** What the terms with short lists give to documents, chained by block of slots. Room for one query at a time. */
export interface PartialScores {
  /** By block: its first entry; 0 = it has none. */
  head: Uint32Array;
  /** By entry, from 1 on: the entry behind it in its block; 0 ends the chain. */
  next: Uint32Array;
  slots: Uint32Array;
  amounts: Float64Array;
  count: number;
}

export function createPartialScores(): PartialScores {
  const none = (): Uint32Array => new Uint32Array(0);
  return { head: none(), next: none(), slots: none(), amounts: new Float64Array(0), count: 0 };
}

export function partialBytes({ head, next, slots, amounts }: PartialScores): number {
  return head.byteLength + next.byteLength + slots.byteLength + amounts.byteLength;
}

/** Empties the chains, and makes room for so many entries. */
export function beginPartials(partials: PartialScores, blocks: number, postings: number): void {
  partials.head = grown(partials.head, blocks);
  partials.next = grown(partials.next, postings + 1);
  partials.slots = grown(partials.slots, postings + 1);
  partials.amounts = grown(partials.amounts, postings + 1);
  partials.head.fill(0, 0, blocks);
  partials.count = 0;
}
