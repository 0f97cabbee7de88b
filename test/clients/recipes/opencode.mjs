import { MODEL, toolNames } from './recipe.mjs';

/** @type {import('./recipe.mjs').Recipe} */
export const opencode = {
  agent: 'opencode',
  package: 'opencode-ai',
  version: '1.18.33',
  bin: 'opencode',
  files: ({ modelUrl }) => ({
    '.config/opencode/opencode.json': JSON.stringify({
      // Without it opencode writes it in.
      $schema: 'https://opencode.ai/config.json',
      model: `scripted/${MODEL}`,
      small_model: `scripted/${MODEL}`,
      permission: 'allow',
      autoupdate: false,
      provider: {
        scripted: {
          npm: '@ai-sdk/openai-compatible',
          options: { baseURL: `${modelUrl}/v1`, apiKey: 'dummy' },
          models: { [MODEL]: { limit: { context: 200_000, output: 8_000 } } },
        },
      },
    }),
  }),
  run: ({ modelUrl }, prompt) => ({
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
  goesOn: ([run, ...args]) => [run, '--continue', ...args],
  toolNames: toolNames('inkling_'),
  mcpFile: '.config/opencode/opencode.json',
  roles: { start: ['user', 'system'], prompt: ['user'], toolCall: ['tool'] },
};
