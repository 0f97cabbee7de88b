import type { CaptureEvent } from '@inkling/engine/capture';
import { INJECTION_BLOCK_PREFIX } from '@inkling/engine/history';
import { isRecord, parseJson, recordAt, textOf } from '../../base/record.ts';
import { contentText, createToolCalls, type TranscriptReader } from './transcript.ts';

/** How user messages begin that the client wrote. Its tags have an underscore, and those of a user's JSX or HTML have none. */
const NOT_TYPED =
  /^\s*(?:<(?:[a-z]+_\w+|instructions|permissions instructions|skill)[\s>]|# AGENTS\.md instructions)/iu;

/** What an IDE puts above a prompt. */
const IDE_CONTEXT = /^\s*# Context from my IDE setup:[\s\S]*?^## My request for Codex:\s*/mu;

type State = ReturnType<typeof nothingRead>;

const nothingRead = () => ({
  calls: createToolCalls(),
  events: [] as CaptureEvent[],
  /** What was read from the model's messages. */
  fromMessages: new Set<CaptureEvent>(),
  /** What is reported by itself: the model's message then repeats it. */
  reported: new Set<CaptureEvent['type']>(),
  isSubAgent: false,
  sessionId: '',
  directory: null as string | null,
  endedAt: null as string | null,
});

/** Reads a rollout of Codex: `~/.codex/sessions/<year>/<month>/<day>/rollout-*.jsonl`. */
export function createCodexReader(): TranscriptReader {
  const state = nothingRead();
  return {
    accept(record) {
      if (!isRecord(record)) return;
      const at = textOf(record['timestamp']);
      const payload = recordAt(record, 'payload');
      state.endedAt = at || state.endedAt;
      if (record['type'] === 'session_meta' && state.sessionId === '') {
        state.sessionId = textOf(payload['id']);
        state.directory = textOf(payload['cwd']) || null;
        state.isSubAgent = isRecord(payload['source']) && Object.hasOwn(payload['source'], 'subagent');
      }
      if (record['type'] === 'event_msg') readEvent(state, payload, at);
      if (record['type'] === 'response_item') readItem(state, payload, at);
    },
    finish: () => {
      const { sessionId, directory, endedAt, isSubAgent, reported, fromMessages } = state;
      const told = state.events.filter((event) => !fromMessages.has(event) || !reported.has(event.type));
      // A sub-agent's user is the agent.
      return { sessionId, directory, title: '', events: isSubAgent ? [] : told, endedAt };
    },
  };
}

const SAID_BY: Readonly<Record<string, 'prompt' | 'answer'>> = {
  user_message: 'prompt',
  user: 'prompt',
  agent_message: 'answer',
  assistant: 'answer',
};

function readEvent(state: State, payload: Record<string, unknown>, at: string): void {
  const { events, reported } = state;
  if (payload['type'] === 'thread_rolled_back') takeBack(state, Number(payload['num_turns']));
  const said = saidEvent(textOf(payload['type']), textOf(payload['message']), at);
  for (const event of said) reported.add(event.type);
  events.push(...said);
}

/** Takes back the last turns: a turn begins with a prompt, which counts once, also where the model's message repeats it. */
function takeBack({ events, fromMessages, reported }: State, turns: number): void {
  const begins = events.flatMap((event, index) =>
    event.type === 'prompt' && fromMessages.has(event) !== reported.has('prompt') ? [index] : [],
  );
  if (turns >= 1) events.length = begins.at(-turns) ?? 0;
}

function saidEvent(by: string, message: string, at: string): CaptureEvent[] {
  const type = Object.hasOwn(SAID_BY, by) ? SAID_BY[by] : undefined;
  const text = type === 'prompt' ? message.replace(IDE_CONTEXT, '') : message;
  if (type === undefined || text.trim() === '' || (type === 'prompt' && !isTyped(text))) return [];
  return [{ type, text, at, seq: null }];
}

function readItem(state: State, payload: Record<string, unknown>, at: string): void {
  const { type, name, arguments: given, input, action } = payload;
  const id = textOf(payload['call_id']);
  if (type === 'message') {
    const said = saidEvent(textOf(payload['role']), contentText(payload['content']), at);
    for (const event of said) state.fromMessages.add(event);
    state.events.push(...said);
  }
  if (type === 'function_call') state.calls.called(id, textOf(name), parsed(given));
  if (type === 'custom_tool_call') state.calls.called(id, textOf(name), { input });
  if (type === 'local_shell_call') state.calls.called(id, 'local_shell', action);
  if (type === 'function_call_output' || type === 'custom_tool_call_output') {
    state.events.push(...state.calls.answered(id, { at, ...endOf(payload['output']) }));
  }
}

/** Neither the client's own nor a block that a hook gave it. */
function isTyped(text: string): boolean {
  return !NOT_TYPED.test(text) && !text.trimStart().startsWith(INJECTION_BLOCK_PREFIX);
}

/** The output is a text with the exit code in it, a JSON text with the exit code beside it, or an object with `success`. */
function endOf(given: unknown): { readonly succeeded: boolean; readonly output: string } {
  const value = typeof given === 'string' && given.startsWith('{') ? parsed(given) : given;
  const output = isRecord(value) ? contentText(value['output'] ?? value['content']) : contentText(value);
  const { exit_code: code } = recordAt(value, 'metadata');
  const told = /(?:process exited with code|exit code:?) (\d+)/iu.exec(output.slice(0, 2_000))?.[1];
  const failed = isRecord(value) && value['success'] === false;
  return { output, succeeded: !failed && (code === undefined || code === 0) && (told === undefined || told === '0') };
}

/** What is no JSON after all is a text. */
function parsed(text: unknown): unknown {
  const value = typeof text === 'string' ? parseJson(text) : text;
  return value === undefined ? text : value;
}
