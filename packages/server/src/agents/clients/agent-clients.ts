import type { AgentClientName } from '../../base/agent-clients.ts';
import { claudeCode, plugin } from './claude-code.ts';
import { codex } from './codex.ts';
import { copilotCli } from './copilot-cli.ts';
import { cursor } from './cursor.ts';
import { geminiCli } from './gemini-cli.ts';
import type { AgentClient } from './hook-event.ts';
import { opencode } from './opencode.ts';

/** The clients whose hooks are understood. A new client is one line here, and one in `base/agent-clients.ts`. */
export const AGENT_CLIENTS: Readonly<Record<AgentClientName, AgentClient>> = {
  'claude-code': claudeCode,
  codex,
  'gemini-cli': geminiCli,
  opencode,
  cursor,
  'copilot-cli': copilotCli,
  plugin,
};
