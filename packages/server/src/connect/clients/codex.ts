import { spawn } from 'node:child_process';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { Clock } from '@inkling/engine';
import { systemClock } from '@inkling/engine/operator';
import { parseJson, recordAt, recordsOf, textOf } from '../../base/record.ts';
import { hookCommand, hooksFile, installedHooksText, installedIn } from '../files/hooks-file.ts';
import { mcpCommand } from '../files/mcp-command.ts';
import { mcpToml } from '../files/mcp-toml.ts';
import { isInstalled } from '../is-installed.ts';
import { canarySteps, CLAUDE_EVENTS, type ConnectionFacts, type Connector, type TrialPlace } from './connector.ts';

/** Events, with how long Codex may wait for each, in whole seconds. It fires no event for a failed call of its own. */
const HOOKS: readonly (readonly [event: string, timeout: number])[] = [
  ['SessionStart', 5],
  ['UserPromptSubmit', 2],
  ['PreToolUse', 1],
  ['PostToolUse', 1],
  ['SubagentStart', 2],
  ['SubagentStop', 1],
  ['Stop', 1],
  ['SessionEnd', 1],
];

/** Codex starts servers without its own environment: these are where memory is kept. */
const PASSED_ON = ['INKLING_DATABASE_URL', 'DATABASE_URL', 'INKLING_DATA_DIR', 'XDG_DATA_HOME'];

/**
 * Codex: hooks.json beside its configuration. Codex passes over hooks that nobody has looked at, without a word, and every change of a
 * line asks for another look: so a line stays the same from version to version.
 */
export const codexConnector: Connector = {
  client: 'codex',
  title: 'Codex',
  isInstalled: (facts) => isInstalled(facts, 'codex', codexDirectory),
  files: (facts) => [
    hooksFile(
      hooksPath(facts),
      HOOKS.map(([event, timeout]) => [
        event,
        { hooks: [{ type: 'command', command: hookCommand(facts, 'codex', event), timeout }] },
      ]),
    ),
  ],
  mcp: (facts) => {
    const { command, args } = mcpCommand(facts);
    const entry = { command, ...(args.length === 0 ? {} : { args }), env_vars: PASSED_ON };
    return mcpToml(configPath(facts), entry);
  },
  afterwards:
    'Start Codex, enter /hooks and trust the hooks of Inkling: until then Codex runs none of them, and does not say so.',
  installedHooks: (facts) => installedIn(hooksPath(facts), 1000),
  passesOver: async (facts) => {
    const { projectDirectory: cwd, environment } = facts;
    const hooks = await readCodexTrust({ cwd, environment, clock: systemClock });
    return hooks && untrustedHooks(hooks, facts);
  },
  canary: (session) =>
    canarySteps(session, {
      events: CLAUDE_EVENTS,
      call: { tool_name: 'Bash', tool_input: { command: 'cat inkling-doctor' } },
    }),
  // Codex. Trust is given to a hook of one file, so a copy has none: the trial goes without, and who trusts what is asked separately.
  trial: {
    program: 'codex',
    namesSession: false,
    files: (facts, place) => ({
      '.codex/hooks.json': installedHooksText(hooksPath(facts)),
      '.codex/config.toml': configuration(place),
    }),
    settings: (place) => ({ '.codex/config.toml': configuration(place) }),
    run: ({ prompt }) => ({
      args: ['exec', '--skip-git-repo-check', '--json', '--dangerously-bypass-hook-trust', prompt],
      environment: { SCRIPTED_KEY: 'none' },
    }),
    resume: ([exec = '', ...args]) => [exec, 'resume', '--last', ...args],
    // Servers' tools are not declared: the model is told of their namespaces, and may call what it knows.
    mcpTool: { tool: 'mcp__inkling__recall', declaredAs: 'tool_search' },
    compaction: {
      summarises: ({ parts }) => parts.at(-1)?.text.includes('CONTEXT CHECKPOINT COMPACTION') === true,
      by: { inputTokens: 150_000 },
    },
  },
};

/** What is to be done about hooks that Codex does not run. With hooks switched off, and in a project that is not trusted, it lists none at all. */
export function untrustedHooks(hooks: readonly CodexHook[], facts: ConnectionFacts): string | null {
  const file = hooksPath(facts);
  if (hooks.length === 0) {
    const trust = facts.scope === 'user' ? '' : ', or the project is not trusted there';
    const config = configPath({ ...facts, scope: 'user' });
    return `Codex lists no hooks: maybe hooks is false under [features] in ${config}${trust}.`;
  }
  const own = hooks.filter(({ sourcePath, command }) => sourcePath === file && command.includes('hook.sh'));
  const passedOver = own.filter(({ enabled, trustStatus }) => !enabled || trustStatus !== 'trusted');
  if (passedOver.length === 0) return null;
  const events = passedOver.map(({ eventName }) => eventName).join(', ');
  return `Codex skips ${passedOver.length} of ${own.length} hooks (${events}): start it, enter /hooks and trust them.`;
}

function hooksPath(facts: ConnectionFacts): string {
  return path.join(codexDirectory(facts), 'hooks.json');
}

function configPath(facts: ConnectionFacts): string {
  return path.join(codexDirectory(facts), 'config.toml');
}

function codexDirectory({ scope, home, environment, projectDirectory }: ConnectionFacts): string {
  if (scope === 'project') return path.join(projectDirectory, '.codex');
  return environment['CODEX_HOME'] || path.join(home, '.codex');
}

function configuration({ modelUrl }: TrialPlace): string {
  return `model = "gpt-5.5"
model_provider = "scripted"
approval_policy = "never"
model_auto_compact_token_limit = 100000
sandbox_mode = "danger-full-access"
check_for_update_on_startup = false

[model_providers.scripted]
name = "scripted"
base_url = "${modelUrl}/v1"
wire_api = "responses"
env_key = "SCRIPTED_KEY"
request_max_retries = 0

[analytics]
enabled = false

[features]
plugins = false
`;
}

interface CodexHook {
  readonly eventName: string;
  readonly command: string;
  /** The file that declares it. */
  readonly sourcePath: string;
  readonly enabled: boolean;
  /** `trusted`, or why it is passed over. Codex says not a word about a hook that it does not trust. */
  readonly trustStatus: string;
}

interface CodexTrustOptions {
  /** (Default: `codex` on the path) */
  readonly program?: string;
  readonly cwd: string;
  readonly environment: NodeJS.ProcessEnv;
  readonly clock: Clock;
}

// It starts in 0.3 s, and in 3 on a machine that is busy.
const PATIENCE_MS = 15_000;

const INITIALIZE_ID = 1;
const HOOKS_ID = 2;

/**
 * Asks Codex's own server, over its standard input and output, which hooks it would run; null = it is not there, too old to be asked, or did not
 * answer. Never rejects.
 */
export function readCodexTrust(options: CodexTrustOptions): Promise<readonly CodexHook[] | null> {
  const { program = 'codex', cwd, environment, clock } = options;
  return new Promise((resolve) => {
    const child = spawn(program, ['app-server'], { cwd, env: environment, stdio: ['pipe', 'pipe', 'ignore'] });
    const end = (hooks: readonly CodexHook[] | null): void => {
      cancel();
      child.kill();
      resolve(hooks);
    };
    const giveUp = (): void => end(null);
    const cancel = clock.schedule(giveUp, PATIENCE_MS);
    child.on('error', giveUp);
    child.on('close', giveUp);
    // A pipe that broke is told by `close`.
    child.stdin.on('error', giveUp);
    const send = (message: object): void => void child.stdin.write(`${JSON.stringify(message)}\n`);
    createInterface(child.stdout).on('line', (line) => {
      // A line of its log may stand among the messages.
      const message = recordAt(parseJson(line));
      if (message['id'] === INITIALIZE_ID) {
        send({ method: 'initialized' });
        send({ id: HOOKS_ID, method: 'hooks/list', params: { cwds: [cwd] } });
      }
      if (message['id'] === HOOKS_ID) end(message['error'] === undefined ? hooksIn(message['result']) : null);
    });
    const clientInfo = { name: 'inkling', title: 'Inkling', version: '0' };
    send({ id: INITIALIZE_ID, method: 'initialize', params: { clientInfo } });
  });
}

/** The hooks in the answer of `hooks/list`; fields that are not there are ''. */
export function hooksIn(result: unknown): CodexHook[] {
  return recordsOf(recordAt(result)['data'])
    .flatMap(({ hooks }) => recordsOf(hooks))
    .map((hook) => ({
      eventName: textOf(hook['eventName']),
      command: textOf(hook['command']),
      sourcePath: textOf(hook['sourcePath']),
      enabled: hook['enabled'] !== false,
      trustStatus: textOf(hook['trustStatus']),
    }));
}
