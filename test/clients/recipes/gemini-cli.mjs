import { toolNames } from './recipe.mjs';

/** @type {import('./recipe.mjs').Recipe} */
export const geminiCli = {
  agent: 'gemini-cli',
  package: '@google/gemini-cli',
  version: '0.61.0',
  bin: 'gemini',
  files: () => ({
    '.gemini/settings.json': `${JSON.stringify(
      {
        security: { auth: { selectedType: 'gemini-api-key' }, folderTrust: { enabled: false } },
        telemetry: { enabled: false },
        privacy: { usageStatisticsEnabled: false },
        general: { enableAutoUpdate: false },
      },
      null,
      4,
    )}\n`,
  }),
  run: ({ modelUrl }, prompt) => ({
    args: ['-p', prompt, '-m', 'gemini-2.5-pro', '--approval-mode', 'yolo', '--output-format', 'json'],
    environment: { GEMINI_API_KEY: 'dummy', GOOGLE_GEMINI_BASE_URL: modelUrl, GEMINI_CLI_NO_RELAUNCH: 'true' },
  }),
  goesOn: (args) => ['--resume', 'latest', ...args],
  toolNames: toolNames('mcp_inkling_'),
  mcpFile: '.gemini/settings.json',
  roles: { start: ['user'], prompt: ['user'], toolCall: ['tool'] },
};
