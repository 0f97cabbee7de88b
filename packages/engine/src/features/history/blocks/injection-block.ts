import { rewriteTexts } from '../rewrite-texts.ts';

/** First words of every block. Finding, removing and skipping blocks all rest on it, so nothing else may spell it out. */
export const INJECTION_BLOCK_PREFIX = '[Context from memory]';

/** The line that closes a block. No angle brackets in either: some clients escape them. */
export const INJECTION_BLOCK_SUFFIX = '[End of context from memory]';

/** Whose block it is and of which turn; shown in both markers, ` (k3f9a1-7)`. */
export interface BlockTag {
  /** Of the conversation, 1 to 64 of `0-9a-z`. Whoever quotes a block of elsewhere, or makes one up, does not know it. */
  readonly nonce: string;
  /** From 1. */
  readonly turn: number;
}

/** A block within a text. */
export interface BlockSpan {
  readonly start: number;
  /** After the last character. */
  readonly end: number;
  /** null = the markers carry no tag. */
  readonly turn: number | null;
}

const MARKER = /\[(?:(End of c)|C)ontext from memory\](?: \(([0-9a-z]{1,64})-(\d{1,15})\))?/g;
const MARKER_WITH_BACKSLASHES = /\[(\\*)(?=(?:End of c|C)ontext from memory\])/g;
const ESCAPED_MARKER = /\[(\\*)\\(?=(?:End of c|C)ontext from memory\])/g;

// Looking for a capital first: it is rarer in texts than a bracket or a small letter, which makes the look through 6 MB of them 0.6 ms
// instead of 1.8 and 3.2. Texts with an escaped marker are looked at more closely for nothing.
const PREFIX_WORDS = 'Context from memory]';
const SUFFIX_WORDS = 'End of context from memory]';

/** Whether a text may hold a marker, escaped or not. Nearly none does, and this is all that is done with it then. */
export function mayHoldMarker(text: string): boolean {
  return text.includes(PREFIX_WORDS) || text.includes(SUFFIX_WORDS);
}

/** The text that goes into the history. Markers inside the body are escaped, so it can neither close the block nor open another. */
export function wrapInjectionBlock(body: string, tag?: BlockTag): string {
  const label = tag ? ` (${tag.nonce}-${tag.turn})` : '';
  return `${INJECTION_BLOCK_PREFIX}${label}\n${escapeInjectionMarkers(body)}\n${INJECTION_BLOCK_SUFFIX}${label}`;
}

/**
 * A text in which no marker reads as one: each gets a backslash after its bracket. Lossless: {@link unescapeInjectionMarkers} gives
 * back the very text, one that was escaped before included. For what users and tools write, once, on the way in.
 */
export function escapeInjectionMarkers(text: string): string {
  return mayHoldMarker(text) ? text.replace(MARKER_WITH_BACKSLASHES, '[$1\\') : text;
}

/** Takes back what {@link escapeInjectionMarkers} did. */
export function unescapeInjectionMarkers(text: string): string {
  return mayHoldMarker(text) ? text.replace(ESCAPED_MARKER, '[$1') : text;
}

/**
 * Blocks in a text, wherever they stand: clients wrap what they are given. With a nonce only those that carry it. A text that begins
 * with the prefix and never closes is a block to its end, as the seed has it. Linear in the text.
 */
export function findInjectionBlocks(text: string, nonce?: string): readonly BlockSpan[] {
  if (!text.includes(PREFIX_WORDS)) return [];
  const spans: BlockSpan[] = [];
  let open: { readonly start: number; readonly tag: string } | null = null;
  let first: { readonly start: number; readonly turn: number | null } | null = null;
  for (const match of text.matchAll(MARKER)) {
    const [marker, isEnd, owner, turnText] = match;
    if (nonce !== undefined && owner !== nonce) continue;
    const tag = owner === undefined ? '' : `${owner}-${turnText}`;
    const turn = turnText === undefined ? null : Number(turnText);
    if (isEnd === undefined) {
      // The nearest opening before an end is the one it closes: what stands between two openings was said by somebody.
      open = { start: match.index, tag };
      first ??= { start: match.index, turn };
    } else if (open?.tag === tag) {
      spans.push({ start: open.start, end: match.index + marker.length, turn });
      open = null;
    }
  }
  if (spans.length > 0 || first === null || text.slice(0, first.start).trim() !== '') return spans;
  return [{ ...first, end: text.length }];
}

const TAG = '(system-reminder|system_reminder|hook_context)';
const LABEL =
  '(?:[\\w-]{1,40}(?::[\\w.-]{1,80})? hook additional context:|Additional (?:context|guidance) from \\w{1,40} hooks?:)';
const OPENING = new RegExp(`(?:<|&lt;)${TAG}(?:>|&gt;)\\s*(?:${LABEL}\\s*)?$`);
const CLOSING = new RegExp(`^\\s*(?:<|&lt;)/${TAG}(?:>|&gt;)`);
const BARE_LABEL = new RegExp(`${LABEL}\\s*$`);
// Longer than any wrapper above.
const REACH = 200;

/** The span with the wrapper that a client put around it, where there is nothing else in the wrapper. */
function withWrapper(text: string, { start, end }: BlockSpan): { readonly start: number; readonly end: number } {
  const before = text.slice(Math.max(0, start - REACH), start);
  const opening = OPENING.exec(before);
  const closing = CLOSING.exec(text.slice(end, end + REACH));
  if (opening && closing && opening[1] === closing[1]) {
    return { start: start - opening[0].length, end: end + closing[0].length };
  }
  return { start: start - (BARE_LABEL.exec(before)?.[0].length ?? 0), end };
}

/** The text without its first `most` blocks and what clients wrapped around them. Everything else is as it was, blanks included. */
export function removeInjectionBlocks(text: string, nonce?: string, most: number = Number.POSITIVE_INFINITY): string {
  const spans = findInjectionBlocks(text, nonce);
  if (spans.length === 0) return text;
  let rest = '';
  let from = 0;
  for (const span of spans.slice(0, most)) {
    const { start, end } = withWrapper(text, span);
    rest += text.slice(from, Math.max(from, start));
    from = end;
  }
  rest += text.slice(from);
  return rest.trim() === '' ? '' : rest;
}

/**
 * Messages in which no text of a user or a tool poses as a block: markers in it are escaped. The messages without one stay the same
 * objects, and what was escaped already is not escaped again, so it may run over a whole history before every request.
 */
export function escapeIncomingMessages<M>(messages: readonly M[]): M[] {
  return messages.map((message) => rewriteTexts(message, escapeIncoming) ?? message);
}

function escapeIncoming(text: string, place: string): string {
  if ((place !== 'user' && place !== 'tool') || !mayHoldMarker(text)) return text;
  const poses = text.includes(INJECTION_BLOCK_PREFIX) || text.includes(INJECTION_BLOCK_SUFFIX);
  return poses ? escapeInjectionMarkers(text) : text;
}
