import { claudeCode } from './claude-code.ts';
import type { AgentClient } from './hook-event.ts';

/**
 * A plugin in Claude Code's form, which other clients install too: the same payloads, and an output with nothing in it that one of them would
 * not read.
 */
export const plugin: AgentClient = {
  ...claudeCode,
  name: 'plugin',
  // The smallest limit of the clients that install the plugin: Codex takes 2,500 tokens.
  maxContextCharacters: 9_000,
};
