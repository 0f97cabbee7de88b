import { stripHiddenText } from './strip-hidden-text.ts';
import { SHORT_ID_PATTERN } from '../../../base/text/short-id.ts';

/** Longest excerpt, in UTF-16 units. Source: seed "Context Injection", observation block format. */
export const EXCERPT_MAX_CHARACTERS = 300;

// An observation holds at most 8 KiB of UTF-8, so at most 8192 units. More can only come from a foreign store, and
// reading it would cost time for text that no excerpt shows.
const READ_MAX_CHARACTERS = 8192;

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** The longest beginning of a text that fits and ends between two graphemes, so that no emoji or accent is halved. */
function cutAtGrapheme(text: string, maxCharacters: number): string {
  if (text.length <= maxCharacters) return text;
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

/**
 * Takes the meaning out of text that imitates a block's own structure or a chat template's. It runs on one line whose
 * hidden characters are gone. Each rule swaps one bracket for a look-alike that no parser knows, so the words stay
 * readable; since no rule brings back what another one looks for, the order does not matter and twice is the same as once.
 */

const UUID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';
const ROLES = 'system|sys|assistant|human|user|developer|tool|function|instructions?|inst|prompt|thinking';
// Elements that a markdown renderer shows as a line, a heading or a box of their own, wherever in a line they stand.
const BLOCK_ELEMENTS =
  'h[1-6]|br|hr|p|div|li|ul|ol|dl|dt|dd|table|tr|td|th|pre|blockquote|details|summary|section|article|header|footer|script|style|iframe';
const TAG_NAMES = `${ROLES}|im_start|im_end|start_of_turn|end_of_turn`;

type Rule = readonly [pattern: RegExp, replacement: string | ((match: string, ...groups: string[]) => string)];

/** `(` … `)` for `[` … `]` and the reverse; a missing closing bracket stays missing. */
const rebracket =
  (open: string, close: string) =>
  (_match: string, inner: string, closing: string): string =>
    `${open}${inner}${closing ? close : ''}`;

const RULES: readonly Rule[] = [
  // A fence opens at the start of a line only, yet a renderer may join lines: no run of three survives.
  [/`{3,}/g, "'''"],
  [/~{3,}/g, '~~'],
  // The markers around a delivered block, and an id where a line has its own.
  [new RegExp(`\\[( ?(?:(?:end of )?context from memory|${UUID}) ?)(\\]?)`, 'giu'), rebracket('(', ')')],
  [new RegExp(`\\[( ?${SHORT_ID_PATTERN} ?)\\]`, 'giu'), '($1)'],
  // The weight that closes a line.
  [/\(( ?weight ?(?::|(?=\d\.\d\d\b))[^()]*)(\)?)/giu, rebracket('[', ']')],
  // Chat-template control tokens: <|…|>, <｜…｜>, [INST], <s>, <start_of_turn>, and tags named for a role.
  [/[<＜](?= ?[|｜])/gu, '‹'],
  [/[<＜](?=\/?(?:s|bos|eos|pad|unk)>)/gu, '‹'],
  [new RegExp(`[<＜](?= ?/? ?(?:[a-z]+:)?(?:${TAG_NAMES})(?![a-z0-9]))`, 'giu'), '‹'],
  [new RegExp(`[<＜](?= ?/? ?(?:${BLOCK_ELEMENTS})(?: [^<>]*)? ?/?>)`, 'giu'), '‹'],
  [/\[( ?\/?(?:INST|SYSTEM_PROMPT|TOOL_CALLS|TOOL_RESULTS|AVAILABLE_TOOLS) ?)(\]?)/gu, rebracket('(', ')')],
  // Comments, declarations and processing instructions hide their text from whoever reads the rendered markdown.
  [/[<＜](?=[!?])/gu, '‹'],
];

/**
 * One line of text in which nothing reads as a block marker, an observation's id in either form, a line's weight, a code fence, a chat
 * template's token, a role tag or an HTML element that makes a line or a heading. Headings and `role:` prefixes need no rule: they only count at the start of a line, and an
 * excerpt never stands there. Never fails and never makes the text longer. Source: contract 14.
 */
export function neutralizeStructure(line: string): string {
  let neutral = line;
  for (const [pattern, replacement] of RULES) {
    // The two overloads of replace() do not take a union.
    neutral =
      typeof replacement === 'string' ? neutral.replace(pattern, replacement) : neutral.replace(pattern, replacement);
  }
  return neutral;
}
