import { once } from 'node:events';
import { systemClock } from '@inkling/engine';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { Command } from 'commander';
import { readVersion } from '../../config/version.ts';
import { createMcpServer } from '../../mcp/create-mcp-server.ts';
import type { McpContext } from '../../mcp/mcp-context.ts';
import { examples, named } from '../command-options.ts';
import { createDaemonLink } from '../daemon-link.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { withMemory } from '../open-memory.ts';
import { acting, type CommandContext } from '../run-command.ts';

interface McpCommandOptions {
  readonly agent?: string;
  readonly session?: string;
}

/** `inkling mcp` */
export function mcpCommand(): Command {
  return new Command('mcp')
    .description('run the MCP server over standard input and output')
    .option('--agent <id>', 'who uses it (default: as the client calls itself)', named)
    .option('--session <id>', 'the session that it is used in', named)
    .addHelpText('after', examples('claude mcp add inkling -- npx inkling mcp', 'inkling mcp --project my-api'))
    .action(acting(run));
}

async function run(context: CommandContext, options: McpCommandOptions): Promise<ExitCode> {
  // Before anything that takes time: a client that is gone by then has closed it.
  const closed = once(process.stdin, 'close');
  const projectId = await context.project();
  const serve = async (ask: McpContext['ask']): Promise<ExitCode> => {
    const server = serveStdio(() => createMcpServer(contextOf(context, projectId, options, ask), readVersion()));
    await closed;
    await server.close();
    return EXIT.ok;
  };
  // On a server nobody owns the data, so no daemon is needed.
  if (context.storage().kind === 'postgres') return withMemory(context, (memory) => serve((work) => work(memory)));
  const link = createDaemonLink(context);
  link.prepare();
  return serve((work) => link.ask(work));
}

function contextOf(
  context: CommandContext,
  projectId: string,
  { agent = null, session = null }: { readonly agent?: string | null; readonly session?: string | null },
  ask: McpContext['ask'],
): McpContext {
  return {
    projectId,
    agentId: agent,
    sessionId: session,
    otherwise: 'mcp',
    clock: systemClock,
    ask,
    onError: (error) => context.terminal.warn(error),
  };
}
