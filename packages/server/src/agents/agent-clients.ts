import { claudeCode } from './claude-code.ts';
import type { AgentClient } from './hook-event.ts';
import { plugin } from './plugin.ts';

/** The names that installed hooks give. */
export type AgentClientName = 'claude-code' | 'plugin';

/** The clients whose hooks are understood. A new client is one line here, and one above. */
export const AGENT_CLIENTS: Readonly<Record<AgentClientName, AgentClient>> = {
  'claude-code': claudeCode,
  plugin,
};

/** All names. */
export const AGENT_CLIENT_NAMES: readonly AgentClientName[] = Object.keys(AGENT_CLIENTS) as AgentClientName[];
