import { claudeCode } from './claude-code.ts';
import { contextFor, type AgentClient, type HookAnswer, type HookEvent, type HookOutput } from './hook-event.ts';

/** opencode: a plugin of ours, in opencode's own process. It reports in Claude Code's form and reads the answer itself. */
export const opencode: AgentClient = {
  // It has no limit of its own: the plugin puts the text where it belongs.
  maxContextCharacters: 10_000,
  takesContext: new Set(['prompt', 'post-tool']),
  readEvent: (payload) => claudeCode.readEvent(payload),
  renderAnswer: renderOpencodeAnswer,
};

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
