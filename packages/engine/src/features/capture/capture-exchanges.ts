import { soundsAmending } from '../../memory/talk/amending.ts';
import { isRecap } from '../../memory/talk/deciding-lines.ts';
import { writeExchange, proseOf, judgeAnswer, readExchange } from '../../memory/talk/exchange.ts';
import { addsNothing } from './adds-nothing.ts';
import type { AnswerEvent, CaptureEvent, PromptEvent } from './capture-event.ts';
import { detectStated } from './detect/detect-stated.ts';
import { broughtWords, mayRepeat, withoutEchoes } from './echoes.ts';
import { hasOwnText, stripOwnText } from './strip-own-text.ts';

/** A passage of a session: what the agent had said last, and what its user answered. */
export interface CapturedExchange {
  /** As `writeExchange` writes it. */
  readonly content: string;
  /** Files that were changed in the turns before and after the answer, at most 20. */
  readonly paths: readonly string[];
  /** ISO-8601 UTC; when the user answered, or the agent had the last word. */
  readonly at: string;
  /** Its place in the session, from 0: how many prompts came before; null = not known, the session's start was not read. */
  readonly turn: number | null;
  /** The activity of the prompt; null = there is none. */
  readonly seq: number | null;
}

/** Both together stay below the 8 KiB of an observation, redaction included. Longer sides are documents or reports, and keep both ends. */
const AGENT_BYTES = 4_200;
const USER_BYTES = 3_000;
const FIRST_SHARE = 0.25;

/** "Ok", "go on", "done": nothing to come back to. */
const FEWEST_WORDS = 4;
const MOST_WORDS_OF_A_YES = 8;
const MOST_PATHS = 20;

interface Turn {
  readonly prompt: PromptEvent | null;
  readonly answers: AnswerEvent[];
  readonly paths: Set<string>;
}

/** What is no news in a talk, and the words that its user brought beside that. */
interface Known {
  readonly given: readonly string[];
  readonly brought: ReadonlySet<string>;
}

const NO_TURN: Turn = { prompt: null, answers: [], paths: new Set() };

/**
 * The passages of a session in the words that were used: each place where the talk changes hands, so that no proposal stands without its
 * answer. Code, logs, diffs and our own blocks are left out, and so is what only repeats `given`, the lines that the session was given, of an
 * agent's words also in words of its own: memory must not grow by being shown. Of a session in which nothing was answered only what
 * its user decided. Unless `fromStart`, the first turn is left out: what it answers was not read.
 */
export function captureExchanges(
  events: readonly CaptureEvent[],
  given: readonly string[] = [],
  fromStart = true,
): readonly CapturedExchange[] {
  const turns = turnsOf(events);
  const said = turns.map(({ prompt }) => stripOwnText(prompt?.text ?? ''));
  const known: Known = { given, brought: broughtWords(said, given) };
  const read = turns.flatMap((turn, index) => exchangeOf(turns[index - 1] ?? NO_TURN, turn, index, known) ?? []);
  const last = turns.at(-1);
  // An agent that nobody spoke to has no talk.
  const closing = last?.prompt ? exchangeOf(last, NO_TURN, turns.length, known) : null;
  const found = closing === null ? read : [...read, closing];
  const all = fromStart ? found : found.flatMap((told) => (told.turn === 0 ? [] : { ...told, turn: null }));
  return turns.some(isAnswered) ? all : all.filter(decides);
}

/** Shorter ones say that it is done. */
const SHORTEST_ANSWER = 16;

/** Whether an agent said something in a turn. What only repeats what it was given is an answer too. */
function isAnswered({ answers }: Turn): boolean {
  return answers.some(({ text }) => proseOf(text).length >= SHORTEST_ANSWER);
}

/** Whether a user rules something: without an answer it is knowledge all the same, and a request is none. */
function decides({ content, at, seq }: CapturedExchange): boolean {
  const said = { type: 'prompt', text: readExchange(content).user, at, seq } as const;
  return soundsAmending([content]) || detectStated(said).length > 0;
}

/** What happened before the first prompt belongs to a turn without one. */
function turnsOf(events: readonly CaptureEvent[]): Turn[] {
  const turns: Turn[] = [];
  const current = (): Turn => turns.at(-1) ?? begin(null);
  const begin = (prompt: PromptEvent | null): Turn => {
    const turn: Turn = { prompt, answers: [], paths: new Set() };
    turns.push(turn);
    return turn;
  };
  for (const event of events) {
    if (event.type === 'prompt') begin(event);
    else if (event.type === 'answer') current().answers.push(event);
    else if (event.type === 'edit') current().paths.add(event.path);
  }
  return turns;
}

function exchangeOf(before: Turn, turn: Turn, index: number, known: Known): CapturedExchange | null {
  const agent = agentText(before.answers, known);
  // An answer stands by what it answers, also in words that a block had: without it a refused proposal would look open.
  const user = userText(turn.prompt, agent === '' ? known.given : []);
  const at = turn.prompt?.at ?? before.answers.at(-1)?.at;
  if (at === undefined || saysNothing(agent, user)) return null;
  const paths = [...new Set([...before.paths, ...turn.paths])].slice(0, MOST_PATHS);
  return { content: writeExchange({ agent, user }), paths, at, turn: index, seq: turn.prompt?.seq ?? null };
}

/** A yes to what is not kept is a yes to nothing. */
function saysNothing(agent: string, user: string): boolean {
  const words = wordCount(user);
  if (agent === '' && words < MOST_WORDS_OF_A_YES && judgeAnswer(user) === 'confirmed') return true;
  return wordCount(agent) + words < FEWEST_WORDS;
}

/** A user who pastes or retypes what stands in a block says nothing new; one who turns it round does. */
function userText(prompt: PromptEvent | null, given: readonly string[]): string {
  if (prompt === null) return '';
  const lines = linesOf(prompt.text).filter(
    // Comparing word by word is slow, and most lines share too few words to need it.
    (line) => !mayRepeat(line, given) || !given.some((text) => addsNothing(line, text)),
  );
  return bounded(lines, USER_BYTES);
}

/** The last message of the turn; of those before it, which tell of work under way, what sums up. */
function agentText(answers: readonly AnswerEvent[], { given, brought }: Known): string {
  const told = answers.filter(({ text }, index) => index === answers.length - 1 || isRecap(text));
  const lines = told.flatMap(({ text }) => linesOf(text));
  return bounded(withoutEchoes(lines, given, brought), AGENT_BYTES);
}

function linesOf(text: string): string[] {
  // Taking our own text out reads escapes, so a text without any stays as it is: "rows end with \r\n".
  return proseOf(hasOwnText(text) ? stripOwnText(text) : text, { numbered: true })
    .split('\n')
    .filter(Boolean);
}

/** Whole lines from both ends; one that is too long by itself is cut at its end. */
function bounded(lines: readonly string[], mostBytes: number): string {
  const whole = lines.join('\n');
  if (Buffer.byteLength(whole) <= mostBytes) return whole;
  const first = taken(lines, mostBytes * FIRST_SHARE);
  const last = taken(lines.slice(first.length).toReversed(), mostBytes * (1 - FIRST_SHARE)).toReversed();
  const kept = [...first, ...last].join('\n');
  return kept === ''
    ? Buffer.from(whole)
        .subarray(0, mostBytes)
        .toString()
        .replace(/\s+\S*\uFFFD?$/u, '')
    : kept;
}

function taken(lines: readonly string[], mostBytes: number): string[] {
  let bytes = 0;
  const end = lines.findIndex((line) => (bytes += Buffer.byteLength(line) + 1) > mostBytes);
  return lines.slice(0, end < 0 ? lines.length : end);
}

/** Where endings say what small words say elsewhere, or no blank parts words, few runs of letters say as much. */
const LETTERS_OF_A_WORD = 6;
const UNSPACED_LETTERS_OF_A_WORD = 1.7;
const UNSPACED = /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]/u;

function wordCount(text: string): number {
  const runs = text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  return runs.reduce((sum, run) => {
    const letters = UNSPACED.test(run) ? UNSPACED_LETTERS_OF_A_WORD : LETTERS_OF_A_WORD;
    return sum + Math.max(1, run.length / letters);
  }, 0);
}
