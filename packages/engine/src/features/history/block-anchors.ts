import type { BlockAnchor, LiveBlock } from './injection-state.ts';
import { createInjectionMessage, injectionIndex } from './insert-injection-block.ts';
import { hashText } from './near-duplicate.ts';
import { readMessage } from './read-message.ts';

/** The same for the same words of the same speaker, in whatever shape. */
export function hashMessage(message: unknown): number {
  const { role, entries } = readMessage(message);
  return hashText(`${role}\n${entries.map(({ kind, name, text }) => `${kind} ${name} ${text}`).join('\n')}`);
}

const hashAt = (messages: readonly unknown[], at: number): number | null =>
  at >= 0 && at < messages.length ? hashMessage(messages[at]) : null;

/** Where the block of the present turn goes among messages that are not blocks. */
export function anchorIn(messages: readonly unknown[]): BlockAnchor {
  const index = injectionIndex(messages);
  return { index, previous: hashAt(messages, index - 1), next: hashAt(messages, index) };
}

/** Blocks that still have their place, with it; the others are gone with the messages around them. */
export function placedBlocks(blocks: readonly LiveBlock[], messages: readonly unknown[]): readonly LiveBlock[] {
  let hashes: readonly number[] | null = null;
  const all = (): readonly number[] => (hashes ??= messages.map(hashMessage));
  return blocks.flatMap((block) => {
    if (block.anchor === null) return [];
    const anchor = standsAt(block.anchor, messages) ? block.anchor : moved(block.anchor, all());
    return anchor === null ? [] : [{ ...block, anchor }];
  });
}

function standsAt({ index, previous, next }: BlockAnchor, messages: readonly unknown[]): boolean {
  if (index > messages.length || hashAt(messages, index - 1) !== previous) return false;
  return next === null || hashAt(messages, index) === next;
}

/** After a compaction the messages that stayed stand elsewhere: the one after the block, or without one that before it, tells where. */
function moved({ previous, next }: BlockAnchor, hashes: readonly number[]): BlockAnchor | null {
  const index = next === null ? hashes.lastIndexOf(previous ?? -1) + 1 : hashes.lastIndexOf(next);
  if (index < 0 || (next === null && index === 0)) return null;
  return { index, previous: hashes[index - 1] ?? null, next: hashes[index] ?? null };
}

/** The messages with their blocks. */
export function withBlocks<M>(messages: readonly M[], blocks: readonly LiveBlock[]): M[] {
  const result: M[] = [];
  const waiting = blocks.toSorted((a, b) => (a.anchor?.index ?? 0) - (b.anchor?.index ?? 0) || a.turn - b.turn);
  let at = 0;
  for (const block of waiting) {
    const index = block.anchor?.index ?? messages.length;
    // Shaped like what stands before it and at its place, which later requests repeat: to a prompt cache another shape is another message.
    const like = messages.slice(0, index + 1);
    result.push(...messages.slice(at, index), createInjectionMessage<M>(block.text, like));
    at = index;
  }
  return [...result, ...messages.slice(at)];
}
