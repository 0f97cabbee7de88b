import type { FeedbackVerdict } from '@inkling/engine/building-blocks';
import type { ObservationFeedbackResult } from '@inkling/engine/types';
import { Argument, type Command } from 'commander';
import { named, newCommand } from '../command-options.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { withMemory } from '../open-memory.ts';
import { acting, type CommandContext } from '../run-command.ts';

/** Who says it, when a person types it. */
const AGENT = 'cli';

export function feedbackCommand(): Command {
  return newCommand('feedback', 'rate an observation: helpful, misleading or outdated', [
    'inkling feedback 0197c0de-1111-7222-8333-944455566677 misleading',
  ])
    .argument('<id>', 'the observation')
    .addArgument(new Argument('<verdict>', 'your rating').choices(['helpful', 'misleading', 'outdated']))
    .option('--session <id>', 'the session that it was used in', named)
    .action(acting(run));
}

async function run(
  context: CommandContext,
  observationId: string,
  verdict: FeedbackVerdict,
  { session: sessionId = null }: { readonly session?: string | null },
): Promise<ExitCode> {
  const projectId = await context.project();
  return withMemory(context, async (memory) => {
    const result = await memory.feedback.observation({ observationId, sessionId, verdict, projectId, agentId: AGENT });
    context.terminal.result({ id: observationId, ...result }, () => describeVerdict(verdict, result));
    return EXIT.ok;
  });
}

/** What became of a verdict. */
export function describeVerdict(verdict: FeedbackVerdict, { refusal, weight }: ObservationFeedbackResult): string {
  const known = `Its weight is ${weight.toFixed(2)}.`;
  if (refusal === 'transferred')
    return `It belongs to another project and is read-only here: rate it there, with --project. ${known}`;
  if (refusal === 'not-given') return `That session did not receive it, so the rating does not count. ${known}`;
  const noted = refusal === 'said-before' ? `This rating was already given. ${known}` : `Noted. ${known}`;
  return verdict === 'outdated' ? `${noted} ${OUTDATED}` : noted;
}

const OUTDATED = 'It is not recalled any more; to bring it back, `inkling remember` the same statement again.';
