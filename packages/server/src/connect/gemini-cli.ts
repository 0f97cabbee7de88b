import { existsSync } from 'node:fs';
import path from 'node:path';
import { canarySteps } from './canary-steps.ts';
import type { ConnectionFacts, Connector } from './connector.ts';
import { hookCommand } from './hook-command.ts';
import { hooksFile } from './hooks-file.ts';
import { installedIn } from './installed-hooks.ts';
import { isOnPath } from './is-on-path.ts';
import type { Json } from './json-file.ts';
import { mcpCommand } from './mcp-command.ts';
import { mcpJson } from './mcp-json.ts';
import { geminiCliTrial } from './trial/gemini-cli-trial.ts';

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
  isInstalled: (facts) => existsSync(geminiDirectory(facts)) || isOnPath('gemini', facts.environment),
  files: (facts) => [
    hooksFile(
      settingsPath(facts),
      HOOKS.map((plan) => [plan.event, groupOf(plan, facts)]),
    ),
  ],
  mcp: (facts) => mcpJson({ file: settingsPath(facts), servers: 'mcpServers', entry: { ...mcpCommand(facts) } }),
  installedHooks: (facts) => installedIn(settingsPath(facts), 1),
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
  trial: geminiCliTrial(settingsPath),
};

function settingsPath(facts: ConnectionFacts): string {
  return path.join(geminiDirectory(facts), 'settings.json');
}

function geminiDirectory({ scope, home, projectDirectory }: ConnectionFacts): string {
  return path.join(scope === 'project' ? projectDirectory : home, '.gemini');
}

function groupOf({ event, timeout, matcher }: HookPlan, facts: ConnectionFacts): Json {
  const hook = { name: 'inkling', type: 'command', command: hookCommand(facts, 'gemini-cli', event), timeout };
  return { ...(matcher ? { matcher: '.*' } : {}), hooks: [hook] };
}
