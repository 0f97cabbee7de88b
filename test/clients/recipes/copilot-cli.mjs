import { MODEL, toolNames } from './recipe.mjs';

/** @type {import('./recipe.mjs').Recipe} */
export const copilotCli = {
  agent: 'copilot-cli',
  package: '@github/copilot',
  version: '1.0.102',
  bin: 'copilot',
  files: () => ({ '.copilot/config.json': '{\n  "banner": "never"\n}' }),
  run: ({ modelUrl }, prompt) => ({
    args: ['-p', prompt, '--allow-all-tools'],
    environment: {
      COPILOT_OFFLINE: 'true',
      COPILOT_AUTO_UPDATE: 'false',
      COPILOT_PROVIDER_BASE_URL: `${modelUrl}/v1`,
      COPILOT_PROVIDER_TYPE: 'openai',
      COPILOT_PROVIDER_API_KEY: 'dummy',
      COPILOT_MODEL: MODEL,
      COPILOT_ALLOW_ALL: 'true',
    },
  }),
  rewrites: ['home/.copilot/config.json'],
  goesOn: (args) => ['--continue', ...args],
  toolNames: toolNames('inkling-'),
  mcpFile: '.copilot/mcp-config.json',
  roles: { start: ['user'], prompt: ['user'], toolCall: ['tool', 'user'] },
};
