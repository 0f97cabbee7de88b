import type { ClientTrial, ConnectionFacts } from '../connector.ts';
import { installedHooksText } from '../installed-hooks.ts';

/** Claude Code with a model that it knows: of one that it does not know it sends text in another form. */
export function claudeCodeTrial(settingsPath: (facts: ConnectionFacts) => string): ClientTrial {
  return {
    program: 'claude',
    namesSession: true,
    files: (facts) => ({ '.claude/settings.json': installedHooksText(settingsPath(facts)) }),
    settings: () => ({}),
    run: ({ modelUrl, prompt, sessionId }) => ({
      args: ['-p', prompt, ...MODEL_AND_TOOLS, '--session-id', sessionId],
      environment: environmentOf(modelUrl),
    }),
    // The session has its name.
    resume: (args) => ['--continue', ...args.slice(0, args.indexOf('--session-id'))],
    mcpTool: { tool: 'mcp__inkling__recall' },
    compaction: {
      summarises: ({ parts }) => parts.at(-1)?.text.includes('create a detailed summary of') === true,
      by: {
        run: ({ modelUrl }) => ({
          args: [
            ...['-p', '--input-format', 'stream-json', '--output-format', 'stream-json', '--verbose'],
            ...MODEL_AND_TOOLS,
          ],
          environment: environmentOf(modelUrl),
        }),
        turns: (prompt) =>
          [prompt, '/compact', 'Go on with it.'].map((content) =>
            JSON.stringify({ type: 'user', message: { role: 'user', content } }),
          ),
        endsTurn: (line) => line.startsWith('{') && (JSON.parse(line) as { readonly type?: unknown }).type === 'result',
      },
    },
  };
}

const MODEL_AND_TOOLS = ['--model', 'claude-sonnet-4-5', '--allowedTools', 'Bash,Read,mcp__inkling__recall'];

function environmentOf(modelUrl: string): Readonly<Record<string, string>> {
  return {
    ANTHROPIC_BASE_URL: modelUrl,
    ANTHROPIC_API_KEY: 'none',
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    DISABLE_AUTOUPDATER: '1',
    // A session of three requests is over before servers have started, unless it waits; and by default the model has to search for tools.
    MCP_CONNECTION_NONBLOCKING: 'false',
    ENABLE_TOOL_SEARCH: 'false',
  };
}
