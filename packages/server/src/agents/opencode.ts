import { claudeCode } from './claude-code.ts';
import { fitBlocks } from './fit-blocks.ts';
import type { AgentClient, HookAnswer, HookEvent, HookEventKind, HookOutput } from './hook-event.ts';

/** opencode has no limit of its own: the plugin puts the text where it belongs. */
const MAX_CONTEXT_CHARACTERS = 10_000;

const TAKES_CONTEXT: ReadonlySet<HookEventKind> = new Set(['session-start', 'prompt', 'post-tool']);

/** opencode: a plugin of ours, in opencode's own process. It reports in Claude Code's form and reads the answer itself. */
export const opencode: AgentClient = {
  name: 'opencode',
  maxContextCharacters: MAX_CONTEXT_CHARACTERS,
  takesContext: TAKES_CONTEXT,
  readEvent: (payload) => claudeCode.readEvent(payload),
  renderAnswer: renderOpencodeAnswer,
};

function renderOpencodeAnswer(event: HookEvent, { blocks, notice }: HookAnswer): HookOutput {
  if (event.kind === 'prompt' && notice !== null) return { notice };
  if (!TAKES_CONTEXT.has(event.kind)) return {};
  const additionalContext = fitBlocks(blocks, MAX_CONTEXT_CHARACTERS);
  return additionalContext === '' ? {} : { additionalContext };
}
