import { stem } from '../text/stem.ts';
import { tokenize } from '../text/tokenize.ts';

/** A stretch of time that a text names by how far back it lies: from `from` until before `to`, wall-clock ms. */
export interface NamedTime {
  readonly from: number;
  readonly to: number;
}

/** A text and the times that it names. */
export interface TimedText {
  readonly times: readonly NamedTime[];
  /** The text without the words that name them: they say when, not what. */
  readonly rest: string;
}

type Unit = 'hour' | 'day' | 'week' | 'month' | 'year';

/** What a rule found, and the text that it was found in. */
interface Phrase {
  readonly now: Date;
  readonly words: string;
  readonly unit: Unit;
  readonly count: string;
  readonly text: string;
}

interface Rule {
  readonly pattern: RegExp;
  /** Null = the words mean something else. */
  readonly timeOf: (phrase: Phrase) => NamedTime | null;
}

const DAYS_OF_WEEK: readonly string[] = 'sunday monday tuesday wednesday thursday friday saturday'.split(' ');
const NUMBERS: readonly string[] = 'one two three four five six seven eight nine ten eleven twelve'.split(' ');
const NUMBER = `(?<!\\d[.,])\\d{1,3}|an?|${NUMBERS.join('|')}`;
const FEW = '(?:a )?(?:few|couple of)|several';

/** More of a unit than "a few" of it. */
const MOST_OF_FEW = 7;

/** Nearly all texts name no time, and are told by this alone. */
const MAY_NAME_ONE = /\b(?:ago|yesterday|today|last|past|previous|this|since|on)\b/i;

/** In characters. What is longer was pasted, and tells of its own times. */
const LONGEST_QUESTION = 2000;

/** Who asks. "How to" and "when we deploy" ask for no memory, and "show" and "do" are orders as well. */
const ASKS =
  /^\W*(?:(?:what|which|who|whose|why|any|anything|everything|show me|tell me|remind me|list)\b|(?:(?:when|where|how) )?(?:did|does|was|were|(?:do|have|has|are|is) (?:i|we|you|they|there))\b)|\?\s*$/i;

/** Who says "today" of what was no plan. */
const CHANGED = /\b(?:happen(?:s|ed|ing)?|changed)\b/i;

/** Who says "on Friday" of what has been, and not of what is to come. */
const PAST = /\b(?:did|was|were|had|happened)\b/i;

/** Who says "can you do this today?" asks for no memory: with nothing else in it, all that was made today answered it. */
const TO_COME =
  /\b(?:will|ll|shall|should|can|could|would|may|might|must|lets?|needs?|wants?|going to|please|do (?:it|this|that))\b/i;
const HAS_BEEN = /\b(?:(?:have|has)(?! to\b)|[a-z]{3,}ed)\b/i;

/** Around words that are spoken of, as the name of a button or in a message. */
const QUOTE = /^["'`\u2018\u2019\u201C\u201D]$/;

/** Beside a time they ask for what was made then, whatever it is. */
const WHATEVER = /\b(?:happen(?:s|ed|ing)?|changed|done|new|work(?:ed|ing)? on|going on)\b/gi;

/** What memories are, and what people do with them. Beside a time and with nothing else they ask for it all, too: a memory of then need not say so. */
const ANY_MEMORY =
  /\b(?:deci(?:de[ds]?|sions?)|learn(?:ed|t|s)?|discuss(?:ed|es|ions?)?|agreed?|settled?|errors?|fix(?:ed|es)?|commit(?:s|ted)?|made|seen?|saw)\b/gi;

/** Where nobody asks, these tell an agent what to do. */
const BARE_VERB = /^(?:decide|learn|discuss|agree|settle|fix|commit|see|work on)$/i;

/** What names more was pasted: each time lifts up to thousands of statements, and 200 of them took 30 ms. */
const MOST_TIMES = 8;

const UNIT = '(?<unit>hour|day|week|month|year)';
const LONG_UNIT = '(?<unit>week|month|year)';

/** Longer phrases first: what one rule takes, the next ones do not see. */
const RULES: readonly Rule[] = [
  rule('(?:the )?day before yesterday', ({ now }) => unitBack(now, 'day', 2)),
  rule('yesterday', ({ now }) => unitBack(now, 'day', 1)),
  rule('last night', ({ now }) => nightBefore(now)),
  rule('earlier today', ({ now }) => unitBack(now, 'day', 0)),
  rule('today|this (?:morning|afternoon|evening)', ({ now, text }) =>
    tellsOfToday(text) && !isToCome(text) ? unitBack(now, 'day', 0) : null,
  ),
  rule(`(?:${FEW}) ${UNIT}s ago`, ({ now, unit }) => ({
    from: startOf(now, unit, MOST_OF_FEW),
    to: startOf(now, unit, 1),
  })),
  rule(`(?<count>${NUMBER}) ${UNIT}s? ago`, ({ now, unit, count }) => around(now, unit, countOf(count))),
  rule(`(?:last|past|previous) (?<count>${NUMBER}|${FEW}) ${UNIT}s`, ({ now, unit, count }) => ({
    from: startOf(now, unit, countOf(count)),
    to: now.getTime() + 1,
  })),
  rule(`(?:last|previous) ${LONG_UNIT}`, ({ now, unit }) => unitBack(now, unit, 1)),
  rule('(?<=\\b(?:in|during|over|within|from|of) the )(?:last|past) (?<unit>hour|day)(?! of\\b)', ({ now, unit }) => ({
    from: startOf(now, unit, 1),
    to: now.getTime() + 1,
  })),
  rule(`past ${LONG_UNIT}`, ({ now, unit }) => ({ from: startOf(now, unit, 1), to: now.getTime() + 1 })),
  rule(`this ${LONG_UNIT}`, ({ now, unit, text }) => (isToCome(text) ? null : unitBack(now, unit, 0))),
  rule(
    `(?:last |on )?(?:${DAYS_OF_WEEK.join('|')})(?! of\\b| (?:the )?\\d+(?:st|nd|rd|th)\\b)`,
    ({ now, words, text }) =>
      /^(?:last|since) /i.test(words) || (/^on /i.test(words) && PAST.test(text))
        ? unitBack(now, 'day', daysSince(now, words))
        : null,
  ),
];

/** The times that a text names in English, by the calendar of the process's time zone, seen from `now`. */
export function timesNamedIn(text: string, now: number): TimedText {
  const moment = new Date(now);
  const isCalendar = !Number.isNaN(startOf(moment, 'year', 1));
  if (!isCalendar || text.length > LONGEST_QUESTION || !MAY_NAME_ONE.test(text)) return { times: [], rest: text };
  const times: NamedTime[] = [];
  let rest = text;
  for (const { pattern, timeOf } of RULES) {
    rest = rest.replace(pattern, (words: string, ...more: unknown[]) => {
      const [at, within, names] = more.slice(-3) as [number, string, Record<string, string | undefined>];
      if (times.length === MOST_TIMES || isQuoted(within, at, at + words.length)) return words;
      const { since, unit, count = '' } = names;
      const time = timeOf({ now: moment, words, unit: unit?.toLowerCase() as Unit, count, text });
      if (time === null) return words;
      times.push(since === undefined ? time : { from: time.from, to: now + 1 });
      return ' ';
    });
  }
  return { times, rest: times.length > 0 ? withoutWhatever(rest) : rest };
}

/** What is asked for beside the times. What is to be done is no question: its verb stays. */
function withoutWhatever(text: string): string {
  const isQuestion = asks(text);
  const leaveOut = (word: string): string => (isQuestion || !BARE_VERB.test(word) ? ' ' : word);
  const rest = text.replace(WHATEVER, leaveOut);
  const subject = rest.replace(ANY_MEMORY, leaveOut);
  return tokenize(subject).length === 0 ? subject : rest;
}

/** Not that something is so nowadays, or is to be done. */
function tellsOfToday(text: string): boolean {
  return ASKS.test(text) || CHANGED.test(text);
}

/** "Can you fix it?" asks for nothing that was. */
function asks(text: string): boolean {
  return ASKS.test(text) && !isToCome(text);
}

function isQuoted(text: string, from: number, to: number): boolean {
  return QUOTE.test(text[from - 1] ?? '') && QUOTE.test(text[to] ?? '');
}

/** "Today" and "this week" go on: what is asked or planned for them is not there yet. */
function isToCome(text: string): boolean {
  return TO_COME.test(text) && !PAST.test(text) && !HAS_BEEN.test(text);
}

/** Any of them may stand behind "since". */
function rule(words: string, timeOf: Rule['timeOf']): Rule {
  return { pattern: new RegExp(`\\b(?<since>since )?(?:${words})\\b`, 'gi'), timeOf };
}

function countOf(words: string): number {
  if (/^\d/.test(words)) return Number(words);
  if (/few|couple|several/i.test(words)) return MOST_OF_FEW;
  return Math.max(1, NUMBERS.indexOf(words.toLowerCase()) + 1);
}

/** The whole unit that lies so many back; 0 = the one under way. */
function unitBack(now: Date, unit: Unit, back: number): NamedTime {
  return { from: startOf(now, unit, back), to: startOf(now, unit, back - 1) };
}

/** "Two weeks ago" is no calendar week, and "three hours ago" no hour by the clock. */
function around(now: Date, unit: Unit, count: number): NamedTime {
  if (unit === 'week') return { from: startOf(now, 'day', 7 * count + 3), to: startOf(now, 'day', 7 * count - 4) };
  if (unit === 'hour') return { from: startOf(now, 'hour', count + 1), to: startOf(now, 'hour', count - 1) };
  return unitBack(now, unit, count);
}

/** From six in the evening to six in the morning. */
function nightBefore(now: Date): NamedTime {
  const midnight = now.getHours();
  return { from: startOf(now, 'hour', midnight + 6), to: startOf(now, 'hour', midnight - 6) };
}

function daysSince(now: Date, words: string): number {
  const named = DAYS_OF_WEEK.findIndex((day) => words.toLowerCase().endsWith(day));
  return (now.getDay() - named + 7) % 7 || 7;
}

/** When the unit began that lies so many back. Weeks begin on Monday. */
function startOf(now: Date, unit: Unit, back: number): number {
  const [year, month, day] = [now.getFullYear(), now.getMonth(), now.getDate()];
  switch (unit) {
    case 'hour':
      return new Date(year, month, day, now.getHours() - back).getTime();
    case 'day':
      return new Date(year, month, day - back).getTime();
    case 'week':
      return new Date(year, month, day - ((now.getDay() + 6) % 7) - 7 * back).getTime();
    case 'month':
      return new Date(year, month - back, 1).getTime();
    case 'year':
      return new Date(year - back, 0, 1).getTime();
  }
}

const MONTHS: readonly string[] =
  'january february march april may june july august september october november december'
    .split(' ')
    .map((name) => stem(name));

/** The words by which people ask for a day (UTC): month, day of the month, year. Empty when the time is no date. */
export function dateTokens(createdAt: number): readonly string[] {
  const date = new Date(createdAt);
  const month = MONTHS[date.getUTCMonth()];
  return month === undefined ? [] : [month, String(date.getUTCDate()), String(date.getUTCFullYear())];
}
