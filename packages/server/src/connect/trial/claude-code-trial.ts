import type { ClientTrial, ConnectionFacts } from '../connector.ts';
import { installedHooksText } from '../installed-hooks.ts';

/** Claude Code with a model that it knows: of one that it does not know it sends text in another form. */
export function claudeCodeTrial(settingsPath: (facts: ConnectionFacts) => string): ClientTrial {
  return {
    program: 'claude',
    namesSession: true,
    files: (facts) => ({ '.claude/settings.json': installedHooksText(settingsPath(facts)) }),
    run: ({ modelUrl, prompt, sessionId }) => ({
      args: ['-p', prompt, '--model', 'claude-sonnet-4-5', '--allowedTools', 'Read', '--session-id', sessionId],
      environment: {
        ANTHROPIC_BASE_URL: modelUrl,
        ANTHROPIC_API_KEY: 'none',
        CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
        DISABLE_AUTOUPDATER: '1',
      },
    }),
  };
}
