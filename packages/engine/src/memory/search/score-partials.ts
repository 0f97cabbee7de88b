import { ownFrequency } from './field-norms.ts';
import type { ScoredTerm, ScoringRun } from './lexical-score.ts';
import { type ListPiece, pieceFrom } from './slab-store.ts';
import { BLOCK_BITS } from './slot-block.ts';

/** Puts what the term gives in front of the chains: the last term of a query must come first. */
export function addPartials(run: ScoringRun, { number, gain }: ScoredTerm): void {
  const { postings } = run.state;
  for (let next = 0; next < postings.count[number]!;) {
    const piece = pieceFrom(postings, number, next);
    next += (piece.end - piece.at) / 2;
    addPiece(run, gain, piece);
  }
}

function addPiece({ state, norms, scratch }: ScoringRun, gain: number, { data, at: first, end }: ListPiece): void {
  const { flags } = state.documents;
  const { k1 } = state.settings;
  const { head, next, slots, amounts } = scratch.partials;
  let entry = scratch.partials.count;
  for (let at = first; at < end; at += 2) {
    const slot = data[at]!;
    if (flags[slot] === 0) continue;
    const frequency = ownFrequency(norms, state, slot, data[at + 1]!);
    entry++;
    slots[entry] = slot;
    amounts[entry] = (gain * frequency) / (k1 + frequency);
    next[entry] = head[slot >>> BLOCK_BITS]!;
    head[slot >>> BLOCK_BITS] = entry;
  }
  scratch.partials.count = entry;
}

/** Puts the partial scores of a block in hand. */
export function takePartials({ scratch }: ScoringRun, block: number): void {
  const { raw, touched, partials } = scratch;
  const { head, next, slots, amounts } = partials;
  const base = block << BLOCK_BITS;
  let { touchedCount, highest } = scratch;
  for (let entry = head[block]!; entry > 0; entry = next[entry]!) {
    const place = slots[entry]! - base;
    const before = raw[place]!;
    if (before === 0) touched[touchedCount++] = place;
    const sum = before + amounts[entry]!;
    raw[place] = sum;
    if (sum > highest) highest = sum;
  }
  scratch.touchedCount = touchedCount;
  scratch.highest = highest;
}
