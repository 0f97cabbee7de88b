import { readFileSync } from 'node:fs';
import type { ClientTrial, ConnectionFacts } from '../connector.ts';

const MODEL = 'scripted-model';

/** opencode: its plugin loads the modules beside the hook command, wherever its own home is. */
export function opencodeTrial(pluginPath: (facts: ConnectionFacts) => string): ClientTrial {
  return {
    program: 'opencode',
    namesSession: false,
    files: (facts, { modelUrl }) => ({
      '.config/opencode/plugin/inkling.js': readFileSync(pluginPath(facts), 'utf8'),
      '.config/opencode/opencode.json': settings(modelUrl),
    }),
    settings: ({ modelUrl }) => ({ '.config/opencode/opencode.json': settings(modelUrl) }),
    run: ({ modelUrl, prompt }) => ({
      args: ['run', '--format', 'json', prompt],
      environment: {
        OPENCODE_DISABLE_MODELS_FETCH: '1',
        OPENCODE_DISABLE_AUTOUPDATE: '1',
        OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
        // At start it looks for a package in the registry, and waits for any answer.
        npm_config_registry: `${modelUrl}/npm/`,
        npm_config_fetch_retries: '0',
      },
    }),
    resume: ([run = '', ...args]) => [run, '--continue', ...args],
    mcpTool: { tool: 'inkling_recall' },
    compaction: {
      due: 1,
      summarises: ({ tools, parts }) => tools.length === 0 && parts.at(-1)?.text.includes('summar') === true,
      by: { inputTokens: 199_000 },
    },
  };
}

function settings(modelUrl: string): string {
  return JSON.stringify({
    $schema: 'https://opencode.ai/config.json',
    model: `scripted/${MODEL}`,
    small_model: `scripted/${MODEL}`,
    permission: 'allow',
    autoupdate: false,
    provider: {
      scripted: {
        npm: '@ai-sdk/openai-compatible',
        options: { baseURL: `${modelUrl}/v1`, apiKey: 'none' },
        models: { [MODEL]: { limit: { context: 200_000, output: 8_000 } } },
      },
    },
  });
}
