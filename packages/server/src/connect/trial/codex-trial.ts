import type { ClientTrial, ConnectionFacts, TrialPlace } from '../connector.ts';
import { installedHooksText } from '../installed-hooks.ts';

/** Codex. Trust is given to a hook of one file, so a copy has none: the trial goes without, and who trusts what is asked separately. */
export function codexTrial(hooksPath: (facts: ConnectionFacts) => string): ClientTrial {
  return {
    program: 'codex',
    namesSession: false,
    files: (facts, place) => ({
      '.codex/hooks.json': installedHooksText(hooksPath(facts)),
      '.codex/config.toml': configuration(place),
    }),
    settings: (place) => ({ '.codex/config.toml': configuration(place) }),
    run: ({ prompt }) => ({
      args: ['exec', '--skip-git-repo-check', '--json', '--dangerously-bypass-hook-trust', prompt],
      environment: { SCRIPTED_KEY: 'none' },
    }),
    resume: ([exec = '', ...args]) => [exec, 'resume', '--last', ...args],
    // Servers' tools are not declared: the model is told of their namespaces, and may call what it knows.
    mcpTool: { tool: 'mcp__inkling__recall', declaredAs: 'tool_search' },
    compaction: {
      summarises: ({ parts }) => parts.at(-1)?.text.includes('CONTEXT CHECKPOINT COMPACTION') === true,
      by: { inputTokens: 150_000 },
    },
  };
}

function configuration({ modelUrl }: TrialPlace): string {
  return `model = "gpt-5.5"
model_provider = "scripted"
approval_policy = "never"
model_auto_compact_token_limit = 100000
sandbox_mode = "danger-full-access"
check_for_update_on_startup = false

[model_providers.scripted]
name = "scripted"
base_url = "${modelUrl}/v1"
wire_api = "responses"
env_key = "SCRIPTED_KEY"
request_max_retries = 0

[analytics]
enabled = false

[features]
plugins = false
`;
}
