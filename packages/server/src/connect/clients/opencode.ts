import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { xdgDirectory } from '../../config/storage.ts';
import {
  canarySteps,
  CLAUDE_EVENTS,
  type ConnectedFile,
  type ConnectionFacts,
  type Connector,
  type InstalledHook,
  type McpRegistration,
} from './connector.ts';
import { isInstalled } from '../is-installed.ts';
import { mcpCommand } from '../files/mcp-command.ts';
import { mcpJson } from '../files/mcp-json.ts';

const PROGRAM = 'opencode';

/** What the plugin is made of, as it was built. */
const MODULES = ['opencode-plugin.js', 'ask-daemon.js', 'opencode-message.js'];
const BUILT = fileURLToPath(new URL('../../../dist/hook/opencode/', import.meta.url));

/**
 * opencode: a plugin in its own process. The file among opencode's plugins only looks for the plugin's modules beside the hook command of this
 * machine; where they are not, it does nothing.
 */
export const opencodeConnector: Connector = {
  client: 'opencode',
  title: 'opencode',
  isInstalled: (facts) => isInstalled(facts, PROGRAM, opencodeDirectory),
  files: (facts) => [...modules(facts), pluginFile(facts)],
  mcp: mcpServers,
  installedHooks,
  passesOver,
  canary: (session) =>
    canarySteps(session, {
      events: CLAUDE_EVENTS,
      call: { tool_name: 'read', tool_input: { filePath: 'inkling-doctor' } },
    }),
  // opencode: its plugin loads the modules beside the hook command, wherever its own home is.
  trial: {
    program: PROGRAM,
    namesSession: false,
    files: (facts, { modelUrl }) => ({
      '.config/opencode/plugin/inkling.js': readFileSync(pluginFile(facts).file, 'utf8'),
      '.config/opencode/opencode.json': settings(modelUrl),
    }),
    settings: ({ modelUrl }) => ({ '.config/opencode/opencode.json': settings(modelUrl) }),
    run: ({ modelUrl, prompt }) => ({
      args: ['run', '--format', 'json', prompt],
      environment: {
        OPENCODE_DISABLE_MODELS_FETCH: '1',
        OPENCODE_DISABLE_AUTOUPDATE: '1',
        OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
        // At start it looks for a package in the registry, and waits for any answer.
        npm_config_registry: `${modelUrl}/npm/`,
        npm_config_fetch_retries: '0',
      },
    }),
    resume: ([run = '', ...args]) => [run, '--continue', ...args],
    mcpTool: { tool: 'inkling_recall' },
    compaction: {
      due: 1,
      summarises: ({ tools, parts }) => tools.length === 0 && parts.at(-1)?.text.includes('summar') === true,
      by: { inputTokens: 199_000 },
    },
  },
};

/** It writes the address of its schema into a file that has none. */
const STARTER = '{\n  "$schema": "https://opencode.ai/config.json"\n}\n';

/** Above its five seconds: a machine that is busy starts Node in three. */
const MCP_PATIENCE_MS = 20_000;

function mcpServers(facts: ConnectionFacts): McpRegistration {
  const directory = facts.scope === 'project' ? facts.projectDirectory : opencodeDirectory(facts);
  const commented = path.join(directory, 'opencode.jsonc');
  const { command, args } = mcpCommand(facts);
  return mcpJson({
    file: existsSync(commented) ? commented : path.join(directory, 'opencode.json'),
    servers: 'mcp',
    entry: { type: 'local', command: [command, ...args], timeout: MCP_PATIENCE_MS },
    starter: STARTER,
  });
}

/** What the plugin asks the daemon, without the plugin: nothing but opencode runs that. */
function installedHooks(facts: ConnectionFacts): readonly InstalledHook[] {
  const { daemonUrl, hookToken, orgId } = facts;
  if (!existsSync(pluginFile(facts).file)) return [];
  const headers = { authorization: `Bearer ${hookToken}`, 'inkling-org': orgId, 'inkling-off': '$INKLING_OFF' };
  const url = `${daemonUrl}/v1/hooks/opencode`;
  return Object.values(CLAUDE_EVENTS).map((event: string) => ({ event, timeoutMs: 2500, kind: 'http', url, headers }));
}

/** It answers in half a second, and in six on a machine that is busy. */
const VERSION_PATIENCE_MS = 15_000;

/** Version 2 takes plugins of another form, and says of this one in its log that it failed to load. */
function passesOver({ environment: env }: ConnectionFacts): Promise<string | null> {
  return new Promise((resolve) => {
    execFile(PROGRAM, ['--version'], { env, timeout: VERSION_PATIENCE_MS }, (_error, stdout) => {
      const [version, major] = /(\d+)\.\d+\.\d+/u.exec(stdout) ?? [];
      const isLoaded = version === undefined || Number(major) < 2;
      resolve(isLoaded ? null : `opencode ${version} does not load Inkling's plugin, which is for version 1.`);
    });
  });
}

function opencodeDirectory({ scope, home, environment, projectDirectory }: ConnectionFacts): string {
  if (scope === 'project') return path.join(projectDirectory, '.opencode');
  return path.join(xdgDirectory('XDG_CONFIG_HOME', environment) ?? path.join(home, '.config'), 'opencode');
}

/** A copy: what `npx` runs may be gone tomorrow. */
function modules({ hookScript }: ConnectionFacts): ConnectedFile[] {
  return MODULES.map((name) => ({
    file: path.join(path.dirname(hookScript), 'opencode', name),
    connect: () => readFileSync(path.join(BUILT, name), 'utf8'),
    disconnect: () => null,
  }));
}

function pluginFile(facts: ConnectionFacts): ConnectedFile {
  const text = pluginText(facts);
  return {
    file: path.join(opencodeDirectory(facts), 'plugin', 'inkling.js'),
    connect: () => text,
    disconnect: () => null,
  };
}

/** In a committed file no machine's own path. */
function pluginText({ scope, hookScript, orgId }: ConnectionFacts): string {
  const directory = scope === 'user' ? JSON.stringify(path.dirname(hookScript)) : 'inklingDirectory()';
  const search = `
import { homedir, userInfo } from 'node:os';
import { isAbsolute } from 'node:path';

function inklingDirectory() {
  const { INKLING_DATA_DIR, XDG_DATA_HOME = '' } = process.env;
  const home = isAbsolute(homedir()) ? homedir() : userInfo().homedir;
  const data = isAbsolute(XDG_DATA_HOME) ? XDG_DATA_HOME : \`\${home}/.local/share\`;
  const directory = INKLING_DATA_DIR || \`\${data}/inkling\`;
  if (!isAbsolute(directory)) throw new Error('A repository could hold anything there.');
  return directory;
}
`;
  return `// Written by "inkling init"; "inkling init --remove" takes it away.
export const Inkling = async (input) => {
  try {
    const stateDirectory = ${directory};
    const { createOpencodePlugin } = await import(\`\${stateDirectory}/opencode/opencode-plugin.js\`);
    return await createOpencodePlugin({ stateDirectory, orgId: ${JSON.stringify(orgId)} })(input);
  } catch {
    // Inkling is not on this machine: opencode goes on without.
    return {};
  }
};
${scope === 'user' ? '' : search}`;
}

const MODEL = 'scripted-model';

function settings(modelUrl: string): string {
  return JSON.stringify({
    $schema: 'https://opencode.ai/config.json',
    model: `scripted/${MODEL}`,
    small_model: `scripted/${MODEL}`,
    permission: 'allow',
    autoupdate: false,
    provider: {
      scripted: {
        npm: '@ai-sdk/openai-compatible',
        options: { baseURL: `${modelUrl}/v1`, apiKey: 'none' },
        models: { [MODEL]: { limit: { context: 200_000, output: 8_000 } } },
      },
    },
  });
}
