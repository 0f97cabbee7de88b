import type { ConnectionFacts } from '../connect/clients/connector.ts';
import type { HookScriptFacts } from '../connect/install-hook-script.ts';
import type { CommandContext } from './run-command.ts';

/** What the hook command and that of the MCP server are written with, by this program. */
export function hookScriptFacts(
  context: CommandContext,
  { orgId, daemonUrl }: Pick<ConnectionFacts, 'orgId' | 'daemonUrl'>,
): HookScriptFacts {
  // Only an embedded store needs nothing but its directory: a server's address is the environment's to say.
  const embedded = context.storage().kind === 'pglite';
  const port = new URL(daemonUrl).port;
  return {
    stateDirectory: context.stateDirectory(),
    orgId,
    node: process.execPath,
    main: process.argv[1] ?? '',
    start: embedded ? `up --detach --port ${port}` : '',
    embedded,
  };
}
