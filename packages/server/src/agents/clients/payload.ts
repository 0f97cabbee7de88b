import type { HookOrigin, HookToolCall } from './hook-event.ts';

/** A client's hook payload, or any part of it, as it came. */
export type Payload = Readonly<Record<string, unknown>>;

/** A longer id is none that a store takes, and none that a client makes. */
const ID_MAX_CHARACTERS = 200;

/** The first of the fields that is a text with something in it. */
export function textIn(payload: Payload, ...names: readonly string[]): string | null {
  for (const name of names) {
    const value = fieldIn(payload, name);
    if (typeof value === 'string' && value.trim() !== '') return value;
  }
  return null;
}

/** A field, whatever it is; undefined when it is not there. Inherited names are no fields. */
export function fieldIn(payload: Payload, name: string): unknown {
  return Object.hasOwn(payload, name) ? payload[name] : undefined;
}

/** An id among the fields: a text that can be stored and put into a path. */
export function idIn(payload: Payload, ...names: readonly string[]): string | null {
  const text = textIn(payload, ...names);
  return text !== null && text.length <= ID_MAX_CHARACTERS && !/[\p{Cc}\p{Surrogate}]/u.test(text) ? text : null;
}

/** The tool call that a payload tells of; null when it names no tool. `idNames`: the fields that may number it. */
export function toolCallIn(payload: Payload, ...idNames: readonly string[]): HookToolCall | null {
  const toolName = textIn(payload, 'tool_name');
  if (toolName === null) return null;
  return { toolName, toolInput: fieldIn(payload, 'tool_input'), callId: idIn(payload, ...idNames) };
}

/** Where an event comes from, when it names a session; the fields that most clients have in common. */
export function originOf(payload: Payload): HookOrigin {
  return {
    sessionId: idIn(payload, 'session_id', 'sessionId') ?? '',
    subAgentId: idIn(payload, 'agent_id', 'agentId'),
    directory: textIn(payload, 'cwd'),
    hookName: idIn(payload, 'hook_event_name', 'hookEventName') ?? '',
  };
}
