import type { CaptureEvent } from '@inkling/engine/capture';
import { isRecord, recordAt, textOf } from '../../base/record.ts';
import { REFUSED, typedText } from './claude-words.ts';
import { contentText, createToolCalls, type TranscriptReader } from './transcript.ts';

type State = ReturnType<typeof nothingRead>;

const nothingRead = () => ({
  calls: createToolCalls(),
  events: [] as CaptureEvent[],
  /** By event: the record that tells it. */
  toldBy: new Map<CaptureEvent, string>(),
  parents: new Map<string, string>(),
  lastRecord: '',
  sessionId: '',
  directory: null as string | null,
  title: '',
  givenTitle: '',
  endedAt: null as string | null,
});

/** Reads a transcript of Claude Code: `~/.claude/projects/<project>/<session>.jsonl`. */
export function createClaudeReader(): TranscriptReader {
  const state = nothingRead();
  return {
    accept(record) {
      if (!isRecord(record)) return;
      const { type, timestamp } = record;
      const told = state.events.length;
      state.sessionId = textOf(record['sessionId']) || state.sessionId;
      state.directory ??= textOf(record['cwd']) || null;
      state.endedAt = textOf(timestamp) || state.endedAt;
      if (type === 'summary') state.title = textOf(record['summary']) || state.title;
      if (type === 'ai-title') state.title = textOf(record['aiTitle']) || state.title;
      if (type === 'custom-title') state.givenTitle = textOf(record['customTitle']);
      if (type === 'assistant') readAssistant(state, record);
      if (type === 'user') readUser(state, record);
      if (type === 'attachment') readQueued(state, record);
      placeRecord(state, record, state.events.slice(told));
    },
    finish: () => {
      const { sessionId, directory, endedAt } = state;
      const title = state.givenTitle || state.title;
      return { sessionId, directory, title, endedAt, events: standingEvents(state) };
    },
  };
}

/** Keeps where a record stands among the others, and what it told. */
function placeRecord(state: State, record: Record<string, unknown>, events: readonly CaptureEvent[]): void {
  const id = textOf(record['uuid']);
  if (id === '') return;
  state.parents.set(id, textOf(record['parentUuid']));
  for (const event of events) state.toldBy.set(event, id);
  const isSaid = record['type'] === 'user' || record['type'] === 'assistant';
  if (isSaid && record['isSidechain'] !== true) state.lastRecord = id;
}

/** Without what the user took back. */
function standingEvents({ events, toldBy, parents, lastRecord }: State): readonly CaptureEvent[] {
  const prompts = new Set(events.flatMap((event) => (event.type === 'prompt' ? (toldBy.get(event) ?? []) : [])));
  const left = leftBranches(parents, prompts, lastRecord);
  return left.size === 0 ? events : events.filter((event) => !left.has(toldBy.get(event) ?? ''));
}

/**
 * The records that a user took back: when Claude Code is rewound, the talk goes on from an earlier record, and the branch that was left stays in
 * the file. Only a prompt begins a branch: the results of calls that ran beside each other fork too. What is not connected with the talk's end,
 * as what came before a compaction, was not left.
 * @param parents By record, in the order of the file: the one that it follows; '' = none.
 */
function leftBranches(
  parents: ReadonlyMap<string, string>,
  prompts: ReadonlySet<string>,
  last: string,
): ReadonlySet<string> {
  const ending = new Set<string>();
  for (let id = last; id !== '' && !ending.has(id); id = parents.get(id) ?? '') ending.add(id);
  const left = new Set<string>();
  const connected = new Set<string>();
  for (const [id, parent] of parents) {
    if (!ending.has(id) && !connected.has(parent)) continue;
    connected.add(id);
    if (!ending.has(id) && (prompts.has(id) || left.has(parent))) left.add(id);
  }
  return left;
}

function readAssistant({ calls, events }: State, record: Record<string, unknown>): void {
  const { content, model } = recordAt(record, 'message');
  const text = contentText(content);
  // Errors and other messages of the client come under the agent's name.
  const isSaid = record['isSidechain'] !== true && record['isApiErrorMessage'] !== true && model !== '<synthetic>';
  if (isSaid && text !== '') events.push({ type: 'answer', text, at: textOf(record['timestamp']), seq: null });
  for (const part of Array.isArray(content) ? content : []) {
    if (isRecord(part) && part['type'] === 'tool_use')
      calls.called(textOf(part['id']), textOf(part['name']), part['input']);
  }
}

function readUser(state: State, record: Record<string, unknown>): void {
  const at = textOf(record['timestamp']);
  const { content } = recordAt(record, 'message');
  const parts: readonly unknown[] = Array.isArray(content) ? content : [];
  const results = parts.filter((part) => isRecord(part) && part['type'] === 'tool_result');
  for (const result of results) readResult(state, result as Record<string, unknown>, at);
  // A sub-agent's prompts are the agent's, and what is marked as meta is the client's.
  const isTyped = record['isMeta'] !== true && record['isSidechain'] !== true && record['isCompactSummary'] !== true;
  const text = isTyped && results.length === 0 ? typedText(content) : '';
  if (text !== '') state.events.push({ type: 'prompt', text, at, seq: null });
}

/** What was typed while the agent worked, and reached it between two calls; a notification in its place has another mode or origin. */
function readQueued({ events }: State, record: Record<string, unknown>): void {
  const { type, prompt, commandMode = 'prompt', isMeta } = recordAt(record, 'attachment');
  const { kind = 'human' } = recordAt(record, 'attachment', 'origin');
  const isTyped = type === 'queued_command' && commandMode === 'prompt' && kind === 'human' && isMeta !== true;
  const text = isTyped && record['isSidechain'] !== true ? typedText(prompt) : '';
  if (text !== '') events.push({ type: 'prompt', text, at: textOf(record['timestamp']), seq: null });
}

function readResult({ calls, events }: State, result: Record<string, unknown>, at: string): void {
  const output = contentText(result['content']);
  const succeeded = result['is_error'] !== true;
  const told = calls.answered(textOf(result['tool_use_id']), { at, succeeded, output });
  if (succeeded || !REFUSED.test(output)) events.push(...told);
}
