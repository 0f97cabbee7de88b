import { setImmediate as nextTurn } from 'node:timers/promises';
import type { IndexState } from './index-state.ts';
import { blocksOf } from './slot-block.ts';
import { keptTermsOf, type PeakCache, refreshPeakCache, takeAhead } from './term-peaks.ts';

/** Postings taken in at once: a millisecond or two, then the thread looks for searches. */
const POSTINGS_AT_ONCE = 100_000;

/** So many blocks of a list take as long as a posting of it: room for its peaks may have to be made, and they moved there. */
const BLOCKS_A_POSTING = 2;

/**
 * Takes the peaks of all long lists before a query asks for them: among a million documents the first query with a common word would
 * wait 20 ms for it, and could not be cancelled meanwhile. Ends early when the index is not `isWanted` any more.
 */
export async function takePeaksAhead(cache: PeakCache, state: IndexState, isWanted: () => boolean): Promise<void> {
  if (!state.settings.prune || state.documents.conversational > 0) return;
  let room = POSTINGS_AT_ONCE;
  refreshPeakCache(cache, state);
  const moving = Math.ceil(blocksOf(state.documents.count) / BLOCKS_A_POSTING);
  for (const term of keptTermsOf(state)) {
    for (let taken = -1; taken !== 0; room -= taken + moving) {
      if (room <= 0) {
        await nextTurn();
        if (!isWanted()) return;
        refreshPeakCache(cache, state);
        room = POSTINGS_AT_ONCE;
      }
      taken = takeAhead(cache, state, term, room);
    }
  }
}
