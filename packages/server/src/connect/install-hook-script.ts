import { chmodSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeStateDirectory } from '../config/make-state-directory.ts';
import { mcpScriptBeside } from './files/mcp-command.ts';
import { writeFileInOneStep } from '../base/write-file-in-one-step.ts';

/** What the commands of a machine know. */
export interface HookScriptFacts {
  readonly stateDirectory: string;
  readonly orgId: string;
  /** Runs Node. */
  readonly node: string;
  /** The program of this package. */
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

/** Puts the hook command and that of the MCP server into the state directory, or brings them up to date. Answers where the first is. */
export function installHookScript(facts: HookScriptFacts): string {
  const file = hookScriptPath(facts.stateDirectory);
  makeStateDirectory(facts.stateDirectory);
  writeScript(file, hookScript(facts));
  writeScript(mcpScriptBeside(file), mcpScript(facts));
  return file;
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
