import { splitSentences } from '../../base/text/sentences.ts';
import { isRecap } from '../../memory/talk/deciding-lines.ts';
import { judgeAnswer, proseOf } from '../../memory/talk/exchange.ts';
import { addsNothing } from './adds-nothing.ts';
import type { AnswerEvent, CaptureEvent, CommandEvent, EditEvent, PromptEvent } from './capture-event.ts';
import { withoutEchoes } from './echoes.ts';
import { isProposal, questionOf, tellsOfWork } from './detect/proposal.ts';
import { hasOwnText, stripOwnText } from './strip-own-text.ts';
import type { SessionFrame } from './summarize-session.ts';

/** A session for a reader that has not seen it. */
export interface SessionDigest {
  /** The work item and the outcome, then a line for each passage: its number in brackets, who it is, what was said or seen. */
  readonly text: string;
  /** In their order. */
  readonly passages: readonly DigestPassage[];
}

/** What is known of a line of a digest besides its words. */
export interface DigestPassage {
  /** Stands in brackets before the line, from 1. They rise, with gaps. */
  readonly number: number;
  /**
   * Whose word it is. Of the agent's `agreed`: confirmed by its user, or a recap that nobody objected to; `answered`: a question, or what the user
   * changed, so that it counts beside the answer; `unsettled`: a proposal that was refused or not taken up. `run` and `edit` were seen to happen.
   */
  readonly voice: 'user' | 'agreed' | 'answered' | 'unsettled' | 'run' | 'edit';
  /** Of an agent's line the number of the user's answer to it; null = there is none. */
  readonly answeredBy: number | null;
  /** The activity that tells it; null = it is none. */
  readonly seq: number | null;
}

/** What a session heard from us: nobody learns anything from hearing it back. */
export interface Heard {
  /** The lines of the blocks that it was given. */
  readonly given: readonly string[];
  /** These, and what the memory says about the same: an agent may have asked for it. */
  readonly known: readonly string[];
}

const NOTHING_HEARD: Heard = { given: [], known: [] };

/** 16 KB hold some sixty prompts, answers and runs. */
const MOST_BYTES = 16_000;
const LONGEST_PROMPT = 1_200;
const LONGEST_ANSWER = 600;
const LONGEST_OUTPUT = 400;
const LONGEST_EDIT = 160;
const LONGEST_TITLE = 200;

/** Of an answer: what its user takes up stands at its end. */
const MOST_SENTENCES = 20;

/** "Go on", "thanks" and the canary of doctor teach nobody anything, and reading them costs. */
const FEWEST_WORDS = 6;

const LEFT_OUT = '(earlier parts are left out)';

/**
 * What happened in a session: what its user wrote, what the agent answered (prose that does not tell of work), what ran and how it ended, what was
 * edited. Nothing that we put there, also retyped by the user or retold by the agent. 16 KB at most, the newest first to stay. null = nobody
 * said more than a few words and nothing failed, so there is nothing to learn from.
 */
export function sessionDigest(
  events: readonly CaptureEvent[],
  frame: SessionFrame,
  heard: Heard = NOTHING_HEARD,
): SessionDigest | null {
  if (!events.some(isFailure) && !saysEnough(events, heard)) return null;
  const head = `work item: ${clipped(frame.title, LONGEST_TITLE) || 'none'}\noutcome: ${frame.outcome ?? 'unknown'}`;
  const lines: string[] = [];
  const passages: DigestPassage[] = [];
  let bytesLeft = MOST_BYTES - bytesOf(head) - LEFT_OUT.length - 2;
  let newer = '';
  for (let at = events.length - 1; at >= 0 && bytesLeft >= 0; at -= 1) {
    const line = lineOf(events, at, heard);
    if (line === '' || line === newer) continue;
    newer = line;
    const numbered = `[${at + 1}] ${line}`;
    bytesLeft -= bytesOf(numbered) + 1;
    lines.push(bytesLeft < 0 ? LEFT_OUT : numbered);
    if (bytesLeft >= 0) passages.push(passageOf(events, at, heard));
  }
  return { text: [head, ...lines.toReversed()].join('\n'), passages: passages.toReversed() };
}

function saysEnough(events: readonly CaptureEvent[], heard: Heard): boolean {
  let words = 0;
  return events.some((event) => {
    if (event.type === 'prompt') words += userText(event, heard).split(' ').filter(Boolean).length;
    return words >= FEWEST_WORDS;
  });
}

function lineOf(events: readonly CaptureEvent[], at: number, heard: Heard): string {
  const event = events[at]!;
  if (event.type === 'command') return commandLine(event);
  if (event.type === 'edit') return editLine(event);
  const text =
    event.type === 'prompt' ? userText(event, heard) : isTold(events, at, event) ? agentText(event, heard) : '';
  return text === '' ? '' : `${event.type === 'prompt' ? 'user' : 'agent'}: ${text}`;
}

/** The last message of a turn; those before it tell of work under way, unless they sum up. */
function isTold(events: readonly CaptureEvent[], at: number, { text }: AnswerEvent): boolean {
  const next = events.slice(at + 1).find(({ type }) => type === 'prompt' || type === 'answer');
  return next?.type !== 'answer' || isRecap(text);
}

/** A user who pastes or retypes what stands in a block says nothing new. */
function userText({ text }: PromptEvent, { given }: Heard): string {
  const said = clipped(stripOwnText(text), LONGEST_PROMPT);
  if (given.length === 0) return said;
  return splitSentences(said)
    .filter((sentence) => !given.some((line) => addsNothing(sentence, line)))
    .join(' ');
}

/** A recap from its beginning; of anything else the end. */
function agentText({ text }: AnswerEvent, { known }: Heard): string {
  // Taking our own text out reads escapes, so a text without any stays as it is.
  const told = splitSentences(proseOf(hasOwnText(text) ? stripOwnText(text) : text)).slice(-MOST_SENTENCES);
  const sentences = withoutEchoes(
    told.filter((sentence) => isRecap(sentence) || !tellsOfWork(sentence)),
    known,
  );
  const recap = sentences.findIndex(isRecap);
  const kept = recap >= 0 ? sentences.slice(recap) : lastThatFit(sentences, LONGEST_ANSWER);
  return clipped(kept.join(' '), LONGEST_ANSWER);
}

/** The last one at least. */
function lastThatFit(sentences: readonly string[], longest: number): readonly string[] {
  let length = 0;
  const over = sentences.findLastIndex((text) => (length += text.length + 1) > longest + 1);
  return sentences.slice(Math.min(over + 1, sentences.length - 1));
}

function passageOf(events: readonly CaptureEvent[], at: number, heard: Heard): DigestPassage {
  const event = events[at]!;
  const { seq } = event;
  const number = at + 1;
  if (event.type === 'prompt') return { number, voice: 'user', answeredBy: null, seq };
  if (event.type !== 'answer') return { number, voice: event.type === 'edit' ? 'edit' : 'run', answeredBy: null, seq };
  const next = events.findIndex(({ type }, index) => index > at && type === 'prompt');
  const prompt = events[next];
  const answer = prompt?.type === 'prompt' ? userText(prompt, heard) : '';
  return { number, voice: voiceOf(agentText(event, heard), answer), answeredBy: answer === '' ? null : next + 1, seq };
}

function voiceOf(text: string, answer: string): DigestPassage['voice'] {
  const standing = judgeAnswer(answer);
  if (standing === 'refused') return 'unsettled';
  if (standing === 'confirmed' || (standing === 'open' && isRecap(text))) return 'agreed';
  const sentences = splitSentences(text);
  const proposes = standing === 'open' && questionOf(sentences) === '' && sentences.some(isProposal);
  return proposes ? 'unsettled' : 'answered';
}

function commandLine({ kind, command, succeeded, output = '' }: CommandEvent): string {
  const said = succeeded ? '' : clipped(stripOwnText(output), LONGEST_OUTPUT);
  const end = succeeded ? 'passed' : 'failed';
  return `ran (${kind}): ${clipped(command, LONGEST_EDIT)} ${end}${said === '' ? '' : `: ${said}`}`;
}

function editLine({ path, replaced }: EditEvent): string {
  if (!replaced) return `edited: ${clipped(path, LONGEST_EDIT)}`;
  const [before, after] = [replaced.before, replaced.after].map((text) => clipped(stripOwnText(text), LONGEST_EDIT));
  return `edited: ${clipped(path, LONGEST_EDIT)}: "${before}" became "${after}"`;
}

function isFailure(event: CaptureEvent): boolean {
  return event.type === 'command' && !event.succeeded;
}

/** One line: nothing in it can pose as another. */
function clipped(text: string, longest: number): string {
  const line = text.replaceAll(/\s+/gu, ' ').trim();
  return line.length <= longest ? line : `${line.slice(0, longest).replace(/\p{Surrogate}$/u, '')}…`;
}

function bytesOf(text: string): number {
  return Buffer.byteLength(text, 'utf8');
}
