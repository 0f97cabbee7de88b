import { LOG_LINE } from '../../base/text/sentences.ts';

// A prompt holds what its user says and what its user shows: code, logs, quotations. Only the first is read.

/** A statement that is longer is a document. */
const LONGEST_SENTENCE = 400;

/** Above this a prompt is a pasted specification, ticket or log whose rules are not its user's words. */
const LONGEST_PROMPT = 2_000;

const SHOWN_LINES: readonly RegExp[] = [
  /^\s*(?:>|\||\+{1,3}[^\w\s]|-{3}|@@|diff |index [0-9a-f]{6})/u, // quotations, tables, diffs
  /^\s*(?:\$|%|#!|PS [A-Z]:|>>>|\.\.\.) /u, // terminals
  /^\s*at \S+.*[:(]\d+/u, // stack traces
  /^\s*(?:File ".+", line \d+|Traceback |Caused by|Error:|\w*(?:Error|Exception):)/u,
  LOG_LINE,
  /^\s*(?:INFO|WARN(?:ING)?|ERROR|DEBUG|TRACE|FATAL)\b/u,
  /[;{}]\s*$|^\s*(?:import|export|const|let|var|function|def|class|return|public|private|#include|package|use) .*[=({;]/u, // code
  /^\s*["']?[\w.-]+["']?\s*[:=]\s*["'{[\d].*[,;]?$/u, // JSON, YAML, assignments
];

const BULLET = /^\s*[-*•]\s+/u;
/** "3. There are many Bobs" answers; only among other lines a number lists. */
const MARKED = /^\s*(?:[-*•]|\d{1,2}[.)])\s+/u;

export interface ProseSentence {
  readonly text: string;
  readonly isQuestion: boolean;
}

/** The sentences that a user wrote, without what is shown in them; [] for a prompt that is mostly a document. */
export function proseSentences(prompt: string): ProseSentence[] {
  const prose = prompt
    .replaceAll(/(```|~~~)[\s\S]*?(?:\1|$)/g, '\n')
    .split('\n')
    .filter((line) => !SHOWN_LINES.some((pattern) => pattern.test(line)))
    .map((line, _at, lines) => line.replace(lines.length > 1 ? MARKED : BULLET, '\n').trimEnd())
    .join('\n');
  if (prose.length > LONGEST_PROMPT) return [];
  return joinedLines(prose).flatMap(sentencesOf);
}

/** Paragraphs, with lines that only an editor broke put together again. */
function joinedLines(prose: string): string[] {
  return prose.replaceAll(/([^\n.!?:;])\n(?=[\p{Ll}(])/gu, '$1 ').split(/\n+/u);
}

/** Who writes in small letters begins sentences with them too; an abbreviation ends none. */
const ENDS =
  /(?<=[.!?])["')\]]?\s+(?=[\p{Lu}"'`(\d])|(?<=[\p{L}\p{N})\]`]{2}[.!?]{1,3})(?<!\b(?:e\.g|i\.e|etc|vs|cf|approx|incl|excl|resp)\.)\s+(?=\p{Ll})|(?<=[。！？])/u;

function sentencesOf(paragraph: string): ProseSentence[] {
  return paragraph
    .split(ENDS)
    .map((text) => text.replaceAll(/\s+/gu, ' ').trim())
    .filter((text) => text !== '' && text.length <= LONGEST_SENTENCE)
    .map((text) => ({ text, isQuestion: /[?？]["')\]]?$/u.test(text) }));
}

/** How many words a text has, counted by its blanks. */
export function wordCount(text: string): number {
  return text.split(/\s+/u).length;
}

/** With a full stop, where nothing else ends it. */
export function ended(text: string): string {
  return /[.!?…]$/u.test(text) ? text : `${text.replace(/[\s,;:–—-]+$/u, '')}.`;
}

/** With a capital at its beginning. */
export function capital(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}
