import type { LinesAtHand } from '../../../recall/evidence/lines-behind.ts';
import type { Clock } from '../../../base/clock.ts';
import { inTimeOr, type Deadline } from '../../../base/deadline.ts';
import { InklingError } from '../../../base/errors.ts';
import type { InSessionInjectorOptions } from '../injector-options.ts';
import { questionsOf, type VerbBusEvent } from './verb-bus-event.ts';

/** What a tool call is about, as far as its input tells. */
export interface ToolFocus {
  /** Files, the focal one first. */
  readonly paths: readonly string[];
  /** Words to search for. */
  readonly query?: string;
  /** The part of the focal file. */
  readonly lines?: LinesAtHand;
}

/** Names under which agents' tools pass one file. */
const PATH_KEYS = [
  'file_path',
  'filePath',
  'notebook_path',
  'absolute_path',
  'target_file',
  'path',
  'file',
  'filename',
];

/** Names under which they pass words: searches, commands, what a sub-agent is to do. */
const QUERY_KEYS = ['query', 'pattern', 'regex', 'command', 'description', 'prompt', 'question', 'url'];

/** Names under which they pass the text that is to be replaced. */
const OLD_TEXT_KEYS = ['old_string', 'oldString', 'old_str', 'oldText'];

/** Names under which they pass a patch. */
const PATCH_KEYS = ['patch', 'patchText', 'input', 'command', 'diff'];

/** What is replaced is found by its beginning. */
const OLD_TEXT_MAX_CHARACTERS = 10_000;
const PATCH_MAX_CHARACTERS = 20_000;

/** Tools that change the file which they name. */
const EDITS =
  /^(?:multi|notebook|search_)?(?:edit|replace|write|patch|insert|update|create)|^(?:apply|str)_?(?:patch|replace)/i;

/** Whether an event changes its focal file, as it says itself or by its tool's name: that file is what the work is about. */
export const isEdit = (event: Pick<VerbBusEvent, 'isEdit' | 'tool' | 'paths'>): boolean =>
  (event.isEdit ?? EDITS.test(event.tool)) && questionsOf(event).focalPath !== null;

/** A command or a prompt can be a page long, and its first lines say what it is about. */
const QUERY_MAX_CHARACTERS = 1000;

function textsUnder(input: Readonly<Record<string, unknown>>, keys: readonly string[]): string[] {
  return keys.flatMap((key) => {
    const value = Object.hasOwn(input, key) ? input[key] : undefined;
    return typeof value === 'string' && value.trim() !== '' ? [value] : [];
  });
}

/** Paths and words of a tool's input. Never fails: what it does not know says nothing. */
export function toolFocusOf(toolInput: unknown): ToolFocus {
  // GPT models call a tool for patches with the patch itself.
  if (typeof toolInput === 'string') return toolFocusOf({ input: toolInput });
  if (typeof toolInput !== 'object' || toolInput === null) return { paths: [] };
  const input = toolInput as Readonly<Record<string, unknown>>;
  const paths = [...new Set(textsUnder(input, PATH_KEYS))];
  const query = textsUnder(input, QUERY_KEYS).join('\n').slice(0, QUERY_MAX_CHARACTERS);
  const lines = linesOf(input);
  return { paths, ...(query === '' ? {} : { query }), ...(lines === null ? {} : { lines }) };
}

function linesOf(input: Readonly<Record<string, unknown>>): LinesAtHand | null {
  const text = oldTextOf(input);
  if (text !== undefined) return { text: text.slice(0, OLD_TEXT_MAX_CHARACTERS) };
  const { offset, limit, command } = input;
  if (isLineNumber(offset) && isLineNumber(limit)) return { from: offset, count: limit };
  return typeof command === 'string' ? linesShownBy(command.slice(0, QUERY_MAX_CHARACTERS)) : null;
}

/** A command that is nothing but a view of some lines of one file: `sed -n '120,180p' a.ts`, `nl -ba a.ts | sed -n '120,180p'`. */
const VIEW =
  /^(?:cd [^\s;&|]+ && )?(?:(?:cat|nl)\b[^;&|<>\n]*\| *)?sed -n ['"]?(\d{1,7}),(\d{1,7})p['"]?(?: [^\s;&|<>]+)?(?: 2>\/dev\/null)?\s*$/u;

/** The lines that a command shows; whoever begins at the first line looks at the file. */
function linesShownBy(command: string): LinesAtHand | null {
  const [, first, last] = VIEW.exec(command) ?? [];
  const [from, to] = [Number(first), Number(last)];
  return from > 1 && to >= from ? { from, count: to - from + 1 } : null;
}

/** The text that an edit replaces, of several edits the first; of a patch what its first hunk expects to find. */
function oldTextOf(input: Readonly<Record<string, unknown>>): string | undefined {
  const { edits } = input;
  const first: unknown = Array.isArray(edits) ? edits[0] : undefined;
  const edit = typeof first === 'object' && first !== null ? (first as Readonly<Record<string, unknown>>) : input;
  const [text] = textsUnder(edit, OLD_TEXT_KEYS);
  return (
    text ??
    textsUnder(input, PATCH_KEYS)
      .map(firstHunkOf)
      .find((hunk) => hunk !== '')
  );
}

/** The lines that a patch keeps or removes in its first hunk, as they stand in the file; '' for what is no patch. */
function firstHunkOf(text: string): string {
  const lines = text.slice(0, PATCH_MAX_CHARACTERS).split('\n');
  const start = lines.findIndex((line) => /^(?:@@|\*\*\* Update File: )/u.test(line));
  if (start < 0) return '';
  const body = lines.slice(lines[start + 1]?.startsWith('@@') ? start + 2 : start + 1);
  const end = body.findIndex((line) => !/^[ +-]|^$/u.test(line));
  const hunk = end < 0 ? body : body.slice(0, end);
  return hunk.flatMap((line) => (line.startsWith('+') ? [] : [line.slice(1)])).join('\n');
}

const isLineNumber = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) > 0;

interface PathPorts {
  readonly currentPaths?: InSessionInjectorOptions['currentPaths'];
  readonly clock: Clock;
  readonly onError: (error: unknown) => void;
}

/** What it is scoped to must leave time for the question itself. */
const SHARE_FOR_PATHS = 1 / 3;

/** More would say nothing of what is at hand. */
const MAX_PATHS = 8;

/**
 * The files that an event is about: its own, or those that the session has at hand when it names none, as `npm test` does. Never rejects:
 * without an answer in time the question is not scoped. Contract 12, seed "Context Derivation".
 */
export async function pathsAtHand(ports: PathPorts, event: VerbBusEvent, budget: Deadline): Promise<readonly string[]> {
  const { focalPath } = questionsOf(event);
  if (focalPath !== null) return [focalPath];
  const { currentPaths } = ports;
  if (!currentPaths) return [];
  const { orgId, sessionId } = event;
  const work = async ({ signal }: Deadline): Promise<readonly string[]> => {
    const found: unknown = await currentPaths({ orgId, sessionId }, signal);
    if (Array.isArray(found) && found.every((path) => typeof path === 'string')) return found.slice(0, MAX_PATHS);
    throw new InklingError('invalid-input', 'The current paths are not a list of strings.');
  };
  return inTimeOr(ports, budget.remaining() * SHARE_FOR_PATHS, work, [], budget.signal);
}
