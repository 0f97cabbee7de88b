import { findInjectionBlocks, mayHoldMarker } from './injection-block.ts';
import { isFields, roleOf, type MessageRole } from '../read-message.ts';
import { rewriteTexts } from '../rewrite-texts.ts';

/** Which blocks are meant. */
export interface BlockOptions {
  /** Only blocks of the conversation with this nonce. (Default: any, but none in what tools answered) */
  readonly nonce?: string;
}

/**
 * Whether blocks are looked for in what this one wrote. Never in the model's words: it may quote one. In what a tool answered only by the
 * nonce: some clients append a hook's text there, yet a file that a tool reads may hold a block of another conversation.
 */
export function mayCarryBlock(place: MessageRole, nonce: string | undefined): boolean {
  return place === 'user' || place === 'system' || (place === 'tool' && nonce !== undefined);
}

/** How many blocks a message carries. */
export function countInjectionBlocks(message: unknown, { nonce }: BlockOptions = {}): number {
  if (isPlainlyNone(message, nonce)) return 0;
  let count = 0;
  rewriteTexts(message, (text, place) => {
    if (mayCarryBlock(place, nonce)) count += findInjectionBlocks(text, nonce).length;
    return text;
  });
  return count;
}

/** Nearly every message of a history, told by its first look: with it 10,000 of them take a tenth of the time. */
function isPlainlyNone(message: unknown, nonce: string | undefined): boolean {
  if (!isFields(message)) return false;
  const { role, content } = message;
  if (role === 'assistant' || role === 'model' || (role === 'tool' && nonce === undefined)) return true;
  if (typeof content === 'string' && typeof role === 'string') return !mayHoldMarker(content);
  return roleOf(message) === 'assistant';
}

/**
 * Whether a message carries an injected block: as all that it says, or wrapped, or beside a prompt. Any value is an answer's question:
 * what is no message is no block. Source: seed "Memory Injection Persistence Model", contract 13.
 */
export function isInjectionBlock(message: unknown, options: BlockOptions = {}): boolean {
  return countInjectionBlocks(message, options) > 0;
}

/** The turns whose blocks are in a history. */
export function injectedTurns(history: readonly unknown[], nonce: string): ReadonlySet<number> {
  const turns = new Set<number>();
  for (const message of history) {
    if (isFields(message) && roleOf(message) === 'assistant') continue;
    rewriteTexts(message, (text, place) => {
      if (mayCarryBlock(place, nonce)) for (const { turn } of findInjectionBlocks(text, nonce)) turns.add(turn ?? 0);
      return text;
    });
  }
  return turns;
}
