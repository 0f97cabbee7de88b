import { parseJson, recordAt, textsOf } from '../../base/record.ts';
import { claudeCode } from './claude-code.ts';
import { commandEnd, type CommandEnd } from './command-end.ts';
import {
  type AgentClient,
  contextFor,
  fieldIn,
  type HookAnswer,
  type HookEvent,
  type HookOutput,
  idIn,
  originOf,
  type Payload,
  textIn,
} from './hook-event.ts';

/** Cursor: hooks.json, as commands. Written after its documentation: it has no client that runs offline. */
export const cursor: AgentClient = {
  // No limit is documented; every other client takes as much.
  maxContextCharacters: 10_000,
  // What is said before a tool runs is not delivered.
  takesContext: new Set(['session-start', 'prompt', 'post-tool']),
  saysNothingAfterCompaction: true,
  readEvent: (payload) => readCursorEvent(recordAt(payload)),
  renderAnswer: renderCursorAnswer,
};

const CLAUDE_NAMES: ReadonlyMap<string, string> = new Map([
  ['sessionStart', 'SessionStart'],
  ['beforeSubmitPrompt', 'UserPromptSubmit'],
  ['preToolUse', 'PreToolUse'],
  ['postToolUse', 'PostToolUse'],
  ['postToolUseFailure', 'PostToolUseFailure'],
  ['preCompact', 'PreCompact'],
  ['afterAgentResponse', 'Stop'],
  ['sessionEnd', 'SessionEnd'],
]);

/** A conversation is the session; where it happens is the first of its folders, when the event has no directory of its own. */
function readCursorEvent(payload: Payload): HookEvent {
  const { hookName, directory } = originOf(payload);
  const event = claudeCode.readEvent({
    ...payload,
    hook_event_name: CLAUDE_NAMES.get(hookName) ?? 'ignored',
    session_id: idIn(payload, 'conversation_id', 'session_id'),
    sessionId: null,
    cwd: directory ?? textsOf(fieldIn(payload, 'workspace_roots'))[0],
    prompt_id: fieldIn(payload, 'generation_id'),
    error: textIn(payload, 'error_message', 'failure_type'),
    last_assistant_message: fieldIn(payload, 'text'),
    // Always a new one; and nothing tells what became of its blocks.
    ...{ source: 'startup', transcript_path: null, received: null },
  });
  const isEnd = event.kind === 'post-tool' && event.toolName === SHELL && event.failure === null;
  const dropsContext = event.kind === 'prompt' ? !takesWithPrompt(payload) : hookName === 'postToolUseFailure';
  return { ...event, hookName, ...(dropsContext ? { dropsContext } : {}), ...(isEnd ? endOf(payload) : {}) };
}

/**
 * Its documentation knows no text with a prompt. Others saw 3.20 take it; older versions drop it, or block a prompt for a field that they do not
 * know. Versions that are dates are another program's.
 */
function takesWithPrompt(payload: Payload): boolean {
  const [major = 0, minor = 0] = (textIn(payload, 'cursor_version') ?? '').split('.').map(Number);
  return (major === 3 && minor >= 20) || (major > 3 && major < 1000);
}

const SHELL = 'Shell';

/** A command that failed is a call that succeeded; its output is JSON that holds the exit code, and what was printed under one name or two. */
function endOf(payload: Payload): CommandEnd {
  const output = recordAt(parseJson(textIn(payload, 'tool_output') ?? ''));
  const code = fieldIn(output, 'exitCode');
  const printed = ['output', 'stdout', 'stderr'].flatMap((name) => textIn(output, name) ?? []).join('\n');
  return commandEnd(typeof code === 'number' ? code : null, printed);
}

function renderCursorAnswer(event: HookEvent, { blocks, notice }: HookAnswer): HookOutput {
  if (event.kind === 'prompt' && notice !== null) return { continue: false, user_message: notice };
  const text = contextFor(cursor, event, { blocks });
  if (text === '') return {};
  return { ...(event.kind === 'prompt' ? { continue: true } : {}), additional_context: text };
}
