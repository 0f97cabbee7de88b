import path from 'node:path';
import { xdgDirectory } from '../../config/storage.ts';
import type { ConnectionFacts } from '../clients/connector.ts';

/** What Inkling's server is called in a client's configuration; the client names its tools after it. */
export const MCP_SERVER_NAME = 'inkling';

/** A program that is started with arguments, without a shell. */
export interface McpCommand {
  readonly command: string;
  readonly args: readonly string[];
}

/**
 * Finds the server of whatever machine it runs on. Without `${…}`, which some clients fill in themselves before a shell sees it. A client
 * does not start the same command for a plugin and for its user, so both have this one where the data is at its usual place. What is
 * relative to the working directory, which may be anybody's repository, is not run.
 */
export const MCP_COMMAND_ANYWHERE: McpCommand = {
  command: 'sh',
  args: [
    '-c',
    [
      'd=$XDG_DATA_HOME; s=$INKLING_DATA_DIR',
      'case $d in /*) ;; *) d=$HOME/.local/share ;; esac',
      '[ -n "$s" ] || s=$d/inkling',
      'case $s in /*) [ ! -x "$s/mcp.sh" ] || exec "$s/mcp.sh" "$@" ;; esac',
      'exec inkling mcp',
    ].join('; '),
  ],
};

/** Starts the server of this machine; in a committed file, that of each machine. */
export function mcpCommand({ scope, hookScript }: Pick<ConnectionFacts, 'scope' | 'hookScript'>): McpCommand {
  return scope === 'user' ? { command: mcpScriptBeside(hookScript), args: [] } : MCP_COMMAND_ANYWHERE;
}

/** As {@link mcpCommand}, and the same as a plugin's where that finds the same server: a client then starts one of the two. */
export function mcpCommandLikePlugin(
  facts: Pick<ConnectionFacts, 'scope' | 'hookScript' | 'home' | 'environment'>,
): McpCommand {
  const { hookScript, home, environment } = facts;
  const isUsual = path.dirname(hookScript) === path.join(home, '.local', 'share', 'inkling');
  const isMoved = Boolean(environment['INKLING_DATA_DIR'] || xdgDirectory('XDG_DATA_HOME', environment));
  return isUsual && !isMoved ? MCP_COMMAND_ANYWHERE : mcpCommand(facts);
}

/** Where the command of the MCP server is: beside the hook command. */
export function mcpScriptBeside(hookScript: string): string {
  return path.join(path.dirname(hookScript), 'mcp.sh');
}

/** Whether words start Inkling's server as `inkling init` writes them. */
export function isOwnMcpCommand(words: readonly string[]): boolean {
  return words.some((word) => /[/\\]mcp\.sh(?:"|$)/.test(word));
}
