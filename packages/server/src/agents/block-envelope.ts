import { estimateTokens } from '@inkling/engine';

/** Begins every block in an agent's context. Contract 13. */
const BLOCK_START = '[Context from memory]';

/** Ends it: clients put words of their own around what a hook returns, so the end must be marked too. */
const BLOCK_END = '[End of context from memory]';

/** Tells the summariser of a compaction to leave blocks out: what matters of them is brought again afterwards. One line, no quotation marks. */
export const SUMMARY_ADVICE: string = `Leave out of the summary everything between ${BLOCK_START} and ${BLOCK_END}: it comes again by itself.`;

/** Puts a block into its envelope. */
export function wrapBlock(block: string): string {
  return `${BLOCK_START}\n${block}\n${BLOCK_END}`;
}

/** The tokens of a block with its envelope, so that budgets hold for what the agent gets. '' costs nothing. */
export function estimateWrapped(text: string): number {
  return text === '' ? 0 : estimateTokens(wrapBlock(text));
}
