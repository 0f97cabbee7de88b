import { deriveContext } from '@inkling/engine/derivation';
import { parseJson, recordAt } from '../../base/record.ts';
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
  textIn,
} from './hook-event.ts';

/** Codex: hooks.json. Its events have Claude Code's form; it reads files with a shell and changes them with patches. */
export const codex: AgentClient = {
  // Codex cuts at 2,500 tokens of 4 bytes and puts the rest into a file. Measured with 0.169.0.
  maxContextCharacters: 9_500,
  takesContext: new Set(['session-start', 'prompt', 'post-tool', 'sub-agent-start']),
  readEvent: (payload) => {
    const event = claudeCode.readEvent(payload);
    return event.kind === 'post-tool' && event.toolName === SHELL
      ? { ...event, ...endOf(payload, event.toolInput) }
      : event;
  },
  renderAnswer: renderCodexAnswer,
};

const SHELL = 'Bash';
const RUNS: ReadonlySet<string> = new Set(['lastTestRun', 'lastBuild', 'lastCheck']);

/** A command that failed is no event of its own here: its end stands above or below what it printed, or nowhere. */
function endOf(payload: unknown, input: unknown): CommandEnd {
  const given = fieldIn(recordAt(payload), 'tool_response');
  const response = typeof given === 'string' && given.startsWith('{') ? (parseJson(given) ?? given) : given;
  const text = typeof response === 'string' ? response : (textIn(recordAt(response), 'output') ?? '');
  const { exit_code: code } = recordAt(response, 'metadata');
  if (typeof code === 'number') return commandEnd(code, text);
  // Of a file that is shown the text may speak of any exit code.
  const isRun = deriveContext(SHELL, input).some(({ contextKey }) => RUNS.has(contextKey));
  const told = isRun ? exitCodeIn(text.trim()) : undefined;
  return commandEnd(told === undefined ? null : Number(told), text);
}

/** In the lines that the client puts above the output, or where the last one ends. */
function exitCodeIn(text: string): string | undefined {
  const above = /^(?:(?:chunk id|wall time): .*\n)*(?:exit code:?|process exited with code) (\d+)(?:\n|$)/iu.exec(text);
  const told = above ?? /(?:exited with code|exit code:?) (\d+)[.)>]?$/iu.exec(text);
  return told?.[1];
}

/** An unknown field makes Codex drop the whole output, so nothing is in it that its schema does not name for this event. */
function renderCodexAnswer(event: HookEvent, { blocks, notice }: HookAnswer): HookOutput {
  if (event.kind === 'prompt' && notice !== null) return { decision: 'block', reason: notice };
  return hookOutput(event, contextFor(codex, event, { blocks }));
}
