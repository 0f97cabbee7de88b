import type { CaptureEvent, CommandEvent, EditEvent } from '../capture-event.ts';
import type { CapturedStatement } from '../captured-statement.ts';
import { smallestChange } from './detect-repeated-edits.ts';
import { proseSentences } from '../prose-sentences.ts';
import { stripOwnText } from '../strip-own-text.ts';
import { errorLine } from '../../../base/text/error-line.ts';

/** A change of more files is no fix of one failure. */
const MOST_FILES = 8;
const MOST_FIXES = 5;
const MOST_NAMED = 3;
const LONGEST_COMMAND = 200;
const LONGEST_REASON = 200;

interface OpenFailure {
  /** The line that says why. */
  readonly why: string;
  /** The command that failed, or null: the user showed it. */
  readonly command: string | null;
  readonly seq: number | null;
  readonly edits: EditEvent[];
}

/**
 * Failures and what ended them: commands that failed and later passed, and errors that the user pasted and later called gone, each with what was
 * edited in between. A failure that teaches nothing, an unused variable say, is none.
 */
export function detectFixes(events: readonly CaptureEvent[]): CapturedStatement[] {
  const open = new Map<string, OpenFailure>();
  const fixes: CapturedStatement[] = [];
  let reason = '';
  for (const event of events) {
    if (event.type === 'edit') for (const { edits } of open.values()) edits.push(event);
    if (event.type === 'answer') reason = reasonIn(event.text);
    if (event.type === 'prompt') fixes.push(...readPrompt(open, event, reason));
    if (event.type === 'command') fixes.push(...readRun(open, event));
  }
  return fixes.slice(-MOST_FIXES);
}

type Open = Map<string, OpenFailure>;

function readRun(open: Open, event: CommandEvent): CapturedStatement[] {
  const key = `ran ${sameCommand(event.command)}`;
  const failure = open.get(key);
  if (!event.succeeded) {
    const why = errorLine(stripOwnText(event.output ?? ''));
    open.set(key, { why, command: event.command, seq: event.seq, edits: failure?.edits ?? [] });
    return [];
  }
  open.delete(key);
  return failure ? fixOf(failure, event.at, '') : [];
}

/** A user shows one failure at a time: another one takes its place, and "works now" ends it. */
function readPrompt(open: Open, event: CaptureEvent & { type: 'prompt' }, reason: string): CapturedStatement[] {
  const failure = open.get(PASTED);
  if (failure && failure.edits.length > 0 && callsItGone(event.text)) {
    open.delete(PASTED);
    return fixOf(failure, event.at, reason);
  }
  const why = pastedError(event.text);
  if (why !== '') open.set(PASTED, { why, command: null, seq: event.seq, edits: [] });
  return [];
}

const PASTED = 'pasted';

/** A line of its own, or the whole prompt: who only speaks of an error shows none. */
function pastedError(text: string): string {
  const lines = stripOwnText(text).split('\n');
  return errorLine(lines.filter((line) => SHOWS_ERROR.test(line)).join('\n'));
}

const SHOWS_ERROR =
  /^\W*(?:[\w.]*(?:Error|Exception)\b|error\b|fatal:|panic|ERR_\w+|E\s{2}|\w+: error:|[^\s:]+:\d+(?::\d+)?:? (?:error|fatal)|FAILED|Caused by)/u;

function callsItGone(text: string): boolean {
  const [first = ''] = proseSentences(stripOwnText(text)).map((sentence) => sentence.text);
  return GONE.test(first) && !/\b(?:still|but|not|another|except|only|now (?:i|it) (?:get|says))\b|n't\b/iu.test(first);
}

const GONE =
  /\b(?:gone|works?|working|fixed|solved|resolved|green|boots|builds|compiles|loads?|loading|passes|passing|deployed|deploys|starts|runs)\b|\bthat (?:was it|did it)\b/iu;

/** What the agent said it was. It counts because the user called the failure gone. */
function reasonIn(text: string): string {
  const [first = ''] = proseSentences(stripOwnText(text)).map((sentence) => sentence.text);
  return first.length <= LONGEST_REASON ? first : '';
}

function fixOf({ why, command, seq, edits }: OpenFailure, at: string, reason: string): CapturedStatement[] {
  const paths = [...new Set(edits.map(({ path }) => path))];
  // Without the error's own words there is nothing that a later failure could be found by.
  if (paths.length === 0 || paths.length > MOST_FILES || why === '' || teachesNothing(why, command)) return [];
  const ended = endedBy(edits, paths);
  const content =
    command === null
      ? `${why} ended after ${ended}${reason === '' ? '.' : `: ${reason}`}`
      : `\`${command.slice(0, LONGEST_COMMAND)}\` failed with: ${why} It passed after ${ended}.`;
  return [{ detector: command === null ? 'pasted-error' : 'error-fix', kind: 'error', content, paths, at, seq }];
}

function endedBy(edits: readonly EditEvent[], paths: readonly string[]): string {
  const [only, ...others] = edits.filter(({ replaced }) => replaced !== undefined);
  const change = paths.length === 1 && only?.replaced && others.length === 0 ? smallestChange(only.replaced) : null;
  if (change) return `\`${change.before}\` became \`${change.after}\` in ${paths[0]}`;
  const more = paths.length > MOST_NAMED ? ` and ${paths.length - MOST_NAMED} more` : '';
  return `edits to ${paths.slice(0, MOST_NAMED).join(', ')}${more}`;
}

/** The same command, whatever folder it was given in and however it was spaced. */
function sameCommand(command: string): string {
  return command
    .replace(/^\s*cd [^&;]+(?:&&|;)/u, '')
    .replaceAll(/\s+(?:2>&1|\|\s*(?:tail|head|cat)\b.*$)/gu, '')
    .replaceAll(/\s+/gu, ' ')
    .trim();
}

/** Tools whose findings are about looks. */
const STYLE_TOOLS =
  /\b(?:eslint|oxlint|prettier|oxfmt|biome|stylelint|ruff|flake8|black|isort|pylint|gofmt|gofumpt|golangci-lint|rustfmt|cargo fmt|rubocop|ktlint|swiftlint|clang-format|dprint|standard)\b|\b(?:run )?(?:lint|format|fmt)\b(?!\S*test)/iu;

/** Slips of whoever is typing: gone a minute later, and nobody meets the same one again. */
const SLIPS: readonly RegExp[] = [
  /\b(?:unused|never (?:read|used)|declared but|assigned a value but|imported but|is defined but)\b|\bno-unused/iu,
  /\bTS(?:6133|6192|6196|6198|2304|2552|1005|1109|1128)\b|\bF401\b|\b[EW][1-57]\d\d\b|\bcannot find name\b/iu,
  /\b(?:missing semicolon|expected ['"`]?[;,)}\]]|unexpected (?:token|indent|end of (?:input|file))|unterminated|trailing (?:whitespace|comma|spaces)|code style|formatt?ing|prettier|line too long|indentation\w*|missing return type)\b|expected ['"`][;,)}\]]/iu,
  // A value that a test wanted and did not get says nothing about its cause.
  /^\W*(?:\w*assert\w*(?:error)?:?\s*)?(?:assert\b|expected\b.{0,60}\b(?:to (?:be|equal|deep|strictly|have|match|contain|include)|got|but was|received|actual)\b)/iu,
  /^(?:assertionerror|error|fail(?:ed|ure)?)[:.!]?$/iu,
];

/** Whether a failure with this line is no lesson: looks, slips of the keyboard, a bare value that differs. `command` null: it was shown by the user. */
function teachesNothing(line: string, command: string | null): boolean {
  return (command !== null && STYLE_TOOLS.test(command)) || SLIPS.some((pattern) => pattern.test(line));
}
