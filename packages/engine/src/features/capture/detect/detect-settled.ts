import { splitSentences } from '../../../base/text/sentences.ts';
import { isRecap } from '../../../memory/talk/deciding-lines.ts';
import { judgeAnswer, proseOf } from '../../../memory/talk/exchange.ts';
import type { AnswerEvent, CaptureEvent, PromptEvent } from '../capture-event.ts';
import { type CapturedStatement, refuseStatement } from '../captured-statement.ts';
import { echoes } from '../echoes.ts';
import { ALONE, exchangeRules, LONGEST_RECAP, recapIn, type ExchangeRule } from './exchange-rules.ts';
import { proseSentences, capital, ended, wordCount } from '../prose-sentences.ts';
import { isLaidDown, rulingWeight } from './ruling-weight.ts';
import { stripOwnText } from '../strip-own-text.ts';

const LONGEST = 420;
/** With what was asked. */
const FEWEST_SETTLED = 4;
/** More from one message is a document. */
const MOST_IN_A_PROMPT = 5;
const MOST_IN_A_SESSION = 8;
const MOST_PATHS = 8;

/**
 * What was settled between user and agent: proposals that the user confirmed, in their confirmed form; answers that put something else in
 * their place; recaps that nobody objected to; rules that the user laid down on the way. An agent's words alone are nothing, and a proposal
 * that was refused is left out.
 */
export function detectSettled(events: readonly CaptureEvent[]): CapturedStatement[] {
  const found: CapturedStatement[] = [];
  let answers: AnswerEvent[] = [];
  for (const [index, event] of events.entries()) {
    if (event.type === 'answer') answers.push(event);
    if (event.type !== 'prompt') continue;
    const paths = editedAfter(events, index);
    found.push(...settledBy(agentSentences(answers), event).map((statement) => ({ ...statement, paths })));
    answers = [];
  }
  const last = answers.at(-1);
  // The last word of a session is what its user read and left: with something settled before, a recap holds.
  const recap = last === undefined || found.length === 0 ? '' : recapIn(agentSentences(answers));
  if (last !== undefined && recap !== '') found.push(...statementOf('recap', recap, last));
  return fewest(found);
}

/** What was done upon it says which files it is about. */
function editedAfter(events: readonly CaptureEvent[], prompt: number): string[] {
  const next = events.findIndex(({ type }, index) => index > prompt && type === 'prompt');
  const turn = events.slice(prompt + 1, next < 0 ? events.length : next);
  const paths = [...new Set(turn.flatMap((event) => (event.type === 'edit' ? [event.path] : [])))];
  return paths.length > MOST_PATHS ? [] : paths;
}

/** A recap stands for what it sums up, and of many those that say most. */
function fewest(found: readonly CapturedStatement[]): CapturedStatement[] {
  const recaps = found.filter(({ detector }) => detector === 'recap').map(({ content }) => content);
  const left = found.filter(({ detector, content }) => detector === 'recap' || !echoes(content, recaps));
  const worth = (statement: CapturedStatement): number =>
    rulingWeight(statement.content) + (statement.detector === 'recap' ? MOST_IN_A_SESSION : 0);
  const best = left.toSorted((a, b) => worth(b) - worth(a)).slice(0, MOST_IN_A_SESSION);
  return left.filter((statement) => best.includes(statement));
}

function settledBy(agent: readonly string[], prompt: PromptEvent): CapturedStatement[] {
  const user = proseSentences(stripOwnText(prompt.text)).map(({ text }) => text);
  const rest = restOf(user);
  const standing = judgeAnswer(user.join(' '));
  const rules = agent.length === 0 ? [] : exchangeRules({ agent, user, rest, standing });
  const settled = rules.map((rule) => ({ said: rule.said, statements: statementOf(rule.detector, rule.text, prompt) }));
  const told = new Set(settled.flatMap(({ said, statements }) => (statements.length > 0 ? said : [])));
  const isReport = agent.length === 0 && user.some((text) => ASKS_FOR_REPAIR.test(text));
  const alone = rulings(rest.filter((text) => !told.has(text) && (!isReport || isLaidDown(text))));
  return [
    ...settled.flatMap(({ statements }) => statements),
    ...alone.flatMap((text) => statementOf('ruling', text, prompt)),
  ];
}

/** Sentences that are rules by themselves; those that stand side by side are one. [] when there are as many as in a document. */
function rulings(sentences: readonly string[]): string[] {
  const found: string[] = [];
  let count = 0;
  let isNext = false;
  for (const text of sentences.map(withoutLead)) {
    const isRuling = rulingWeight(text) >= ALONE;
    const before = found.at(-1);
    if (isRuling) count += 1;
    if (isRuling && isNext && before !== undefined && before.length + text.length < LONGEST) {
      found[found.length - 1] = `${ended(before)} ${capital(text)}`;
    } else if (isRuling) found.push(text);
    isNext = isRuling;
  }
  return count > MOST_IN_A_PROMPT ? [] : found;
}

/** Asks to repair what the same prompt describes: "it always grows" says what is wrong there, and what is wanted is nowhere. */
const ASKS_FOR_REPAIR =
  /\b(?:fix|repair|debug|investigate|look (?:at|into)|check|solve|correct) (?:it|this|that|these|them|the (?:bug|cause|problem|issue))\b|\bfind (?:out|the (?:bug|cause|reason))\b|\b(?:have|take) a look\b(?! (?:at|into|in)\b)/iu;

type Settling = 'ruling' | ExchangeRule['detector'];

function statementOf(detector: Settling, text: string, { at, seq }: PromptEvent | AnswerEvent): CapturedStatement[] {
  const content = capital(ended(text));
  if (wordCount(content) < FEWEST_SETTLED) return [];
  if (content.length > (detector === 'recap' ? LONGEST_RECAP : LONGEST) || refuses(content, detector)) return [];
  return [{ detector, kind: detector === 'ruling' ? 'convention' : 'decision', content, paths: [], at, seq }];
}

function refuses(content: string, detector: Settling): boolean {
  const why = refuseStatement(content);
  // What "it" is stands in the proposal or the question.
  if (why === 'length' && detector === 'recap') return content.length < 12;
  return why === 'local' || why === 'behaviour' ? detector === 'ruling' : why !== null;
}

/** What an answer says besides yes and no. */
function restOf(user: readonly string[]): string[] {
  return user.map((text) => text.replace(YES_NO, '').trim()).filter((text) => /[\p{L}\p{N}]/u.test(text));
}

const YES_NO =
  /^(?:(?:oh|ah|hm+|well|ok(?:ay)?|so|yes|yep|yup|yeah|no+(?=\s*[,.!;:–—]|\s+(?:-|no|keep|the|it|we|that|this|just|please|pls|use|only|don'?t|they|those|leave|let|but|i|you|not)\b)|nope|nah|(?:correct|right|exactly|agreed|sure|fine|good|perfect|careful|hold on|wait)(?=\s*[,.!;:–—-]|$)|mm|please|pls|sounds right|lgtm|other way round please|that'?s wrong(?: btw)?|i'd say)\b[\s,.!;:–—-]*)+/iu;

function withoutLead(sentence: string): string {
  return sentence.replace(
    /^(?:(?:ok(?:ay)?|also|and|so|but|btw|hey|right|yes|yeah|careful|pls|please)\b[,.:!]*\s+)+/iu,
    '',
  );
}

/** The last message of a turn; of those before it, which tell of work under way, what sums up. */
function agentSentences(answers: readonly AnswerEvent[]): string[] {
  const told = answers.filter(({ text }, index) => index === answers.length - 1 || isRecap(text));
  return told.flatMap(({ text }) => splitSentences(proseOf(stripOwnText(text))));
}
