import { SHORT_ID_PATTERN } from '../../base/short-id.ts';

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

// Wherever a rule takes hold, this does: most lines hold none of it, and are asked once instead of ten times.
const STRUCTURE =
  /[<＜]|`{3}|~{3}|\[ ?(?:(?:end of )?context from|[0-9a-z]{8}[- \]]|\/?(?:inst|system_prompt|tool_))|\( ?weight/iu;

/**
 * One line of text in which nothing reads as a block marker, an observation's id in either form, a line's weight, a code fence, a chat
 * template's token, a role tag or an HTML element that makes a line or a heading. Headings and `role:` prefixes need no rule: they only count at the start of a line, and an
 * excerpt never stands there. Never fails and never makes the text longer. Source: contract 14.
 */
export function neutralizeStructure(line: string): string {
  return STRUCTURE.test(line) ? neutralizeByAllRules(line) : line;
}

/** The same by every rule, whatever the text holds. */
export function neutralizeByAllRules(line: string): string {
  let neutral = line;
  for (const [pattern, replacement] of RULES) {
    // The two overloads of replace() do not take a union.
    neutral =
      typeof replacement === 'string' ? neutral.replace(pattern, replacement) : neutral.replace(pattern, replacement);
  }
  return neutral;
}
