import type { ClientTrial, ConnectionFacts } from '../connector.ts';
import { installedHooksIn } from '../installed-hooks.ts';

const SETTINGS = {
  security: { auth: { selectedType: 'gemini-api-key' }, folderTrust: { enabled: false } },
  telemetry: { enabled: false },
  privacy: { usageStatisticsEnabled: false },
  general: { enableAutoUpdate: false },
};

/** Gemini CLI: its hooks stand in the file that also keeps it offline. */
export function geminiCliTrial(settingsPath: (facts: ConnectionFacts) => string): ClientTrial {
  return {
    program: 'gemini',
    namesSession: false,
    files: (facts) => ({
      '.gemini/settings.json': JSON.stringify({ ...SETTINGS, hooks: installedHooksIn(settingsPath(facts)) }),
    }),
    settings: () => ({ '.gemini/settings.json': JSON.stringify(SETTINGS) }),
    run: ({ modelUrl, prompt }) => ({
      args: ['-p', prompt, '-m', 'gemini-2.5-pro', '--approval-mode', 'yolo', '--output-format', 'json'],
      environment: { GEMINI_API_KEY: 'none', GOOGLE_GEMINI_BASE_URL: modelUrl, GEMINI_CLI_NO_RELAUNCH: 'true' },
    }),
    resume: (args) => ['--resume', 'latest', ...args],
    mcpTool: { tool: 'mcp_inkling_recall' },
    compaction: {
      due: 1,
      summarises: ({ parts }) => parts.some(({ text }) => text.includes('<state_snapshot>')),
      by: { inputTokens: 900_000 },
    },
  };
}
