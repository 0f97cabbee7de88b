import { isGitOrder } from '../../base/text/git-order.ts';
import { cuesIn, splitSentences } from '../../base/text/sentences.ts';
import { readExchange, judgeAnswer, type AnswerStanding } from './exchange.ts';

/** One stored exchange of a session. */
export interface TalkExchange {
  readonly id: string;
  readonly content: string;
}

/**
 * Who said a line, and what became of it. `agreed`: the agent's words that the user confirmed, or a recap that nobody objected to.
 * `agent, unanswered`: the last word of a talk.
 */
export type LineVoice = 'user' | 'agreed' | 'agent' | 'agent, unanswered';

/** A sentence of a talk, with what it is worth. */
export interface TalkLine {
  /** The exchange that it stands in. */
  readonly exchangeId: string;
  /** Its place in the talk. */
  readonly place: number;
  readonly voice: LineVoice;
  readonly text: string;
  /** How much it decides. Of two lines the one that decides more has more; below 0 it is not worth showing. */
  readonly worth: number;
}

/** Sums a talk up. */
const RECAP =
  /\b(?:recap\b|to summari[sz]e|in summary|summary:|to confirm|final(?:ly)?\b[^.]{0,40}:|final (?:\w+ )?(?:policy|rule|contract|semantics|design|spec|plan|decision|order|version)|settled(?: then)?\s*[:,–—-]|agreed\s*[:,–—-]|so the (?:\w+ ){0,3}(?:rule|policy|plan|contract|order|decision|design)\b|(?:rule|policy|contract|spec|decision) in full\b|the (?:\w+ )?(?:rule|policy|decision) (?:is|becomes|stands)|amended (?:rule|policy|decision|contract)|locked in|decision:|conclusion:)/iu;

const RECAP_ABROAD =
  /^(?:итого|итак|резюмируя|подведу итог|підсумок|отже|özetle|özet|tóm lại|kết luận|संक्षेप|samengevat|samenvatting|zusammengefasst|zusammenfassung|en résumé|pour résumer|en resumen|resumen|em resumo|in sintesi|riassumendo|podsumowując|podsumowanie)(?![\p{L}\p{M}])|^(?:总结|小结|综上|最终(?:方案|规则)|结论|정리하(?:면|자면)|요약하?|최종|まとめ)/iu;

/** Tells of work, not of what holds. */
const NARRATES =
  /^(?:i(?:'|’)?(?:ll|ve|m|d)?\b|i (?:will|have|am|can|see|would)|let me|let(?:'|’)s|to verify|now,?\b|next,?\b|running|simulating|output|(?:all )?(?:the )?tests?\b|here(?:'|’)s|my (?:instinct|goal|plan)|understood|okay|excellent|looking|noted|for example|this output|done\b|(?:committed|pushed|merged|rebased) (?:as|to|in|on|it|and)\b)/iu;

/** Says nothing that could be looked for. */
const POLITE =
  /^(?:thanks?(?: you)?|ty|cheers|got it|great|perfect|ok(?:ay)?|nice|cool|done|sure|hi|hey|hello|right|exactly|yes|yep|correct|agreed|understood)\b[\s,.!]*(?:\p{L}+[.!]?)?$/iu;

/** The same in other languages: thanks, praise, wishes. A yes is told by how it is taken. */
const POLITE_ABROAD =
  /^(?:спс|спасибо|пожалуйста|красиво|класс|молодец|дякую|супер|teşekkürler|sağ ?ol|eyvallah|eline sağlık|cảm ơn|धन्यवाद|शुक्रिया|bedankt|dank je|danke|merci|gracias|obrigad[oa]|grazie|dzięki|谢谢|多谢|辛苦了?|赞|고마워요?|감사(?:합니다|해요)?|수고(?:했어요?|하셨습니다)?|ありがとう(?:ございます)?)(?:[\s,.!~]+[\p{L}\p{M}]+)?[\s.!~]*$/iu;

/** Asks, also without a question mark, as terse users do. */
const QUESTION =
  /[?？]["'”’)\]]*$|^(?:(?:а|и|ну|та|і) )?(?:почему|зачем|сколько|чому|навіщо|скільки)(?![\p{L}])|^(?:为什么|为啥|怎么)|[吗嗎]$|多少$|(?:^|\s)왜(?=\s)|(?:얼마야|어때|나요|까요|는지)$/u;

/** Says more than "yes" or "merge it": three words, a number, or some words of a script that has no blanks between them. */
const SAYS_SOMETHING =
  /\d|(?:\p{L}{3,}\P{L}+){2}\p{L}{3}|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]{6}/u;

/** An item of a list that an answer may name: `2) …`, `b) …`, `(b) …`. */
const ITEM = /^\(?(\d{1,2}|[a-h])\)\s/iu;

/** What an answer names items by. A letter alone, before a stop: "a bit" names nothing. */
const NAMED = /(?<![\p{L}\d.,:/-])(?:\d{1,2}(?![\p{L}\d%]|[.,:/-]\d)|[a-h](?=\s*(?:[.,:;!?+&)]|$)))/giu;

type TalkPart =
  | 'cue'
  | 'user'
  | 'confirmed'
  | 'open'
  | 'named'
  | 'asked'
  | 'stub'
  | 'refused'
  | 'recap'
  | 'lastWord'
  | 'question'
  | 'narration'
  | 'opening';

/**
 * What a line's parts add to its worth, found on the development half of the decision set and on three sets of terse, wandering sessions.
 * `npm run bench talks` sets each to 0, which switches it off, and shows what it is worth (docs/benchmarks/talks.md).
 */
export const TALK_WORTH: Record<TalkPart, number> = {
  cue: 1.5, // each kind of words that rules are made of
  user: 4, // said by the user, who decides, and more than a yes
  confirmed: 1.5, // said by the agent and confirmed, or never answered
  open: -1, // said by the agent, and its user answered neither yes nor no, or asked for something else
  named: 4, // an item of the agent's list that its user answers by its number
  asked: 2, // the question right before an answer of a few words, which says nothing without it
  refused: Number.NEGATIVE_INFINITY, // what was refused is not memory: nothing outweighs it
  recap: 4, // part of a recap
  lastWord: 3, // said at the end of the talk
  question: -5, // any other one
  stub: -6, // leads to a list, code or output that is not kept
  narration: -4,
  opening: -5, // what the talk began with: a symptom, and its title says it
};

const STUB = /[:：]$/u;

/** In UTF-16 units. */
const LONGEST_BRIEF_ANSWER = 50;

/** Longer ones are pasted. */
const LONGEST_LINE = 900;

/** Whether a sentence sums up what was settled. */
export function isRecap(sentence: string): boolean {
  return RECAP.test(sentence) || RECAP_ABROAD.test(sentence);
}

/**
 * The sentences of a session's exchanges, in their order, each with its worth. What the agent proposed and its user refused is not among
 * them: the refusal is. The idea: a question finds the talk, and what decides is
 * chosen without it, because a rule does not repeat the symptom that it was made for.
 */
export function decidingLines(exchanges: readonly TalkExchange[]): TalkLine[] {
  const lines: TalkLine[] = [];
  const last = exchanges.length - 1;
  exchanges.forEach(({ id, content }, turn) => {
    const { agent, user } = readExchange(content);
    // A last word that the talk went on from stands in the next exchange too, with its answer.
    if (user === '' && turn < last) return;
    const standing = user === '' ? null : judgeAnswer(user);
    const isLast = turn === last || (turn === last - 1 && user !== '' && readsAsClosing(exchanges[last]));
    const answer = readAnswer(user);
    const isAnswer = answers(answer, sentencesOf(agent, false));
    const sides: Side[] = [
      { text: agent, standing, isUser: false, isLast, isFirst: false, answer, isAnswer: false },
      // What a talk began with is no last word, also when nothing came behind it: it would answer a question with the question.
      {
        ...{ text: user, standing: null, isUser: true, isLast: isLast && turn > 0, isFirst: turn === 0 },
        ...{ answer: NO_ANSWER, isAnswer },
      },
    ];
    for (const side of sides) lines.push(...linesOf(id, side, lines.length));
  });
  return lines.filter((line) => line.worth > Number.NEGATIVE_INFINITY);
}

/** The last exchange has only the agent's closing words, so the one before has the user's. */
function readsAsClosing(exchange: TalkExchange | undefined): boolean {
  return exchange !== undefined && readExchange(exchange.content).user === '';
}

/** What tells that a message leans on the one before it. */
interface Answer {
  /** The items of a list that it names. */
  readonly named: ReadonlySet<string>;
  readonly isBrief: boolean;
}

const NO_ANSWER: Answer = { named: new Set(), isBrief: false };

function readAnswer(user: string): Answer {
  const named = new Set((user.match(NAMED) ?? []).map((name) => name.toLowerCase()));
  return { named, isBrief: user !== '' && user.length <= LONGEST_BRIEF_ANSWER };
}

const isNamed = (text: string, { named }: Answer): boolean => named.has(text.match(ITEM)?.[1]?.toLowerCase() ?? '');

/** Whether a message answers one of the sentences before it: then it says something, however short it is. */
function answers(answer: Answer, sentences: readonly string[]): boolean {
  const isAsked = answer.isBrief && QUESTION.test(sentences.at(-1) ?? '');
  return isAsked || sentences.some((text) => isNamed(text, answer));
}

interface Side {
  readonly text: string;
  readonly standing: AnswerStanding | null;
  readonly isUser: boolean;
  readonly isLast: boolean;
  readonly isFirst: boolean;
  /** The user's answer to an agent's side. */
  readonly answer: Answer;
  readonly isAnswer: boolean;
}

/** "b" is an answer; an agent's line of one character is what is left of something. */
function sentencesOf(text: string, isUser: boolean): string[] {
  const least = isUser ? 1 : 2;
  return splitSentences(text).filter(({ length }) => length >= least && length <= LONGEST_LINE);
}

function linesOf(exchangeId: string, side: Side, from: number): TalkLine[] {
  const sentences = sentencesOf(side.text, side.isUser);
  // From where a recap begins, all that follows belongs to it. One that its user corrected is no recap.
  const recapFrom = side.isUser || side.standing === 'amended' ? -1 : sentences.findIndex(isRecap);
  return sentences.map((text, index) => {
    const isRecapped = recapFrom >= 0 && index >= recapFrom;
    const voice = voiceOf(side, isRecapped);
    const isAsked = side.answer.isBrief && index === sentences.length - 1 && QUESTION.test(text);
    return { exchangeId, place: from + index, voice, text, worth: worthOf(text, side, { isRecapped, isAsked }) };
  });
}

function voiceOf({ isUser, standing }: Side, isRecapped: boolean): LineVoice {
  if (isUser) return 'user';
  if (standing === 'confirmed' || isRecapped) return 'agreed';
  return standing === null ? 'agent, unanswered' : 'agent';
}

interface Standing {
  readonly isRecapped: boolean;
  readonly isAsked: boolean;
}

function worthOf(text: string, side: Side, as: Standing): number {
  if (side.standing !== 'refused' && (saysNothing(text, side) || isGitOrder(text))) return 0;
  const applies = partsOf(text, side, as);
  const parts = (Object.keys(applies) as (keyof typeof applies)[]).filter((part) => applies[part]);
  return parts.reduce((sum, part) => sum + TALK_WORTH[part], TALK_WORTH.cue * cuesIn(text));
}

function saysNothing(text: string, { isUser, isAnswer }: Side): boolean {
  const isYes = isUser && !isAnswer && !SAYS_SOMETHING.test(text) && judgeAnswer(text) === 'confirmed';
  return isYes || POLITE.test(text) || POLITE_ABROAD.test(text);
}

function partsOf(
  text: string,
  { isUser, standing, isLast, isFirst, answer, isAnswer }: Side,
  { isRecapped, isAsked }: Standing,
): Record<Exclude<TalkPart, 'cue'>, boolean> {
  const isSettled = standing === 'confirmed' || standing === null;
  return {
    user: isUser && (isAnswer || SAYS_SOMETHING.test(text)),
    confirmed: !isUser && isSettled,
    open: !isUser && !isSettled,
    named: isNamed(text, answer),
    refused: standing === 'refused',
    recap: isRecapped,
    // What was asked and never answered is no last word.
    lastWord: isLast && !isFirst,
    asked: isAsked,
    question: QUESTION.test(text) && !isAsked,
    stub: STUB.test(text),
    narration: !isUser && NARRATES.test(text),
    opening: isFirst,
  };
}
