import { readFileSync } from 'node:fs';
import type { ClientTrial, ConnectionFacts } from '../connector.ts';

/** Copilot CLI: its hooks are a file of Inkling's own. */
export function copilotCliTrial(hooksPath: (facts: ConnectionFacts) => string): ClientTrial {
  return {
    program: 'copilot',
    namesSession: false,
    files: (facts) => ({ '.copilot/hooks/inkling.json': readFileSync(hooksPath(facts), 'utf8') }),
    settings: () => ({}),
    run: ({ modelUrl, prompt }) => ({
      args: ['-p', prompt, '--allow-all-tools'],
      environment: {
        COPILOT_OFFLINE: 'true',
        COPILOT_AUTO_UPDATE: 'false',
        COPILOT_PROVIDER_BASE_URL: `${modelUrl}/v1`,
        COPILOT_PROVIDER_TYPE: 'openai',
        COPILOT_PROVIDER_API_KEY: 'none',
        COPILOT_MODEL: 'scripted-model',
        COPILOT_ALLOW_ALL: 'true',
      },
    }),
    resume: (args) => ['--continue', ...args],
    mcpTool: { tool: 'inkling-recall' },
    compaction: {
      summarises: ({ parts }) => parts.at(-1)?.text.includes('summar') === true,
      by: { inputTokens: 126_000 },
    },
  };
}
