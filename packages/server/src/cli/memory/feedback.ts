import type { FeedbackVerdict } from '@inkling/engine/building-blocks';
import type { Observation } from '@inkling/engine';
import type { ObservationFeedbackResult } from '@inkling/engine/types';
import { Argument, type Command } from 'commander';
import { shellQuoted } from '../../base/shell-quoted.ts';
import { named, newCommand } from '../command-options.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { withMemory } from '../open-memory.ts';
import { acting, type CommandContext } from '../run-command.ts';

/** Who says it, when a person types it. */
const AGENT = 'cli';
/** Whose statements `inkling remember` makes. */
const DEFAULT_AGENT = 'user';

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
    const rated = verdict === 'outdated' ? await memory.observations.get(observationId) : null;
    context.terminal.result({ id: observationId, ...result }, () => describeVerdict(verdict, result, rated, projectId));
    return EXIT.ok;
  });
}

/** What became of a verdict. */
export function describeVerdict(
  verdict: FeedbackVerdict,
  { refusal, weight }: ObservationFeedbackResult,
  rated: Identity | null = null,
  projectId: string | null = null,
): string {
  const known = `Its weight is ${weight.toFixed(2)}.`;
  if (refusal === 'transferred')
    return `It belongs to another project and is read-only here: rate it there, with --project. ${known}`;
  if (refusal === 'not-given') return `That session did not receive it, so the rating does not count. ${known}`;
  const noted = refusal === 'said-before' ? `This rating was already given. ${known}` : `Noted. ${known}`;
  if (verdict !== 'outdated') return noted;
  const again = `inkling remember${rated === null ? '' : whoseOptions(rated, projectId)}`;
  return `${noted} It is not recalled any more; to bring it back, \`${again}\` the same statement again.`;
}

/** What a statement is told from others by, beside its text. */
type Identity = Pick<Observation, 'agentId' | 'projectId'>;

/** What `remember` does not assume by itself. */
function whoseOptions(rated: Identity, projectId: string | null): string {
  const agent = rated.agentId === DEFAULT_AGENT ? '' : ` --agent ${shellQuoted(rated.agentId)}`;
  const isElsewhere = rated.projectId !== null && rated.projectId !== projectId;
  return isElsewhere ? `${agent} --project ${shellQuoted(rated.projectId)}` : agent;
}
