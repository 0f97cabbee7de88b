import path from 'node:path';
import { canarySteps, type ConnectionFacts, type Connector } from './connector.ts';
import { hookCommand, hooksFile, hooksSwitchedOff, installedHooksIn, installedIn } from '../files/hooks-file.ts';
import { isInstalled } from '../is-installed.ts';
import type { Json } from '../files/json-file.ts';
import { mcpCommand } from '../files/mcp-command.ts';
import { mcpJson } from '../files/mcp-json.ts';

/** An event, with how long Gemini CLI may wait for it, in ms, and whether it is about a tool. */
interface HookPlan {
  readonly event: string;
  readonly timeout: number;
  readonly matcher?: true;
}

const HOOKS: readonly HookPlan[] = [
  { event: 'SessionStart', timeout: 5_000 },
  { event: 'BeforeAgent', timeout: 2_000 },
  { event: 'BeforeTool', timeout: 1_000, matcher: true },
  { event: 'AfterTool', timeout: 1_000, matcher: true },
  { event: 'AfterAgent', timeout: 1_000 },
  { event: 'SessionEnd', timeout: 1_000 },
];

/** Gemini CLI: hooks in settings.json. Commands are the only kind that it has. */
export const geminiCliConnector: Connector = {
  client: 'gemini-cli',
  title: 'Gemini CLI',
  isInstalled: (facts) => isInstalled(facts, 'gemini', geminiDirectory),
  files: (facts) => [
    hooksFile(
      settingsPath(facts),
      HOOKS.map((plan) => [plan.event, groupOf(plan, facts)]),
    ),
  ],
  mcp: (facts) => mcpJson({ file: settingsPath(facts), servers: 'mcpServers', entry: { ...mcpCommand(facts) } }),
  installedHooks: (facts) => installedIn(settingsPath(facts), 1),
  passesOver: (facts) => {
    const files = (['project', 'user'] as const).map((scope) => settingsPath({ ...facts, scope }));
    return hooksSwitchedOff(files, ['hooksConfig', 'enabled'], false);
  },
  canary: (session) =>
    canarySteps(session, {
      events: {
        start: 'SessionStart',
        prompt: 'BeforeAgent',
        beforeTool: 'BeforeTool',
        afterTool: 'AfterTool',
        end: 'SessionEnd',
      },
      call: { tool_name: 'read_file', tool_input: { file_path: 'inkling-doctor' } },
    }),
  // Gemini CLI: its hooks stand in the file that also keeps it offline.
  trial: {
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
  },
};

function settingsPath(facts: ConnectionFacts): string {
  return path.join(geminiDirectory(facts), 'settings.json');
}

function geminiDirectory({ scope, home, environment, projectDirectory }: ConnectionFacts): string {
  return path.join(scope === 'project' ? projectDirectory : environment['GEMINI_CLI_HOME'] || home, '.gemini');
}

function groupOf({ event, timeout, matcher }: HookPlan, facts: ConnectionFacts): Json {
  const hook = { name: 'inkling', type: 'command', command: hookCommand(facts, 'gemini-cli', event), timeout };
  return { ...(matcher ? { matcher: '.*' } : {}), hooks: [hook] };
}

const SETTINGS = {
  security: { auth: { selectedType: 'gemini-api-key' }, folderTrust: { enabled: false } },
  telemetry: { enabled: false },
  privacy: { usageStatisticsEnabled: false },
  general: { enableAutoUpdate: false },
};
