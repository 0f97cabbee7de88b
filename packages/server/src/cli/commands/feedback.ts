import type { FeedbackVerdict } from '@inkling/engine';
import { Argument, Command } from 'commander';
import { examples, named } from '../command-options.ts';
import { EXIT } from '../exit-codes.ts';
import { withMemory } from '../open-memory.ts';
import { runCommand } from '../run-command.ts';

interface FeedbackOptions {
  readonly session?: string;
}

/** Who says it, when a person types it. */
const AGENT = 'cli';

/** `inkling feedback <id> helpful|misleading|outdated` */
export function feedbackCommand(): Command {
  return new Command('feedback')
    .description('say what became of an observation: the next recall counts with it')
    .argument('<id>', 'the observation')
    .addArgument(new Argument('<verdict>', 'what became of it').choices(['helpful', 'misleading', 'outdated']))
    .option('--session <id>', 'the session that it was used in', named)
    .addHelpText('after', examples('inkling feedback 0197c0de-1111-7222-8333-944455566677 misleading'))
    .action((observationId: string, verdict: FeedbackVerdict, { session }: FeedbackOptions, command: Command) =>
      runCommand(command, (context) =>
        withMemory(context, async (memory) => {
          const sessionId = session ?? null;
          const result = await memory.feedback.observation({ observationId, sessionId, agentId: AGENT, verdict });
          const weight = `Its weight is ${result.weight.toFixed(2)}.`;
          context.terminal.result({ id: observationId, ...result }, () =>
            result.applied ? `Noted. ${weight}` : `That was said before. ${weight}`,
          );
          return EXIT.ok;
        }),
      ),
    );
}
