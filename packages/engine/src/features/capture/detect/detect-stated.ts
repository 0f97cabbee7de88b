import type { PromptEvent } from '../capture-event.ts';
import { type CapturedStatement, refuseStatement } from '../captured-statement.ts';
import { proseSentences, type ProseSentence } from '../prose-sentences.ts';
import { STATEMENT_PATTERNS, type StatementPattern } from './statement-patterns.ts';
import { stripOwnText } from '../strip-own-text.ts';

/** More rules than this in one prompt are a pasted document. */
const MOST_IN_A_PROMPT = 5;

const KINDS = {
  explicit: 'explicit',
  decision: 'decision',
  convention: 'convention',
  correction: 'convention',
} as const;

/** What a prompt asks to be remembered, decides, rules and corrects. Precision before recall: what may mean the task at hand is left. */
export function detectStated(prompt: PromptEvent): CapturedStatement[] {
  const sentences = joinLeads(proseSentences(stripOwnText(prompt.text)));
  const found = sentences.flatMap((sentence) => statementIn(sentence, prompt));
  return found.length > MOST_IN_A_PROMPT ? found.filter(({ detector }) => detector === 'explicit') : found;
}

/** "No. Use pnpm instead of npm." is one correction in two sentences. */
function joinLeads(sentences: readonly ProseSentence[]): ProseSentence[] {
  const joined: ProseSentence[] = [];
  let lead = '';
  for (const { text, isQuestion } of sentences) {
    const whole = `${lead}${text}`;
    lead = /^(?:no|nope|nah|wrong|stop|wait|actually|that's wrong|that is wrong|that's not right)[.!]$/iu.test(whole)
      ? `${whole.replace(/[.!]$/u, ',')} `
      : '';
    if (lead === '') joined.push({ text: whole, isQuestion });
  }
  return joined;
}

function statementIn({ text, isQuestion }: ProseSentence, { at, seq }: PromptEvent): CapturedStatement[] {
  for (const { detector, pattern } of STATEMENT_PATTERNS) {
    const match = pattern.exec(text);
    if (!match) continue;
    // "Can you remember that we deploy on Fridays?" asks for it; every other question asks.
    if (isQuestion && (detector !== 'explicit' || !/\b(?:can|could|will|would) you\b/iu.test(text))) return [];
    const content = contentOf(match, detector, text);
    if (content === null || refuseStatement(content) !== null) return [];
    return [{ detector, kind: KINDS[detector], content, paths: pathsIn(content), at, seq }];
  }
  return [];
}

function contentOf(match: RegExpExecArray, detector: StatementPattern['detector'], sentence: string): string | null {
  const { rest, not } = match.groups ?? {};
  const stated = rest === undefined ? withoutLead(sentence) : `${not === undefined ? '' : 'Do not '}${rest}`;
  if (
    detector === 'explicit' &&
    /^(?:we (?:talked|discussed|spoke)|what i|when (?:i|we) |how (?:i|we) |i (?:said|told))/iu.test(stated)
  ) {
    return null;
  }
  const text = stated.replace(/[\s,;:–—-]+$/u, '').replace(/\?$/u, '');
  const capital = `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
  return /[.!。！]$/u.test(capital) ? capital : `${capital}.`;
}

/** Small talk before a sentence makes two of one. */
function withoutLead(sentence: string): string {
  return sentence.replace(
    /^(?:(?:ok(?:ay)?|also|and|so|but|btw|by the way|hey|hi|right|alright|yes|yeah|great|thanks|thank you|fyi|important|rule|note|reminder|one more thing|another thing|please|pls|just)[,.:!]*\s+)+/iu,
    '',
  );
}

/** Files that a sentence names: with a folder, or with an extension of source code in backticks. */
function pathsIn(content: string): string[] {
  const named =
    content.match(/(?<![\w/.:@-])(?:[\w.@-]+\/)+[\w.@-]+\.[a-z]{1,5}\b|(?<=`)[\w.-]+\.[a-z]{1,4}(?=`)/giu) ?? [];
  return [...new Set(named)];
}
