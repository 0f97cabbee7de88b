import type { CaptureEvent, CommandEvent, EditEvent } from '../../features/capture/capture-event.ts';
import { deriveContext } from '../../features/derivation/derive-context.ts';
import type { DerivedContextEntry } from '../../features/derivation/derived-context.ts';
import type { FileOfCall } from '../../features/in-session/events/memory-injection-subscriber.ts';
import type { ActivityInput } from '../../memory/activities/activity.ts';

/** How a tool call ended. */
export interface ToolCallEnd {
  /** ISO-8601 UTC. */
  readonly at: string;
  readonly succeeded: boolean;
  /** What the tool said. (Default: not known) */
  readonly output?: string;
}

const COMMAND_KINDS: Readonly<Record<string, CommandEvent['kind']>> = {
  lastTestRun: 'test',
  lastBuild: 'build',
  lastCheck: 'check',
};

/** What a failure says stands at its beginning or at its end. */
const OUTPUT_ENDS = 1_000;

/** What one tool call tells capture: a test, build or check that ended, a file that was changed. Pure and total. */
export function toolCallEvents(toolName: string, toolInput: unknown, end: ToolCallEnd): CaptureEvent[] {
  const entries = deriveContext(toolName, toolInput, { everyFile: true });
  const commands = entries.flatMap((entry) => commandEvent(entry, end));
  return end.succeeded ? [...commands, ...editEvents(entries, toolInput, end.at)] : commands;
}

/** The event of a facet that names a command; [] for any other, and for one that ran and may have failed. */
export function commandEvent(
  { contextKey, contextValue, unsure }: DerivedContextEntry,
  end: ToolCallEnd,
): CommandEvent[] {
  const kind = COMMAND_KINDS[contextKey];
  const command = textOf(contextValue, ['command']);
  if (kind === undefined || command === '' || unsure === true) return [];
  const { at, succeeded, output } = end;
  return [{ type: 'command', kind, command, succeeded, at, seq: null, ...(output ? { output: endsOf(output) } : {}) }];
}

/** What a shell fills in is the name of no file: `$FILE`, `src/*.ts`, `~/.bashrc`. */
const FILLED_IN = /^~|[$`*?{}]/u;

const isRooted = (path: string): boolean => /^(?:[/\\]|[a-z]:)/iu.test(path);

/** The file that a call changes, or else shows, also in a shell's command; undefined = nothing is known of the tool. */
export function fileOfCall(toolName: string, toolInput: unknown): FileOfCall | undefined {
  const entries = deriveContext(toolName, toolInput);
  if (entries.length === 0) return undefined;
  const valueOf = (key: string): unknown => entries.find(({ contextKey }) => contextKey === key)?.contextValue;
  const edited = editedIn(entries).at(-1);
  const isEdit = edited !== undefined;
  const path = edited ?? valueOf('currentFile');
  // A patch names the file itself: `routes/$id.tsx`.
  if (typeof path !== 'string' || (!isEdit && FILLED_IN.test(path))) return { path: null, isEdit };
  const directory = valueOf('workingDirectory');
  const isWithin = typeof directory === 'string' && !FILLED_IN.test(directory) && !isRooted(path);
  return { path: isWithin ? `${directory}/${path}` : path, isEdit };
}

function editedIn(entries: readonly DerivedContextEntry[]): string[] {
  const edited = entries.filter(({ contextKey }) => contextKey === 'lastEditedFile');
  return edited.map(({ contextValue }) => contextValue).filter((value) => typeof value === 'string');
}

function editEvents(entries: readonly DerivedContextEntry[], toolInput: unknown, at: string): EditEvent[] {
  const replaced = replacements(toolInput);
  return editedIn(entries).flatMap((path): EditEvent[] => {
    if (replaced.length === 0) return [{ type: 'edit', path, at, seq: null }];
    return replaced.map((replacement) => ({ type: 'edit', path, replaced: replacement, at, seq: null }));
  });
}

/** What the agents call the two sides of a replacement. */
const SIDES = [
  ['old_string', 'new_string'],
  ['oldString', 'newString'],
  ['old_str', 'new_str'],
  ['oldText', 'newText'],
] as const;

/** A rule that somebody applies fits into a few lines; longer edits are work. */
const LONGEST_SIDE = 2_000;
const MOST_REPLACEMENTS = 20;

function replacements(input: unknown): { readonly before: string; readonly after: string }[] {
  const edits: unknown = field(input, 'edits');
  const all = Array.isArray(edits) ? edits.slice(0, MOST_REPLACEMENTS) : [input];
  return all.flatMap((edit) =>
    SIDES.flatMap(([old, fresh]) => {
      const [before, after] = [field(edit, old), field(edit, fresh)];
      const isTold = typeof before === 'string' && typeof after === 'string';
      return isTold && before.length <= LONGEST_SIDE && after.length <= LONGEST_SIDE ? [{ before, after }] : [];
    }),
  );
}

function field(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
  return (value as Record<string, unknown>)[name];
}

/** A facet's text, or that of one of its fields. */
function textOf(value: unknown, fields: readonly string[]): string {
  if (typeof value === 'string') return value;
  const found = fields.map((name) => field(value, name)).find((item) => typeof item === 'string');
  return typeof found === 'string' ? found : '';
}

function endsOf(output: string): string {
  if (output.length <= 2 * OUTPUT_ENDS) return output;
  return `${output.slice(0, OUTPUT_ENDS)}\n${output.slice(-OUTPUT_ENDS)}`;
}

/**
 * What a tool call tells about its session, as activities: its facets as `context`, and what capture needs beside them, the words that an edit
 * replaced (`action`) and a test, build or check that failed (`error`). [] when it tells nothing. Seed "Context Derivation", contract 12.
 */
export function toolCallActivities(toolName: string, toolInput: unknown, end: ToolCallEnd): ActivityInput[] {
  const events = toolCallEvents(toolName, toolInput, end);
  if (!end.succeeded) {
    return events.flatMap((event) => {
      if (event.type !== 'command') return [];
      const { kind, command, output = '' } = event;
      return [{ type: 'error' as const, body: { event: 'command', kind, command, output } }];
    });
  }
  const told = deriveContext(toolName, toolInput, { everyFile: true });
  const facets = told.map(({ contextKey: key, contextValue: value, unsure }) => ({
    type: 'context' as const,
    body: { key, value, ...(unsure ? { unsure } : {}) },
  }));
  const edits = events.flatMap((event) =>
    event.type === 'edit' && event.replaced
      ? [{ type: 'action' as const, body: { event: 'edit', path: event.path, ...event.replaced } }]
      : [],
  );
  return [...facets, ...edits];
}
