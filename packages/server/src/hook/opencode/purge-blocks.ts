import { addedText, deliveriesOf, type OpencodeMessage, type OpencodePart } from './opencode-message.ts';

const BLOCK_END = '[End of context from memory]';

/**
 * Leaves the newest `keep` blocks in a request and takes the older ones out, in place of the messages that have them: opencode asks for a title with
 * the same messages, and that has none. Only what the plugin added is touched: a part of its own goes as a whole, and behind a tool's output
 * exactly the text that was put there. No call is parted from its result. Answers the deliveries that the history has.
 */
export function purgeBlocks(messages: OpencodeMessage[], keep: number): readonly string[] {
  const seen = new Set<string>();
  let left = keep;
  for (let index = messages.length - 1; index >= 0; index -= 1) {
    const message = messages[index]!;
    const parts: OpencodePart[] = [];
    for (const part of message.parts.toReversed()) {
      const blocks = isCutOff(part) ? 0 : countBlocks(addedText(part));
      const deliveries = blocks === 0 ? [] : deliveriesOf(part);
      // A process that ended before it had told of a block was sent it again.
      const isRepeated = deliveries.length > 0 && deliveries.every((id) => seen.has(id));
      const stays = blocks === 0 || (left > 0 && !isRepeated);
      if (!isRepeated) left -= blocks;
      for (const id of deliveries) seen.add(id);
      const kept = stays ? shown(part) : withoutAdded(part);
      if (kept !== null) parts.unshift(kept);
    }
    messages[index] = { ...message, parts };
  }
  return [...seen];
}

function countBlocks(text: string): number {
  return text.split(BLOCK_END).length - 1;
}

/** What the plugin added to a message is in no request but those that come through here. */
function shown(part: OpencodePart): OpencodePart {
  return part.ignored === true && addedText(part) !== '' ? { ...part, ignored: false } : part;
}

/** An output that was cut since does not end with what was added. */
function isCutOff({ type, state, ...part }: OpencodePart): boolean {
  return type === 'tool' && state?.output?.endsWith(addedText({ type, state, ...part })) !== true;
}

/** null = nothing of the part is left. */
function withoutAdded(part: OpencodePart): OpencodePart | null {
  if (part.type === 'text') return null;
  const { state } = part;
  if (state?.output === undefined) return part;
  return { ...part, state: { ...state, output: state.output.slice(0, -addedText(part).length) } };
}
