import type { CaptureEvent, CommandEvent, EditEvent } from './capture-event.ts';
import { stripOwnText } from './strip-own-text.ts';
import type { SessionFrame } from './summarize-session.ts';

/** 16 KB hold some sixty prompts and runs. */
const MOST_BYTES = 16_000;
const LONGEST_PROMPT = 1_200;
const LONGEST_OUTPUT = 400;
const LONGEST_EDIT = 160;
const LONGEST_TITLE = 200;

/** "Go on", "thanks" and the canary of doctor teach nobody anything, and reading them costs. */
const FEWEST_WORDS = 6;

const USER = 'user: ';
const LEFT_OUT = '(earlier parts are left out)';

/**
 * What happened in a session, for a reader that has not seen it: what its user wrote, what ran and how it ended, what was edited. Nothing that
 * an agent said, nothing that we put there, 16 KB at most, the newest first to stay. null = nobody said more than a few words and nothing
 * failed, so there is nothing to learn from.
 */
export function sessionDigest(events: readonly CaptureEvent[], frame: SessionFrame): string | null {
  const lines = events.map(lineOf).filter((line, index, all) => line !== '' && line !== all[index - 1]);
  const said = lines.flatMap((line) => (line.startsWith(USER) ? line.slice(USER.length).split(' ') : []));
  if (said.length < FEWEST_WORDS && !events.some(isFailure)) return null;
  const head = [
    `work item: ${clipped(frame.title, LONGEST_TITLE) || 'none'}`,
    `outcome: ${frame.outcome ?? 'unknown'}`,
  ];
  return [...head, ...newest(lines, MOST_BYTES - bytesOf(head.join('\n')) - LEFT_OUT.length - 2)].join('\n');
}

function newest(lines: readonly string[], mostBytes: number): readonly string[] {
  let bytes = 0;
  let from = lines.length;
  while (from > 0) {
    bytes += bytesOf(lines[from - 1] ?? '') + 1;
    if (bytes > mostBytes) break;
    from -= 1;
  }
  return from === 0 ? lines : [LEFT_OUT, ...lines.slice(from)];
}

function lineOf(event: CaptureEvent): string {
  if (event.type === 'command') return commandLine(event);
  if (event.type === 'edit') return editLine(event);
  if (event.type === 'answer') return '';
  const text = clipped(stripOwnText(event.text), LONGEST_PROMPT);
  return text === '' ? '' : `${USER}${text}`;
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
