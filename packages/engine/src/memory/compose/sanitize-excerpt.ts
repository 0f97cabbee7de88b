import { neutralizeStructure } from './neutralize-structure.ts';
import { stripHiddenText } from './strip-hidden-text.ts';

/** Longest excerpt, in UTF-16 units. Source: seed "Context Injection", observation block format. */
export const EXCERPT_MAX_CHARACTERS = 300;

// An observation holds at most 8 KiB of UTF-8, so at most 8192 units. More can only come from a foreign store, and
// reading it would cost time for text that no excerpt shows.
const READ_MAX_CHARACTERS = 8192;

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** Between two visible characters of ASCII a grapheme always ends; to ask the segmenter takes 5 µs. */
function endsPlainly(text: string, end: number): boolean {
  return isVisibleAscii(text.charCodeAt(end - 1)) && isVisibleAscii(text.charCodeAt(end));
}

const isVisibleAscii = (unit: number): boolean => unit >= 0x20 && unit < 0x7f;

/** The longest beginning of a text that fits and ends between two graphemes, so that no emoji or accent is halved. */
function cutAtGrapheme(text: string, maxCharacters: number): string {
  if (text.length <= maxCharacters) return text;
  if (endsPlainly(text, maxCharacters)) return text.slice(0, maxCharacters);
  const boundary = graphemes.segment(text).containing(maxCharacters)?.index ?? 0;
  if (boundary > 0) return text.slice(0, boundary);
  // One grapheme longer than an excerpt is no writing system's: between two code points is then good enough.
  const splitsPair = /[\uD800-\uDBFF]$/.test(text.slice(0, maxCharacters));
  return text.slice(0, splitsPair ? maxCharacters - 1 : maxCharacters);
}

/**
 * The excerpt of an untrusted text that is safe to put into a block's line: one line, at most `maxCharacters` UTF-16 units
 * (default 300) cut between graphemes, with nothing hidden in it and nothing that imitates a block's or a chat's structure.
 * '' when nothing visible is left. Never fails. Source: seed "Context Injection", contract 5 and 14.
 *
 * @example sanitizeExcerpt('line one\n## Heading') === 'line one ## Heading'
 */
export function sanitizeExcerpt(content: string, maxCharacters: number = EXCERPT_MAX_CHARACTERS): string {
  const visible = stripHiddenText(content.slice(0, READ_MAX_CHARACTERS));
  return cutAtGrapheme(neutralizeStructure(visible), maxCharacters).trimEnd();
}
