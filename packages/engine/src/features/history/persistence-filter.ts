import { INJECTION_BLOCK_PREFIX, INJECTION_BLOCK_SUFFIX } from './injection-block.ts';
import type { ChannelInjectionState } from './injection-state.ts';
import { containment, traceOf } from './near-duplicate.ts';

/** Words that a note may add without saying anything new. "not" and its like are none of them. */
const SAYING_NOTHING =
  /\b(?:an?|the|is|are|was|were|be|and|we|that|this|of|to|in|it|its|as|so|also|note|remember)\b/giu;

/**
 * Tells whether a statement that a branch wants to remember is new: false when all its words are in one memory that was injected into the
 * conversation, or it is a piece of a block. Without it a branch that saw the blocks stores the same facts again, the next search finds
 * both, and so on. One word that is not there makes it new: what changed must not be lost, and a paraphrase is found when it is ranked.
 */
export function createPersistenceFilter(state: ChannelInjectionState): (statement: string) => boolean {
  const lines = state.blocks.flatMap(({ text }) => text.split('\n')).map((line) => traceOf(line));
  const injected = [...state.recent, ...lines];
  return (statement) => {
    if (statement.includes(INJECTION_BLOCK_PREFIX) || statement.includes(INJECTION_BLOCK_SUFFIX)) return false;
    const trace = traceOf(statement.replace(SAYING_NOTHING, ' '));
    return !injected.some((one) => containment(trace, one) === 1);
  };
}
