import { createHmac } from 'node:crypto';
import { estimateTokens, type TokenEstimator } from '@inkling/engine';
import {
  INJECTION_BLOCK_PREFIX,
  INJECTION_BLOCK_SUFFIX,
  wrapInjectionBlock,
  type BlockTag,
} from '@inkling/engine/history';

/** Tells the summariser of a compaction to leave blocks out: what matters of them is brought again afterwards. One line, no quotation marks. */
export const SUMMARY_ADVICE: string = `Leave out of the summary everything between ${INJECTION_BLOCK_PREFIX} and ${INJECTION_BLOCK_SUFFIX}: it comes again by itself.`;

/** 41 bits: nobody who writes into a session guesses them, and both lines of a block pay for them. */
const NONCE_CHARACTERS = 8;

/** As long as any envelope gets before a session has been compacted ten thousand times. */
const LONGEST_TAG: BlockTag = { nonce: 'n'.repeat(NONCE_CHARACTERS), turn: 9999 };

/**
 * The nonce of a session's blocks, by which they are told from what somebody quotes or makes up. Derived, so that it is the same when the
 * daemon starts anew. `key`: nobody else's.
 */
export function sessionNonce(key: string, orgId: string, sessionId: string): string {
  const digest = createHmac('sha256', key).update(`block-nonce\n${orgId}\n${sessionId}`).digest('hex');
  return BigInt(`0x${digest}`).toString(36).slice(-NONCE_CHARACTERS);
}

/** The tag of a block. Hooks count no turns: the stretch between two compactions stands in their place, from 1. */
export function blockTag(nonce: string, epoch: number): BlockTag {
  return { nonce, turn: epoch + 1 };
}

/** The tokens of a block with its envelope, so that budgets hold for what the agent gets. '' costs nothing. */
export function estimateWrapped(
  text: string,
  tag: BlockTag = LONGEST_TAG,
  count: TokenEstimator = estimateTokens,
): number {
  return text === '' ? 0 : count(wrapInjectionBlock(text, tag));
}
