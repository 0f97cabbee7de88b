import { addedText, type OpencodeMessage, type OpencodePart } from './opencode-message.ts';

const BLOCK_END = '[End of context from memory]';

/**
 * Leaves the newest `keep` blocks in a request and takes the older ones out, in place. Only what the plugin added is touched: a part of its
 * own goes as a whole, and behind a tool's output exactly the text that was put there. No call is parted from its result.
 */
export function purgeBlocks(messages: readonly OpencodeMessage[], keep: number): void {
  let left = keep;
  for (const message of messages.toReversed()) {
    const parts: OpencodePart[] = [];
    for (const part of message.parts.toReversed()) {
      const blocks = countBlocks(addedText(part));
      const stays = blocks === 0 || left > 0;
      left -= blocks;
      const kept = stays ? part : withoutAdded(part);
      if (kept !== null) parts.unshift(kept);
    }
    message.parts = parts;
  }
}

function countBlocks(text: string): number {
  return text.split(BLOCK_END).length - 1;
}

/** null = nothing of the part is left. An output that was cut since does not end with what was added, and stays as it is. */
function withoutAdded(part: OpencodePart): OpencodePart | null {
  if (part.type === 'text') return null;
  const { state } = part;
  const added = addedText(part);
  if (state?.output === undefined || !state.output.endsWith(added)) return part;
  return { ...part, state: { ...state, output: state.output.slice(0, -added.length) } };
}
