/** The names that installed hooks give. A new client is one here, and one in `agents/clients/agent-clients.ts`. */
export const AGENT_CLIENT_NAMES = [
  'claude-code',
  'codex',
  'gemini-cli',
  'opencode',
  'cursor',
  'copilot-cli',
  'plugin',
] as const;

export type AgentClientName = (typeof AGENT_CLIENT_NAMES)[number];

/** How a hook was answered. All but `answered` are empty: the agent goes on without. */
export const HOOK_OUTCOMES = [
  'answered',
  /** Nothing that concerns the hook service. */
  'ignored',
  /** Switched off by the user. */
  'off',
  /** Another client's hooks have the session: this event was reported by them. */
  'foreign-client',
  /** Another worker has the session's lock. */
  'held',
  'too-late',
  'failed',
] as const;

export type HookOutcome = (typeof HOOK_OUTCOMES)[number];
