import { type AgeOrder, blocksOf } from '../index/age-order.ts';
import { grown } from '../index/column.ts';
import type { IndexState } from '../index/index-state.ts';

/** The most that recency gives to a document in each block of docIds; valid for one version of the index and one number of visible documents. */
export interface RecencyBounds {
  version: number;
  visible: number;
  byBlock: Float64Array;
}

export function createRecencyBounds(): RecencyBounds {
  return { version: -1, visible: -1, byBlock: new Float64Array(0) };
}

/** ln((1 + n) / rank): falls with the logarithm of the rank by age, 1 = newest; almost 0 for the oldest. */
export function recencyOfRank(rank: number, visible: number): number {
  return Math.log((1 + visible) / rank);
}

/** Brings the bounds up to the index: most queries ask at a moment when everything is visible, so few bring them up at all. */
export function refreshRecencyBounds(bounds: RecencyBounds, state: IndexState, visible: number): void {
  if (bounds.version === state.version && bounds.visible === visible) return;
  const blocks = blocksOf(state.documents.count);
  bounds.version = state.version;
  bounds.visible = visible;
  bounds.byBlock = grown(bounds.byBlock, blocks);
  for (let block = 0; block < blocks; block++) bounds.byBlock[block] = boundOf(state, state.ages, block, visible);
}

function boundOf({ settings }: IndexState, { newest }: AgeOrder, block: number, visible: number): number {
  // What is newer than the query's moment is not eligible.
  return settings.recency * recencyOfRank(Math.max(1, visible - newest[block]!), visible);
}
