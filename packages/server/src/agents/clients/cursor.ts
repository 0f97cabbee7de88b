import { recordAt } from '../../base/record.ts';
import {
  type AgentClient,
  contextFor,
  fieldIn,
  type HookAnswer,
  type HookEvent,
  type HookOrigin,
  type HookOutput,
  idIn,
  originOf,
  type Payload,
  textIn,
  toolCallIn,
} from './hook-event.ts';

/** Cursor: hooks.json, as commands. Written after its documentation: it has no client that runs offline. */
export const cursor: AgentClient = {
  // No limit is documented; every other client takes as much.
  maxContextCharacters: 10_000,
  // A prompt's hook can only let it pass, and what is said before a tool runs is not delivered.
  takesContext: new Set(['session-start', 'post-tool']),
  saysNothingAfterCompaction: true,
  readEvent: (payload) => readCursorEvent(recordAt(payload)),
  renderAnswer: renderCursorAnswer,
};

function readCursorEvent(payload: Payload): HookEvent {
  const origin = cursorOrigin(payload);
  const ignored: HookEvent = { ...origin, kind: 'ignored' };
  if (origin.sessionId === '') return ignored;
  const call = toolCallIn(payload, 'tool_use_id');
  switch (origin.hookName) {
    case 'sessionStart':
      return { ...origin, kind: 'session-start', source: 'startup' };
    case 'beforeSubmitPrompt':
      return {
        ...origin,
        kind: 'prompt',
        text: textIn(payload, 'prompt') ?? '',
        promptId: idIn(payload, 'generation_id'),
      };
    case 'preToolUse':
      return call === null ? ignored : { ...origin, ...call, kind: 'pre-tool' };
    case 'postToolUse':
    case 'postToolUseFailure':
      return call === null ? ignored : { ...origin, ...call, kind: 'post-tool', failure: failureOf(payload) };
    case 'preCompact':
      return { ...origin, kind: 'pre-compact' };
    case 'afterAgentResponse':
      return { ...origin, kind: 'turn-end', text: textIn(payload, 'text') };
    case 'sessionEnd':
      return { ...origin, kind: 'session-end', reason: textIn(payload, 'reason') };
    default:
      return ignored;
  }
}

/** A conversation is the session; where it happens is the first of its folders, when the event has no directory of its own. */
function cursorOrigin(payload: Payload): HookOrigin {
  const origin = originOf(payload);
  const roots = fieldIn(payload, 'workspace_roots');
  const root: unknown = Array.isArray(roots) ? roots[0] : undefined;
  return {
    ...origin,
    sessionId: idIn(payload, 'conversation_id', 'session_id') ?? '',
    directory: origin.directory ?? (typeof root === 'string' && root !== '' ? root : null),
  };
}

function failureOf(payload: Payload): string | null {
  if (textIn(payload, 'hook_event_name') === 'postToolUse') return null;
  return textIn(payload, 'error_message', 'failure_type') ?? 'failed';
}

function renderCursorAnswer(event: HookEvent, { blocks, notice }: HookAnswer): HookOutput {
  if (event.kind === 'prompt' && notice !== null) return { continue: false, user_message: notice };
  const text = contextFor(cursor, event, { blocks });
  return text === '' ? {} : { additional_context: text };
}
