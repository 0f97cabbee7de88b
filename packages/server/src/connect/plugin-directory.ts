import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { InklingError } from '@inkling/engine';
import { readVersion } from '../config/version.ts';
import { HOOKS, SLASH_COMMAND } from './clients/claude-code.ts';
import { HOOK_SCRIPT_SOURCE } from './install-hook-script.ts';
import { MCP_COMMAND_ANYWHERE, MCP_SERVER_NAME } from './files/mcp-command.ts';
import { writeFileInOneStep } from '../base/write-file-in-one-step.ts';

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
  throw new InklingError('invalid-input', `${directory} is not empty, and no plugin.`, {
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
