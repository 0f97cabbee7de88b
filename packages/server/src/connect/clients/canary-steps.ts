import type { CanarySession, CanaryStep } from './connector.ts';

/** What a client calls the events of a short session; null = it has no such event. */
export interface CanaryEvents {
  readonly start: string;
  readonly prompt: string;
  readonly beforeTool: string;
  readonly afterTool: string;
  readonly end: string;
}

/** How a client that sends fields of Claude Code's names differs from it. */
export interface CanaryForm {
  readonly events: CanaryEvents;
  /** A tool of the client that reads a file, with its input. */
  readonly call: { readonly tool_name: string; readonly tool_input: object };
  /** False = the client takes no text with a prompt. (Default: true) */
  readonly promptCarries?: boolean;
  /** What it sends with every event beside, or in place of, the usual. */
  readonly also?: (session: CanarySession) => object;
}

/** A session with one prompt and one tool call, as the client would send it. */
export function canarySteps(session: CanarySession, form: CanaryForm): readonly CanaryStep[] {
  const { sessionId, directory } = session;
  const { events, promptCarries = true, also = () => ({}) } = form;
  const call = { ...form.call, tool_use_id: `${sessionId}-1` };
  const step = (event: string, fields: object, carries = false): CanaryStep => ({
    event,
    payload: { session_id: sessionId, cwd: directory, hook_event_name: event, ...fields, ...also(session) },
    carries,
  });
  return [
    step(events.start, { source: 'startup' }),
    step(events.prompt, { prompt: 'inkling doctor' }, promptCarries),
    step(events.beforeTool, call),
    step(events.afterTool, { ...call, tool_response: {} }, true),
    step(events.end, { reason: 'inkling doctor' }),
  ];
}

/** The events under Claude Code's names. */
export const CLAUDE_EVENTS: CanaryEvents = {
  start: 'SessionStart',
  prompt: 'UserPromptSubmit',
  beforeTool: 'PreToolUse',
  afterTool: 'PostToolUse',
  end: 'SessionEnd',
};
