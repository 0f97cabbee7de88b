import { splitSentences } from '../../../base/text/sentences.ts';

/** A statement, taken apart for a line. All plain text: no markup, no trailers, no line breaks. */
export interface StatementParts {
  /** The subject of a commit, the heading of a section, else the first sentence. '' when the statement has no visible text. */
  readonly what: string;
  /** The sentences of the prose behind it that do not repeat it, in their order. */
  readonly sentences: readonly string[];
  /** The points of its lists, in their order. */
  readonly points: readonly string[];
}

/** An observation holds at most 8 KiB; more can only come from a foreign store. */
const READ_MAX_CHARACTERS = 8192;

/** A first paragraph that is longer is no title. */
const TITLE_MAX_CHARACTERS = 200;

const ELEMENTS =
  'abbr|blockquote|br|center|code|dd|details|del|div|dl|dt|em|font|h[1-6]|hr|img|ins|kbd|li|ol|picture|pre|samp|small|span|strike|strong|sub|summary|sup|svg|table|tbody|td|tfoot|th|thead|tr|tt|ul|video';

const MARKUP: readonly (readonly [RegExp, string])[] = [
  [/<!--[\s\S]*?(?:-->|$)/gu, ' '],
  // Who breaks a line by an element means two lines.
  [/<(?:br|hr|\/p|\/li|\/h[1-6]|\/tr|\/div)\s*\/?>/giu, '\n'],
  [new RegExp(`</?(?:${ELEMENTS})(?:\\s[^<>]*)?/?>`, 'giu'), ''],
  // Of one letter, and not the parameter of a type.
  [/(?<![\w$])<[abipqsu](?:\s[^<>]*)?\/?>|<\/[abipqsu]>/giu, ''],
  [/!\[[^\]\n]*\]\([^)\n]*\)/gu, ''],
  [/(?<![\w)\]])\[([^\]\n]{1,300}(?:\n[^\]\n]{1,300})?)\]\((?:[^()\n]|\([^()\n]*\))*\)/gu, '$1'],
  [/(?<![\w)\]])\[([^\]\n]+)\]\[[^\]\n]*\]/gu, '$1'],
  [/\{#[^}\n]*\}/gu, ''],
  [/\*\*(?=\S)([^*\n]+?)(?<=\S)\*\*/gu, '$1'],
  [/&nbsp;/giu, ' '],
];

/** An issue or an address alone. */
const REFERENCE =
  /^\(?(?:(?:close|fix|resolve|address|implement)(?:e?[sd])?|refs?|references|see(?: also)?|related(?: to)?|part of|issues?|bugs?|pr|gh)?[\s:]*(?:(?:[\w./-]*#|gh-)\d+|https?:\/\/\S+|[A-Z]{2,}-\d+)(?:[\s,;&]+(?:and\s+)?(?:(?:[\w./-]*#|gh-)\d+|https?:\/\/\S+))*\)?[.!]?$/iu;

/** Lines that say nothing: rules of tables and headings, fences, link targets, and what tools write below a message. */
const NOISE: readonly RegExp[] = [
  /^[\s|:=*_~+-]*$/u,
  /^(?:`{3,}|~{3,})/u,
  /^\[[^\]]+\]:\s*\S+/u,
  /^\(?cherry[- ]picked from commit\b/iu,
  /^this reverts commit [0-9a-f]{7,40}\b/iu,
  /^(?:[A-Z][A-Za-z]+(?:-[A-Za-z]+)+|Cc|Bug|BUG|Bugs?|Issues?|Link|PR|Tests?|Tickets?|git-svn-id)\s*[:=]\s*\S/u,
  REFERENCE,
];

/** The same of a commit: how it was made and filed. */
const NOISE_OF_COMMITS: readonly RegExp[] = [
  /^[^\p{L}\p{N}]{0,12}(?:co-)?(?:generated|created|made|written|authored) (?:with|by|using) (?:claude|codex|copilot|github copilot|cursor|crush|gemini|aider|opencode|amp|devin|chatgpt|termai)\b.{0,40}$/iu,
  /^\[(?:skip ci|ci skip|no ci)\]$/iu,
  /^(?:Reviewed By|Differential Revision|Pull Request resolved)\s*:\s*\S/u,
];

/** A sentence that reports how a commit was tested. */
const TEST_REPORT =
  /^(?:verified|validation|verification)\s*:|^(?:all )?\d[\d,/]{0,12} [^.]{0,60}\btests?\b[^.]{0,30}\bpass(?:ed|ing)?(?: across [^.]{1,40})?[.!]?$/iu;

const HEADING = /^#{1,6}\s+(.*?)(?:\s+#+)?$/u;
const POINT = /^\s*(?:[-*+•]|\d{1,3}[.)])\s+(?:\[[ xX]\]\s+)?(.*)$/u;
const TABLE_ROW = /^\s*\|(.*)\|\s*$/u;

interface Part {
  readonly kind: 'prose' | 'point';
  text: string;
}

/**
 * Takes a statement apart. Markup goes (HTML, anchors, table rules, marks of headings and links), and so do trailers; a paragraph that was
 * wrapped is one again. Of a commit what tells how it was made, filed and tested goes too. Never fails.
 */
export function readStatement(content: string, isCommit: boolean = false): StatementParts {
  const parts = partsOf(withoutMarkup(content.slice(0, READ_MAX_CHARACTERS)), isCommit);
  const [first, ...rest] = parts;
  if (first === undefined) return { what: '', sentences: [], points: [] };
  const isTitle = rest.length > 0 && first.text.length <= TITLE_MAX_CHARACTERS;
  const [what = '', ...more] = isTitle ? [first.text.trim()] : sentencesOf(first.text);
  const tells = (sentence: string): boolean => !isCommit || !TEST_REPORT.test(sentence);
  const prose = rest.filter(({ kind }) => kind === 'prose').flatMap(({ text }) => sentencesOf(text).filter(tells));
  const points = rest.filter(({ kind }) => kind === 'point').map(({ text }) => text);
  const said = folded(what);
  const isNew = (text: string): boolean => folded(text) !== said;
  return { what, sentences: [...more, ...prose].filter(isNew), points: points.filter(isNew) };
}

/** Fewer lines that stand alone are prose without full stops. */
export const FEWEST_SUBJECTS = 3;

/** A longer line is no subject of a commit. */
const SUBJECT_MAX_CHARACTERS = 100;

/**
 * The subjects of other commits that the message of a squashed one lists: lines behind `*` or between blank lines, without a full
 * stop. None when there are fewer than {@link FEWEST_SUBJECTS}. Never fails.
 */
export function listedSubjects(message: string): ReadonlySet<string> {
  const [, ...paragraphs] = withoutMarkup(message.slice(0, READ_MAX_CHARACTERS)).split(/\n(?:[ \t]*\n)+/u);
  const subjects = paragraphs
    .flatMap((text) => (/^\s*\*\s/u.test(text) ? text.split(/\n(?=\s*\*\s)/u) : [text]))
    .map((text) => (POINT.exec(text)?.[1] ?? text).trim())
    .filter((text) => text.length <= SUBJECT_MAX_CHARACTERS && !/\n|[.!?:;,…]$/u.test(text) && !isNoise(text));
  return new Set(subjects.length < FEWEST_SUBJECTS ? [] : subjects);
}

/** Letters and digits alone, without the number of a pull request. */
function folded(subject: string): string {
  return subject
    .replace(/\(#\d+\)\s*$/u, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, '')
    .toLowerCase();
}

function withoutMarkup(content: string): string {
  let text = content.replaceAll(/\r\n?/gu, '\n');
  for (const [pattern, replacement] of MARKUP) text = text.replaceAll(pattern, replacement);
  return text;
}

function partsOf(text: string, isCommit: boolean): readonly Part[] {
  const parts: Part[] = [];
  let open: Part | null = null;
  const begin = (part: Part): Part => {
    parts.push(part);
    return part;
  };
  for (const line of text.split('\n')) {
    const heading = HEADING.exec(line.trim());
    const point = POINT.exec(line);
    if (saysNothing(line, isCommit)) open = null;
    else if (heading) {
      begin({ kind: 'prose', text: heading[1] ?? '' });
      open = null;
    } else if (point) open = begin({ kind: 'point', text: point[1] ?? '' });
    else if (open) open.text += ` ${cellsOf(line)}`;
    else open = begin({ kind: 'prose', text: cellsOf(line) });
  }
  return parts.filter((part) => part.text.trim() !== '');
}

function saysNothing(line: string, isCommit: boolean): boolean {
  if (isNoise(line.trim())) return true;
  if (!isCommit) return false;
  const said = (POINT.exec(line)?.[1] ?? line).trim();
  return REFERENCE.test(said) || isNoise(said, NOISE_OF_COMMITS);
}

function isNoise(line: string, patterns: readonly RegExp[] = NOISE): boolean {
  return patterns.some((pattern) => pattern.test(line));
}

/** The cells of a table's row as a list; any other line as it is. */
function cellsOf(line: string): string {
  const row = TABLE_ROW.exec(line)?.[1];
  if (row === undefined) return line.trim();
  const cells = row.split('|').map((cell) => cell.trim());
  return `${cells.filter((cell) => cell !== '').join(', ')}.`;
}

/** Whole ones: half of one that a semicolon joins says too little by itself. */
function sentencesOf(text: string): string[] {
  const sentences: string[] = [];
  for (const part of splitSentences(text)) {
    const before = sentences.at(-1);
    if (before?.endsWith(';') === true) sentences[sentences.length - 1] = `${before} ${part}`;
    else sentences.push(part);
  }
  return sentences.filter((sentence) => !isNoise(sentence) && /[\p{L}\p{N}\p{Extended_Pictographic}]/u.test(sentence));
}
