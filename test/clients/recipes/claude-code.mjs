/** @type {import('./recipe.mjs').Recipe} */
export const claudeCode = {
  agent: 'claude-code',
  package: '@anthropic-ai/claude-code',
  version: '2.1.330',
  bin: 'claude',
  afterInstall: ['node_modules/@anthropic-ai/claude-code/install.cjs'],
  // Written by a person: tabs, a field of their own, a hook of their own, no line end at the end.
  files: () => ({
    '.claude/settings.json':
      '{\n\t"cleanupPeriodDays": 30,\n\t"hooks": {\n\t\t"Stop": [{ "hooks": [{ "type": "command", "command": "true" }] }]\n\t}\n}',
  }),
  run: ({ modelUrl }, prompt) => ({
    args: ['-p', prompt, '--model', 'claude-sonnet-4-5', '--allowedTools', 'Bash,Read,Edit,Write'],
    environment: {
      ANTHROPIC_BASE_URL: modelUrl,
      ANTHROPIC_API_KEY: 'dummy',
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      DISABLE_AUTOUPDATER: '1',
    },
  }),
  roles: { start: ['user', 'system'], prompt: ['user', 'system'], toolCall: ['user', 'system', 'tool'] },
};
