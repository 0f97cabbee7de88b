import { readFileSync } from 'node:fs';
import path from 'node:path';
import { canarySteps, CLAUDE_EVENTS, type ConnectedFile, type ConnectionFacts, type Connector } from './connector.ts';
import { hookCommand, installedIn } from '../files/hooks-file.ts';
import { isInstalled } from '../is-installed.ts';
import { mcpCommand } from '../files/mcp-command.ts';
import { mcpJson } from '../files/mcp-json.ts';

/** Events under Claude Code's names, with how long Copilot may wait for each, in seconds. */
const HOOKS: readonly (readonly [event: string, timeoutSec: number])[] = [
  ['SessionStart', 5],
  ['UserPromptSubmit', 2],
  ['PreToolUse', 1],
  ['PostToolUse', 1],
  ['PostToolUseFailure', 1],
  ['SubagentStop', 2],
  ['PreCompact', 2],
  ['Stop', 1],
  ['SessionEnd', 1],
];

/**
 * Copilot CLI: a file of Inkling's own among its hooks. They are commands: an address on this machine is called only where the user has set
 * a switch in the environment. They end with 0 whatever happens, because a hook that fails before a tool denies the call.
 */
export const copilotCliConnector: Connector = {
  client: 'copilot-cli',
  title: 'Copilot CLI',
  isInstalled: (facts) => isInstalled(facts, 'copilot', copilotHome),
  files: (facts) => [hooksOf(facts)],
  mcp: (facts) => {
    const { scope, projectDirectory } = facts;
    const ofProject = path.join(projectDirectory, '.github', 'mcp.json');
    return mcpJson({
      file: scope === 'project' ? ofProject : path.join(copilotHome(facts), 'mcp-config.json'),
      servers: 'mcpServers',
      entry: { type: 'local', ...mcpCommand(facts), tools: ['*'] },
    });
  },
  installedHooks: (facts) => installedIn(hooksPath(facts), 1000),
  canary: (session) =>
    canarySteps(session, {
      events: CLAUDE_EVENTS,
      call: { tool_name: 'view', tool_input: { path: 'inkling-doctor' } },
    }),
  // Copilot CLI: its hooks are a file of Inkling's own.
  trial: {
    program: 'copilot',
    namesSession: false,
    files: (facts) => ({ '.copilot/hooks/inkling.json': readFileSync(hooksPath(facts), 'utf8') }),
    settings: () => ({}),
    run: ({ modelUrl, prompt }) => ({
      args: ['-p', prompt, '--allow-all-tools'],
      environment: {
        COPILOT_OFFLINE: 'true',
        COPILOT_AUTO_UPDATE: 'false',
        COPILOT_PROVIDER_BASE_URL: `${modelUrl}/v1`,
        COPILOT_PROVIDER_TYPE: 'openai',
        COPILOT_PROVIDER_API_KEY: 'none',
        COPILOT_MODEL: 'scripted-model',
        COPILOT_ALLOW_ALL: 'true',
      },
    }),
    resume: (args) => ['--continue', ...args],
    mcpTool: { tool: 'inkling-recall' },
    compaction: {
      summarises: ({ parts }) => parts.at(-1)?.text.includes('summar') === true,
      by: { inputTokens: 126_000 },
    },
  },
};

function copilotHome({ home, environment }: ConnectionFacts): string {
  return environment['COPILOT_HOME'] || path.join(home, '.copilot');
}

function hooksPath(facts: ConnectionFacts): string {
  const directory = facts.scope === 'project' ? path.join(facts.projectDirectory, '.github') : copilotHome(facts);
  return path.join(directory, 'hooks', 'inkling.json');
}

function hooksOf(facts: ConnectionFacts): ConnectedFile {
  const hooks = HOOKS.map(([event, timeoutSec]) => {
    return [event, [{ type: 'command', bash: hookCommand(facts, 'copilot-cli', event), timeoutSec }]];
  });
  const text = `${JSON.stringify({ version: 1, hooks: Object.fromEntries(hooks) }, null, 2)}\n`;
  return {
    file: hooksPath(facts),
    connect: () => text,
    // Nobody else writes a file of this name.
    disconnect: () => null,
  };
}
