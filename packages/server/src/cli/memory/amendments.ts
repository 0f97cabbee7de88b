import type { Amendment } from '@inkling/engine/capture';
import type { Command } from 'commander';
import { newCommand } from '../command-options.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { withMemory, withWritableMemory } from '../open-memory.ts';
import { acting, type CommandContext } from '../run-command.ts';

export function amendmentsCommand(): Command {
  const undoCommand = newCommand('undo', 'undo a link: both sessions are recalled again')
    .argument('<later>', 'the later session')
    .argument('<earlier>', 'the earlier session')
    .action(acting(undo));
  return newCommand(
    'amendments',
    'list the sessions that changed what an earlier one had settled, or came back to it',
    ['inkling amendments', 'inkling amendments undo <later session> <earlier session>'],
  )
    .action(acting(list))
    .addCommand(undoCommand);
}

async function list(context: CommandContext): Promise<ExitCode> {
  const projectId = await context.project();
  return withMemory(context, async (memory) => {
    const amendments = await memory.observations.amendments.list(projectId);
    context.terminal.result({ projectId, amendments }, () =>
      amendments.length === 0 ? `${projectId}: no amendments.` : amendments.map(describe).join('\n'),
    );
    return EXIT.ok;
  });
}

function undo(context: CommandContext, sessionId: string, amendsSessionId: string): Promise<ExitCode> {
  const link = { sessionId, amendsSessionId };
  return withWritableMemory(context, async (memory) => {
    const undone = await memory.observations.amendments.undo(link);
    context.terminal.result({ ...link, undone }, () =>
      undone ? 'Undone.' : 'There is no such link, or it is already undone.',
    );
    return undone ? EXIT.ok : EXIT.notFound;
  });
}

function describe({ sessionId, amendsSessionId, amendedAt, replaces, undoneAt }: Amendment): string {
  const state = undoneAt === null ? '' : ' (undone)';
  return `${amendedAt.slice(0, 10)}  ${sessionId} ${replaces ? 'amends' : 'comes back to'} ${amendsSessionId}${state}`;
}
