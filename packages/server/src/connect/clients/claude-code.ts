import { existsSync } from 'node:fs';
import path from 'node:path';
import {
  canarySteps,
  CLAUDE_EVENTS,
  type ConnectedFile,
  type ConnectionFacts,
  type Connector,
  type McpRegistration,
} from './connector.ts';
import { hookCommand, hooksFile, hooksSwitchedOff, installedHooksText, installedIn } from '../files/hooks-file.ts';
import { isInstalled } from '../is-installed.ts';
import type { Json } from '../files/json-file.ts';
import { mcpCommandLikePlugin } from '../files/mcp-command.ts';
import { mcpJson } from '../files/mcp-json.ts';

/** An event, with how long Claude Code may wait for it, in seconds, and whether it has to be a command. */
export interface HookPlan {
  readonly event: string;
  readonly timeout: number;
  /** Claude Code calls no address at a session's start, and of PreCompact it takes plain text, which only a command can print. */
  readonly command?: true;
  readonly matcher?: true;
}

/** The events that Inkling hears. */
export const HOOKS: readonly HookPlan[] = [
  { event: 'SessionStart', timeout: 5, command: true },
  { event: 'UserPromptSubmit', timeout: 1 },
  { event: 'PreToolUse', timeout: 0.2, matcher: true },
  { event: 'PostToolUse', timeout: 0.3, matcher: true },
  { event: 'PostToolUseFailure', timeout: 0.3, matcher: true },
  { event: 'SubagentStart', timeout: 1 },
  { event: 'SubagentStop', timeout: 1 },
  { event: 'PreCompact', timeout: 2, command: true },
  { event: 'Stop', timeout: 0.3 },
  { event: 'SessionEnd', timeout: 1 },
];

/**
 * Claude Code. For a user its hooks call the daemon themselves (5 ms an event, in place of 12 for a command), with the token for hooks in the
 * user's own settings. A project's settings are committed: there every hook is a command that finds daemon and token on each machine, and
 * that does nothing on a machine without Inkling.
 */
export const claudeCodeConnector: Connector = {
  client: 'claude-code',
  title: 'Claude Code',
  isInstalled: (facts) => isInstalled(facts, 'claude', settingsDirectory),
  files: (facts) => [settingsFile(facts), slashCommand(facts)],
  mcp: mcpServers,
  installedHooks: (facts) => installedIn(settingsPath(facts), 1000),
  passesOver: (facts) => {
    const ofProject = settingsDirectory({ ...facts, scope: 'project' });
    const files = ['settings.local.json', 'settings.json'].map((name) => path.join(ofProject, name));
    return hooksSwitchedOff([...files, settingsPath({ ...facts, scope: 'user' })], ['disableAllHooks'], true);
  },
  canary: (session) =>
    canarySteps(session, {
      events: CLAUDE_EVENTS,
      call: { tool_name: 'Read', tool_input: { file_path: 'inkling-doctor' } },
    }),
  // Claude Code with a model that it knows: of one that it does not know it sends text in another form.
  trial: {
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
  },
};

function settingsDirectory({ scope, home, environment, projectDirectory }: ConnectionFacts): string {
  if (scope === 'project') return path.join(projectDirectory, '.claude');
  return environment['CLAUDE_CONFIG_DIR'] || path.join(home, '.claude');
}

function settingsPath(facts: ConnectionFacts): string {
  return path.join(settingsDirectory(facts), 'settings.json');
}

function settingsFile(facts: ConnectionFacts): ConnectedFile {
  const groups = HOOKS.map((plan) => [plan.event, groupOf(plan, facts)] as const);
  return { ...hooksFile(settingsPath(facts), groups), ...modeIn(facts) };
}

/** A user's settings have the token for hooks, and what Claude Code keeps beside its servers is its user's own business. */
function modeIn({ scope }: ConnectionFacts): Pick<ConnectedFile, 'mode'> {
  return scope === 'user' ? { mode: 0o600 } : {};
}

/** Claude Code rewrites the user's file while it runs; a project's own it reads after each user has allowed it. */
function mcpServers(facts: ConnectionFacts): McpRegistration {
  const { scope, home, environment, projectDirectory } = facts;
  const older = path.join(settingsDirectory(facts), '.config.json');
  const ofUser = (): string =>
    existsSync(older) ? older : path.join(environment['CLAUDE_CONFIG_DIR'] || home, '.claude.json');
  const servers = mcpJson({
    file: scope === 'project' ? path.join(projectDirectory, '.mcp.json') : ofUser(),
    servers: 'mcpServers',
    entry: { type: 'stdio', ...mcpCommandLikePlugin(facts) },
  });
  return { ...servers, ...modeIn(facts) };
}

function groupOf(plan: HookPlan, facts: ConnectionFacts): Json {
  const isCommand = plan.command === true || facts.scope === 'project';
  const hook = isCommand ? commandHook(plan, facts) : httpHook(plan, facts);
  return { ...(plan.matcher ? { matcher: '*' } : {}), hooks: [hook] };
}

function httpHook({ timeout }: HookPlan, { daemonUrl, hookToken, orgId }: ConnectionFacts): Json {
  return {
    type: 'http',
    url: `${daemonUrl}/v1/hooks/claude-code`,
    headers: { authorization: `Bearer ${hookToken}`, 'inkling-org': orgId, 'inkling-off': '$INKLING_OFF' },
    allowedEnvVars: ['INKLING_OFF'],
    timeout,
  };
}

function commandHook({ event, timeout }: HookPlan, facts: ConnectionFacts): Json {
  return { type: 'command', command: hookCommand(facts, 'claude-code', event), timeout: Math.max(timeout, 0.5) };
}

/** Claude Code refuses a prompt that begins with a slash and names no command. */
export const SLASH_COMMAND = `---
description: Switch Inkling's memory off or on for this session
argument-hint: off | on
disable-model-invocation: true
---
Inkling did not answer "/inkling $ARGUMENTS": its hooks are not running. Tell the user so in one sentence, and to run \`inkling doctor\`.
`;

function slashCommand(facts: ConnectionFacts): ConnectedFile {
  return {
    file: path.join(settingsDirectory(facts), 'commands', 'inkling.md'),
    connect: () => SLASH_COMMAND,
    disconnect: (text) => (text === SLASH_COMMAND ? null : text),
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
