import { claudeCode } from './claude-code.ts';
import { fitBlocks } from './fit-blocks.ts';
import type { AgentClient, HookAnswer, HookEvent, HookEventKind, HookOutput } from './hook-event.ts';

/** opencode has no limit of its own: the plugin puts the text where it belongs. */
const MAX_CONTEXT_CHARACTERS = 10_000;

const TAKES_CONTEXT: ReadonlySet<HookEventKind> = new Set(['prompt', 'post-tool']);

/** opencode: a plugin of ours, in opencode's own process. It reports in Claude Code's form and reads the answer itself. */
export const opencode: AgentClient = {
  name: 'opencode',
  maxContextCharacters: MAX_CONTEXT_CHARACTERS,
  takesContext: TAKES_CONTEXT,
  readEvent: (payload) => claudeCode.readEvent(payload),
  renderAnswer: renderOpencodeAnswer,
};

function renderOpencodeAnswer(event: HookEvent, { blocks, deliveryIds = [], notice }: HookAnswer): HookOutput {
  if (event.kind === 'prompt' && notice !== null) return { notice };
  if (!TAKES_CONTEXT.has(event.kind)) return {};
  // The plugin says which of them it has seen in a request.
  if (event.evidence?.kind === 'plugin') return placed(blocks, deliveryIds);
  const additionalContext = fitBlocks(blocks, MAX_CONTEXT_CHARACTERS);
  return additionalContext === '' ? {} : { additionalContext };
}

function placed(blocks: readonly string[], deliveryIds: readonly string[]): HookOutput {
  return blocks.length === 0 ? {} : { blocks: blocks.map((text, index) => ({ id: deliveryIds[index] ?? '', text })) };
}
