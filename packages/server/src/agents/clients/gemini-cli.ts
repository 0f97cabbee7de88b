import { recordAt } from '../../base/record.ts';
import {
  type AgentClient,
  contextFor,
  fieldIn,
  type HookAnswer,
  type HookEvent,
  hookOutput,
  type HookOutput,
  originOf,
  type Payload,
  type SessionStartSource,
  textIn,
  toolCallIn,
} from './hook-event.ts';
import { evidenceIn } from '../transcript-evidence.ts';

/** Gemini CLI: hooks in settings.json, as commands. Its calls are not numbered. */
export const geminiCli: AgentClient = {
  // No limit was seen at 40,000; behind a tool's output the text counts in what is cut there. Measured with 0.61.0.
  maxContextCharacters: 10_000,
  // What is said before a tool runs is not delivered.
  takesContext: new Set(['session-start', 'prompt', 'post-tool']),
  showsCompactionInTranscript: true,
  readEvent: (payload) => readGeminiEvent(recordAt(payload)),
  renderAnswer: renderGeminiAnswer,
};

function readGeminiEvent(payload: Payload): HookEvent {
  const { sessionId, ...rest } = originOf(payload);
  const origin = { sessionId, ...rest, ...evidenceIn(payload, sessionId) };
  const ignored: HookEvent = { ...origin, kind: 'ignored' };
  if (origin.sessionId === '') return ignored;
  const call = toolCallIn(payload);
  switch (origin.hookName) {
    case 'SessionStart':
      return { ...origin, kind: 'session-start', source: sourceOf(payload) };
    case 'BeforeAgent':
      return { ...origin, kind: 'prompt', text: typedPrompt(payload), promptId: null };
    case 'BeforeTool':
      return call === null ? ignored : { ...origin, ...call, kind: 'pre-tool' };
    case 'AfterTool':
      return call === null ? ignored : { ...origin, ...call, kind: 'post-tool', failure: failureOf(payload) };
    case 'AfterAgent':
      return { ...origin, kind: 'turn-end', text: textIn(payload, 'prompt_response') };
    case 'SessionEnd':
      return { ...origin, kind: 'session-end', reason: textIn(payload, 'reason') };
    default:
      // PreCompress among them: it fires before every request, compressed or not, and so tells nothing.
      return ignored;
  }
}

/** What was typed: without a terminal the client puts the text of the session's start before the first prompt. */
function typedPrompt(payload: Payload): string {
  return (textIn(payload, 'prompt') ?? '').replace(/^\s*<hook_context>.*?<\/hook_context>\s*/su, '');
}

function sourceOf(payload: Payload): SessionStartSource {
  const source = textIn(payload, 'source');
  return source === 'resume' || source === 'clear' ? source : 'startup';
}

function failureOf(payload: Payload): string | null {
  const response = recordAt(fieldIn(payload, 'tool_response'));
  const error = fieldIn(response, 'error');
  if (error === undefined || error === null) return null;
  return textIn(response, 'error') ?? textIn(recordAt(error), 'message') ?? 'failed';
}

function renderGeminiAnswer(event: HookEvent, { blocks, notice }: HookAnswer): HookOutput {
  if (event.kind === 'prompt' && notice !== null) return { decision: 'deny', reason: notice };
  return hookOutput(event, contextFor(geminiCli, event, { blocks }));
}
