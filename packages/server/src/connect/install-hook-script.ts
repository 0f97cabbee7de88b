import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { InklingError } from '@inkling/engine/errors';
import { writeFileInOneStep } from '../base/write-file-in-one-step.ts';
import { makeStateDirectory } from '../config/make-state-directory.ts';
import { readVersion } from '../config/version.ts';
import { type DaemonFacts, DEFAULT_PORT } from '../state/find-daemon.ts';
import { HOOKS, SLASH_COMMAND } from './clients/claude-code.ts';
import { MCP_COMMAND_ANYWHERE, MCP_SERVER_NAME, mcpScriptBeside } from './files/mcp-command.ts';

/** What a machine's own commands are written with. */
export interface HookScriptFacts {
  readonly stateDirectory: string;
  readonly orgId: string;
  readonly node: string;
  readonly main: string;
  /** How the program starts the daemon; '' = the hook command does not start one. */
  readonly start: string;
  /** The data is in the state directory. Otherwise the environment says where it is. */
  readonly embedded: boolean;
}

/** The hook command as it is shipped: it finds the data directory by itself, and the program by its name. */
export const HOOK_SCRIPT_SOURCE: string = fileURLToPath(new URL('../../bin/hook.sh', import.meta.url));

const MCP_SCRIPT_SOURCE = fileURLToPath(new URL('../../bin/mcp.sh', import.meta.url));

/** Where the hook command of a state directory is. Always the same: clients ask their users again when a command changes. */
export function hookScriptPath(stateDirectory: string): string {
  return path.join(stateDirectory, 'hook.sh');
}

/** Where the daemon is; while none runs, where the installed hook command starts it, so that hooks keep their address. */
export function daemonUrlOf(daemon: Pick<DaemonFacts, 'url'> | null, stateDirectory: string): string {
  const start = valueIn(textOf(hookScriptPath(stateDirectory)) ?? '', 'start') ?? '';
  return daemon?.url ?? `http://127.0.0.1:${/--port (\d+)/.exec(start)?.[1] ?? DEFAULT_PORT}`;
}

/** Puts the hook command and that of the MCP server into the state directory, or brings them up to date. Answers where the first is. */
export function installHookScript(facts: HookScriptFacts): string {
  const file = hookScriptPath(facts.stateDirectory);
  makeStateDirectory(facts.stateDirectory);
  writeScript(file, hookScript(facts));
  writeScript(mcpScriptBeside(file), mcpScript(facts));
  return file;
}

/**
 * How the commands of a state directory are. `program-gone`: an update of Node or of Inkling has taken away what starts the daemon. `outdated`: connecting
 * would write others.
 */
export type HookScriptState = 'installed' | 'missing' | 'program-gone' | 'outdated';

/** Compares what {@link installHookScript} wrote, whoever ran it, with what it would write. */
export function stateOfHookScript(facts: HookScriptFacts): HookScriptState {
  const file = hookScriptPath(facts.stateDirectory);
  const text = textOf(file);
  if (text === null) return 'missing';
  if (!['node', 'main'].every((name) => existsSync(valueIn(text, name) ?? ''))) return 'program-gone';
  const mcpText = textOf(mcpScriptBeside(file));
  const isCurrent =
    text === hookScript(likeIn(text, facts)) && mcpText !== null && mcpText === mcpScript(likeIn(mcpText, facts));
  return isCurrent ? 'installed' : 'outdated';
}

/** One program has several names: a link on the path is as good as what it leads to. */
function likeIn(text: string, { node, main, ...facts }: HookScriptFacts): HookScriptFacts {
  const same = (name: string, ours: string): string => {
    const theirs = valueIn(text, name) ?? '';
    return existsSync(theirs) && existsSync(ours) && realpathSync(theirs) === realpathSync(ours) ? theirs : ours;
  };
  return { ...facts, node: same('node', node), main: same('main', main) };
}

function textOf(file: string): string | null {
  return existsSync(file) ? readFileSync(file, 'utf8') : null;
}

function valueIn(script: string, name: string): string | undefined {
  return new RegExp(`^${name}='(.*)'$`, 'm').exec(script)?.[1]?.replaceAll(`'\\''`, "'");
}

function writeScript(file: string, text: string): void {
  writeFileInOneStep(file, Buffer.from(text), 0o755);
  chmodSync(file, 0o755);
}

/** The text of the hook command with a machine's own facts in it. */
export function hookScript({ stateDirectory, orgId, node, main, start }: HookScriptFacts): string {
  return filledIn(HOOK_SCRIPT_SOURCE, { state: stateDirectory, org: orgId, node, main, start });
}

function mcpScript({ stateDirectory, orgId, node, main, embedded }: HookScriptFacts): string {
  return filledIn(MCP_SCRIPT_SOURCE, { state: embedded ? stateDirectory : '', org: orgId, node, main });
}

function filledIn(source: string, values: Readonly<Record<string, string>>): string {
  return Object.entries(values).reduce(
    (text, [name, value]) => text.replace(new RegExp(`^${name}=.*$`, 'm'), () => `${name}=${quoted(value)}`),
    readFileSync(source, 'utf8'),
  );
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

const MANIFEST = '.claude-plugin/plugin.json';
const DESCRIPTION = 'What earlier sessions learned, in the context when it matters. Needs `inkling up` on the machine.';

/**
 * Writes a plugin in Claude Code's form, which is a marketplace of itself. Its hook command finds the daemon and its token on the machine
 * that it runs on. Answers the files. Fails with `invalid-input` on a directory that holds something else.
 */
export function writePluginDirectory(directory: string): readonly string[] {
  requireOurs(directory);
  const files = filesOfPlugin();
  for (const [name, text] of files) {
    const file = path.join(directory, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileInOneStep(file, Buffer.from(text));
    if (name === 'hook.sh') chmodSync(file, 0o755);
  }
  return [...files.keys()];
}

function requireOurs(directory: string): void {
  if (!existsSync(directory) || readdirSync(directory).length === 0 || existsSync(path.join(directory, MANIFEST)))
    return;
  throw new InklingError('invalid-input', `${directory} is not empty, and is not a plugin.`, {
    hint: 'Name a new directory.',
    details: { directory },
  });
}

function filesOfPlugin(): ReadonlyMap<string, string> {
  const about = { name: 'inkling', description: DESCRIPTION, version: readVersion() };
  const groups = HOOKS.map(({ event, timeout, matcher }) => {
    const command = `"\${CLAUDE_PLUGIN_ROOT}/hook.sh" plugin ${event}`;
    // A command costs more than an address does, and is waited for longer.
    const hook = { type: 'command', command, timeout: Math.max(1, Math.ceil(timeout)) };
    return [event, [{ ...(matcher ? { matcher: '*' } : {}), hooks: [hook] }]] as const;
  });
  const marketplace = {
    name: 'inkling',
    owner: { name: 'Inkling' },
    plugins: [{ ...about, source: './' }],
  };
  return new Map([
    [MANIFEST, asText({ ...about, mcpServers: './.mcp.json' })],
    ['.mcp.json', asText({ mcpServers: { [MCP_SERVER_NAME]: MCP_COMMAND_ANYWHERE } })],
    ['.claude-plugin/marketplace.json', asText(marketplace)],
    ['hooks/hooks.json', asText({ hooks: Object.fromEntries(groups) })],
    ['commands/inkling.md', SLASH_COMMAND],
    ['hook.sh', readFileSync(HOOK_SCRIPT_SOURCE, 'utf8')],
  ]);
}

function asText(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
