import type { AgentClient, HookAnswer, HookEvent, HookOutput } from './hook-event.ts';

/**
 * Blocks one below the other, as many as a client takes whole. One that does not fit is left out, never cut: half a block has no end mark,
 * and a client that cuts by itself shows the model a path instead of the notes.
 */
export function fitBlocks(blocks: readonly string[], maxCharacters: number): string {
  let text = '';
  for (const block of blocks) {
    const longer = text === '' ? block : `${text}\n\n${block}`;
    if (longer.length <= maxCharacters) text = longer;
  }
  return text;
}

/** The text that an event's answer carries; '' when there is none, or the client takes none with this event. */
export function contextFor(
  { takesContext, maxContextCharacters }: AgentClient,
  { kind }: HookEvent,
  { blocks }: Pick<HookAnswer, 'blocks'>,
): string {
  return takesContext.has(kind) ? fitBlocks(blocks, maxContextCharacters) : '';
}

/** That text in Claude Code's form, which others have taken over. */
export function hookOutput({ hookName }: HookEvent, additionalContext: string): HookOutput {
  return additionalContext === '' ? {} : { hookSpecificOutput: { hookEventName: hookName, additionalContext } };
}
