import { recordAt } from '../../base/record.ts';
import { NOT_TYPED, REFUSED } from '../../importers/transcripts/claude-words.ts';
import { copilotTranscript } from './copilot-transcript.ts';
import {
  type AgentClient,
  contextFor,
  fieldIn,
  type HookAnswer,
  type HookEvent,
  type HookOrigin,
  hookOutput,
  type HookOutput,
  type HookToolCall,
  idIn,
  originOf,
  type Payload,
  type SessionStartSource,
  textIn,
  toolCallIn,
} from './hook-event.ts';
import { evidenceIn } from '../transcript-evidence.ts';

/** Claude Code: hooks in settings.json or in a plugin, as commands or over HTTP. */
export const claudeCode: AgentClient = {
  // Beyond it the text goes to a file, and the model gets a path and a preview. Measured with 2.1.330.
  maxContextCharacters: 10_000,
  // Stop takes text too, and makes Claude Code call the model again for it, and again.
  takesContext: new Set(['session-start', 'prompt', 'post-tool', 'sub-agent-start']),
  readEvent: (payload) => readClaudeEvent(recordAt(payload)),
  renderAnswer: renderClaudeAnswer,
};

type Reader = (payload: Payload, origin: HookOrigin) => HookEvent;

const READERS: Readonly<Record<string, Reader>> = {
  SessionStart: (payload, origin) => ({ ...origin, kind: 'session-start', source: sourceOf(payload) }),
  UserPromptSubmit: (payload, origin) => {
    const text = textIn(payload, 'prompt') ?? '';
    // Word of a background task comes as a prompt, and others of the client's own.
    if (NOT_TYPED.test(text)) return { ...origin, kind: 'ignored' };
    return { ...origin, kind: 'prompt', text, promptId: idIn(payload, 'prompt_id') };
  },
  PreToolUse: (payload, origin) => toolEvent(payload, origin, (call) => ({ ...origin, ...call, kind: 'pre-tool' })),
  PostToolUse: (payload, origin) =>
    toolEvent(payload, origin, (call) => ({ ...origin, ...call, kind: 'post-tool', failure: null })),
  PostToolUseFailure: (payload, origin) => {
    const failure = textIn(payload, 'error') ?? 'failed';
    const isRefused = fieldIn(payload, 'is_interrupt') === true || REFUSED.test(failure);
    const refused = isRefused ? { isRefused } : {};
    return toolEvent(payload, origin, (call) => ({ ...origin, ...call, kind: 'post-tool', failure, ...refused }));
  },
  PreCompact: (_payload, origin) => ({ ...origin, kind: 'pre-compact' }),
  SubagentStart: (payload, origin) => {
    const agentType = idIn(payload, 'agent_type');
    return ofSubAgent(origin, { ...origin, kind: 'sub-agent-start', ...(agentType === null ? {} : { agentType }) });
  },
  SubagentStop: (payload, origin) =>
    ofSubAgent(origin, { ...origin, kind: 'sub-agent-stop', text: textIn(payload, 'last_assistant_message') }),
  Stop: (payload, origin) => {
    const text = textIn(payload, 'last_assistant_message');
    const transcript = text === null ? copilotTranscript(payload, origin.sessionId) : null;
    return { ...origin, kind: 'turn-end', text, ...(transcript === null ? {} : { transcript }) };
  },
  SessionEnd: (payload, origin) => ({ ...origin, kind: 'session-end', reason: textIn(payload, 'reason') }),
};

function readClaudeEvent(payload: Payload): HookEvent {
  const { sessionId, ...rest } = originOf(payload);
  const origin = { sessionId, ...rest, ...evidenceIn(payload, sessionId) };
  const reader = Object.hasOwn(READERS, origin.hookName) ? READERS[origin.hookName] : undefined;
  if (origin.sessionId === '' || !reader) return { ...origin, kind: 'ignored' };
  return reader(payload, origin);
}

function toolEvent(payload: Payload, origin: HookOrigin, event: (call: HookToolCall) => HookEvent): HookEvent {
  const call = toolCallIn(payload, 'tool_use_id');
  return call === null ? { ...origin, kind: 'ignored' } : event(call);
}

function ofSubAgent(origin: HookOrigin, event: HookEvent): HookEvent {
  return origin.subAgentId === null ? { ...origin, kind: 'ignored' } : event;
}

function sourceOf(payload: Payload): SessionStartSource {
  const source = textIn(payload, 'source');
  if (source === 'compact' || source === 'clear') return source;
  // A fork goes on with another session's context, as a resumed session does with its own.
  return source === 'resume' || source === 'fork' ? 'resume' : 'startup';
}

function renderClaudeAnswer(event: HookEvent, answer: HookAnswer): HookOutput {
  if (event.kind === 'prompt' && answer.notice !== null) return { decision: 'block', reason: answer.notice };
  // Plain text of PreCompact becomes "Additional Instructions" of the summary; the hook command prints `plain` as it is.
  if (event.kind === 'pre-compact') return answer.summaryAdvice === null ? {} : { plain: answer.summaryAdvice };
  return hookOutput(event, contextFor(claudeCode, event, answer));
}

/**
 * A plugin in Claude Code's form, which other clients install too: the same payloads, and an output with nothing in it that one of them would
 * not read.
 */
export const plugin: AgentClient = {
  ...claudeCode,
  // The smallest limit of the clients that install the plugin: Codex takes 2,500 tokens.
  maxContextCharacters: 9_000,
};
