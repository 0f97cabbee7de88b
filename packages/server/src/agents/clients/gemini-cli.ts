import { recordAt } from '../../base/record.ts';
import { claudeCode } from './claude-code.ts';
import { commandEnd, type CommandEnd } from './command-end.ts';
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
  textIn,
} from './hook-event.ts';

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

// PreCompress is not among them: it fires before every request, compressed or not, and so tells nothing.
const CLAUDE_NAMES: ReadonlyMap<string, string> = new Map([
  ['SessionStart', 'SessionStart'],
  ['BeforeAgent', 'UserPromptSubmit'],
  ['BeforeTool', 'PreToolUse'],
  ['AfterTool', 'PostToolUse'],
  ['AfterAgent', 'Stop'],
  ['SessionEnd', 'SessionEnd'],
]);

function readGeminiEvent(payload: Payload): HookEvent {
  const { hookName } = originOf(payload);
  const source = textIn(payload, 'source');
  const event = claudeCode.readEvent({
    ...payload,
    hook_event_name: CLAUDE_NAMES.get(hookName) ?? 'ignored',
    source: source === 'resume' || source === 'clear' ? source : 'startup',
    // What was typed: without a terminal the client puts the text of the session's start before the first prompt.
    prompt: textIn(payload, 'prompt')?.replace(/^\s*<hook_context>.*?<\/hook_context>\s*/su, ''),
    last_assistant_message: fieldIn(payload, 'prompt_response'),
    ...{ tool_use_id: null, prompt_id: null },
  });
  return event.kind === 'post-tool'
    ? { ...event, hookName, ...endOf(payload, event.toolName) }
    : { ...event, hookName };
}

const SHELL = 'run_shell_command';

/** A command that failed is a call that succeeded: its exit code stands below its output, and nothing where it is 0. Seen with 0.61.0. */
function endOf(payload: Payload, toolName: string): CommandEnd {
  const failure = failureOf(payload);
  if (failure !== null || toolName !== SHELL) return { failure };
  const content = textIn(recordAt(fieldIn(payload, 'tool_response')), 'llmContent') ?? '';
  // What comes from outside is enclosed, seen with 0.61.0.
  const text = content.replace(/^\s*<untrusted_context>\n([^]*)\n<\/untrusted_context>\s*$/u, '$1');
  // Only lines of the client's own stand below it: what the command itself prints of one stands above.
  const code = /^Exit Code: (\d+)(?:\n[A-Z][A-Za-z ]*: .*)*\s*(?![^])/mu.exec(text)?.[1];
  // A command that was moved to the background, cancelled or killed has none.
  if (code === undefined && (!/^output: /imu.test(text) || /^signal: /imu.test(text))) return commandEnd(null, text);
  return commandEnd(Number(code ?? 0), text.replaceAll(/^(?:output|stdout|stderr): /gimu, ''));
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
