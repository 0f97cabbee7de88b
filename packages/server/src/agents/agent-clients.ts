import { claudeCode } from './claude-code.ts';
import { codex } from './codex.ts';
import { copilotCli } from './copilot-cli.ts';
import { cursor } from './cursor.ts';
import { geminiCli } from './gemini-cli.ts';
import type { AgentClient } from './hook-event.ts';
import { opencode } from './opencode.ts';
import { plugin } from './plugin.ts';

/** The names that installed hooks give. */
export type AgentClientName = 'claude-code' | 'codex' | 'gemini-cli' | 'opencode' | 'cursor' | 'copilot-cli' | 'plugin';

/** The clients whose hooks are understood. A new client is one line here, and one above. */
export const AGENT_CLIENTS: Readonly<Record<AgentClientName, AgentClient>> = {
  'claude-code': claudeCode,
  codex,
  'gemini-cli': geminiCli,
  opencode,
  cursor,
  'copilot-cli': copilotCli,
  plugin,
};

/** All names. */
export const AGENT_CLIENT_NAMES: readonly AgentClientName[] = Object.keys(AGENT_CLIENTS) as AgentClientName[];
