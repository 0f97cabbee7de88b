import { toolNames } from './recipe.mjs';

const environmentOf = (modelUrl) => ({
  ANTHROPIC_BASE_URL: modelUrl,
  ANTHROPIC_API_KEY: 'dummy',
  CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
  DISABLE_AUTOUPDATER: '1',
  // A session of three requests is over before servers have started, unless it waits; and by default the model sees their tools' names
  // only, until it searches for one.
  MCP_CONNECTION_NONBLOCKING: 'false',
  ENABLE_TOOL_SEARCH: 'false',
});

/** @type {import('./recipe.mjs').Recipe} */
export const claudeCode = {
  agent: 'claude-code',
  package: '@anthropic-ai/claude-code',
  version: '2.1.330',
  bin: 'claude',
  afterInstall: ['node_modules/@anthropic-ai/claude-code/install.cjs'],
  // Written by a person: tabs, a field of their own, a hook of their own, no line end at the end.
  files: () => ({
    // Claude Code keeps its own state in it, and writes it whenever it runs.
    '.claude.json': '{\n  "numStartups": 3,\n  "hasCompletedOnboarding": true\n}\n',
    '.claude/settings.json':
      '{\n\t"cleanupPeriodDays": 30,\n\t"hooks": {\n\t\t"Stop": [{ "hooks": [{ "type": "command", "command": "true" }] }]\n\t}\n}',
  }),
  rewrites: ['home/.claude.json'],
  run: ({ modelUrl }, prompt) => ({
    args: ['-p', prompt, '--model', 'claude-sonnet-4-5', '--allowedTools', 'Bash,Read,Edit,Write'],
    environment: environmentOf(modelUrl),
  }),
  toolNames: toolNames('mcp__inkling__'),
  mcpFile: '.claude.json',
  // Its own, of the plugin that a run takes by an argument.
  keeps: ['home/.claude/plugins/data/inkling-inline/'],
  pluginArgs: (directory) => ['--plugin-dir', directory],
  // What a user types, one turn after another.
  conversation: {
    run: ({ modelUrl }) => ({
      args: [
        ...['-p', '--input-format', 'stream-json', '--output-format', 'stream-json', '--verbose'],
        ...['--model', 'claude-sonnet-4-5', '--allowedTools', 'Bash,Read,Edit,Write'],
      ],
      environment: environmentOf(modelUrl),
    }),
    turn: (content) => JSON.stringify({ type: 'user', message: { role: 'user', content } }),
    endsTurn: (line) => line.startsWith('{') && JSON.parse(line).type === 'result',
  },
  compaction: {
    asked: (prompt) => [prompt, '/compact', 'Go on with it.'],
    summarises: ({ parts }) => parts.at(-1)?.text.includes('create a detailed summary of') === true,
  },
  roles: { start: ['user', 'system'], prompt: ['user', 'system'], toolCall: ['user', 'system', 'tool'] },
};
