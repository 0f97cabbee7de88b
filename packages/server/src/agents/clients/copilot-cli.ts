import { recordAt } from '../../base/record.ts';
import { claudeCode } from './claude-code.ts';
import { commandEnd } from './command-end.ts';
import {
  contextFor,
  fieldIn,
  hookOutput,
  type AgentClient,
  type HookAnswer,
  type HookEvent,
  type HookOutput,
  idIn,
  type Payload,
  textIn,
} from './hook-event.ts';

/**
 * Copilot CLI: hooks in files of their own. Events that are installed under Claude Code's names come in Claude Code's form, and say which
 * they are; under Copilot's own names they would not. Calls are not numbered in either.
 */
export const copilotCli: AgentClient = {
  // 40 KB pass for session and prompt; not behind a tool's result. Measured with 1.0.102.
  maxContextCharacters: 10_000,
  takesContext: new Set(['session-start', 'prompt', 'post-tool']),
  saysNothingAfterCompaction: true,
  readEvent: readCopilotEvent,
  renderAnswer: renderCopilotAnswer,
};

// Named as by Copilot itself, or as by Claude Code. Seen with 1.0.102.
const SHELLS = new Set(['bash', 'Bash', 'powershell']);

/** A command that failed is a call that succeeded: its exit code stands at the end ("<exited with …>", "<shellId: 0 completed with …>"). */
function readCopilotEvent(payload: unknown): HookEvent {
  const event = claudeCode.readEvent(ofParent(recordAt(payload)));
  // SubagentStop says it too, with the answer.
  if (event.kind === 'turn-end' && event.subAgentId !== null) return { ...event, kind: 'ignored' };
  if (event.kind !== 'post-tool' || event.failure !== null || !SHELLS.has(event.toolName)) return event;
  const text = textIn(recordAt(fieldIn(recordAt(payload), 'tool_result')), 'text_result_for_llm') ?? '';
  const code = /(?:exited|completed) with exit code (\d+)>?\s*$/u.exec(text)?.[1];
  return { ...event, ...commandEnd(code === undefined ? null : Number(code), text) };
}

/** A sub-agent's events name it as their session too, except its end, which names the session that dispatched it. Seen with 1.0.102. */
function ofParent(payload: Payload): Payload {
  const parent = idIn(payload, 'parent_agent_id');
  const isOwn = idIn(payload, 'agent_id') === idIn(payload, 'session_id');
  return parent !== null && isOwn ? { ...payload, session_id: parent } : payload;
}

/**
 * Both keys: the text of a session, a prompt and a tool is taken from one or the other, by event. A prompt cannot be kept from the model, so
 * what is meant for the user goes there too.
 */
function renderCopilotAnswer(event: HookEvent, { blocks, notice }: HookAnswer): HookOutput {
  if (!copilotCli.takesContext.has(event.kind)) return {};
  const additionalContext = notice ?? contextFor(copilotCli, event, { blocks });
  return additionalContext === '' ? {} : { additionalContext, ...hookOutput(event, additionalContext) };
}
