import { escapeInjectionMarkers, mayHoldMarker, removeInjectionBlocks } from './blocks/injection-block.ts';
import type { BlockOptions } from './blocks/is-injection-block.ts';
import { readMessage, type MessageEntry, type MessageReading } from './read-message.ts';

const NAMES = { user: 'User', assistant: 'Assistant', system: 'System', tool: 'Tool', other: 'Other' } as const;

/**
 * The dialogue as plain text, one paragraph for each thing said, called or answered: what a compactor summarises. Blocks are left out
 * whoever repeats them, and a marker that is left after that is escaped, so no transcript contains {@link INJECTION_BLOCK_PREFIX}. With a
 * nonce only that conversation's blocks are left out; what somebody quotes from elsewhere was said here. The model's thinking is no
 * dialogue. Source: seed "Memory Injection Persistence Model", compactor filter.
 */
export function renderMessagesAsTranscript(messages: readonly unknown[], { nonce }: BlockOptions = {}): string {
  const paragraphs: string[] = [];
  const shown = new Set<string>();
  for (const message of messages) {
    const reading = readMessage(message);
    for (const entry of reading.entries) {
      // The same call in the parts, in `tool_calls`, and in the message with its answer.
      if (entry.kind === 'call' && entry.callId !== '' && shown.has(entry.callId)) continue;
      if (entry.kind === 'call') shown.add(entry.callId);
      const paragraph = renderEntry(reading, entry, nonce);
      if (paragraph !== '') paragraphs.push(paragraph);
    }
  }
  return paragraphs.join('\n\n');
}

function renderEntry({ role, speaker }: MessageReading, entry: MessageEntry, nonce: string | undefined): string {
  const { kind, name } = entry;
  if (kind === 'thinking') return '';
  const text = mayHoldMarker(entry.text) ? escapeRemaining(removeInjectionBlocks(entry.text, nonce)) : entry.text;
  if (kind === 'call') return `${NAMES[role]} calls ${name || 'a tool'}: ${text}`;
  if (kind === 'result') return `Tool${name === '' ? '' : ` ${name}`}: ${text}`;
  if (text === '') return '';
  return `${NAMES[role]}${speaker === '' ? '' : ` ${escapeRemaining(speaker)}`}: ${text}`;
}

const ANY_MARKER = /\[(?:End of c|C)ontext from memory\]/g;

/** What was escaped on the way in stays as it is: a transcript is read, never taken back. */
function escapeRemaining(text: string): string {
  return text.replace(ANY_MARKER, escapeInjectionMarkers);
}

/** Counts the tokens of a text. (Default: characters / 4, rounded up once for all texts together) */
export type TextTokens = (text: string) => number;

/**
 * Estimated tokens of a history: what was said and thought, calls with their arguments, answers, and the injected blocks, which a
 * model reads like everything else. Counting them makes compaction start earlier, which is the safe side. Images and files are not counted.
 * Source: seed "Memory Injection Persistence Model", interaction with existing systems.
 */
export function estimateHistoryTokens(messages: readonly unknown[], estimate?: TextTokens): number {
  let characters = 0;
  let tokens = 0;
  for (const message of messages) {
    for (const { name, text } of readMessage(message).entries) {
      if (estimate) tokens += estimate(text) + (name === '' ? 0 : estimate(name));
      else characters += text.length + name.length;
    }
  }
  return estimate ? tokens : Math.ceil(characters / 4);
}
