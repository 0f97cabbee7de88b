import { recordAt } from '../../base/record.ts';
import { typedText } from '../../importers/transcripts/read-opencode-transcript.ts';
import { claudeCode } from './claude-code.ts';
import { commandEnd } from './command-end.ts';
import {
  contextFor,
  fieldIn,
  textIn,
  type AgentClient,
  type HookAnswer,
  type HookEvent,
  type HookOutput,
} from './hook-event.ts';

/** opencode: a plugin of ours, in opencode's own process. It reports in Claude Code's form and reads the answer itself. */
export const opencode: AgentClient = {
  // It has no limit of its own: the plugin puts the text where it belongs.
  maxContextCharacters: 10_000,
  takesContext: new Set(['prompt', 'post-tool']),
  readEvent: readOpencodeEvent,
  renderAnswer: renderOpencodeAnswer,
};

const SHELL = 'bash';

/** A command that failed is a call that succeeded; the plugin tells its exit code. */
function readOpencodeEvent(payload: unknown): HookEvent {
  const event = claudeCode.readEvent(payload);
  if (event.kind === 'prompt') return { ...event, text: typedText(event.text) };
  if (event.kind !== 'post-tool' || event.failure !== null || event.toolName !== SHELL) return event;
  const response = recordAt(fieldIn(recordAt(payload), 'tool_response'));
  const exit = fieldIn(response, 'exit');
  return { ...event, ...commandEnd(typeof exit === 'number' ? exit : null, textIn(response, 'output') ?? '') };
}

function renderOpencodeAnswer(event: HookEvent, { blocks, deliveryIds = [], notice }: HookAnswer): HookOutput {
  if (event.kind === 'prompt' && notice !== null) return { notice };
  if (!opencode.takesContext.has(event.kind)) return {};
  // The plugin says which of them it has seen in a request.
  if (event.evidence?.kind === 'plugin') return placed(blocks, deliveryIds);
  const additionalContext = contextFor(opencode, event, { blocks });
  return additionalContext === '' ? {} : { additionalContext };
}

function placed(blocks: readonly string[], deliveryIds: readonly string[]): HookOutput {
  return blocks.length === 0 ? {} : { blocks: blocks.map((text, index) => ({ id: deliveryIds[index] ?? '', text })) };
}
