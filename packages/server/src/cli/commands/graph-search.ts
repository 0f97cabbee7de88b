import type { AnsweredTriplet, DeniedTriplet, GraphAnswer } from '@inkling/engine/types';
import { Command } from 'commander';
import { examples, named, repeatable, wholeNumber } from '../command-options.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { withMemory } from '../open-memory.ts';
import { printableLine } from '../../base/printable-text.ts';
import { acting, type CommandContext } from '../run-command.ts';

interface GraphSearchOptions {
  readonly path: readonly string[];
  readonly limit: number;
  readonly depth: number;
  readonly deadline: number;
  readonly agent?: string;
  readonly explain?: boolean;
}

const MAX_NAME_CHARACTERS = 120;

/** `inkling graph search <text>` */
export function graphSearchCommand(): Command {
  return new Command('search')
    .description('find what the graph says around something')
    .argument('<text>', 'names, or plain words')
    .addOption(repeatable('-p, --path <path>', 'a file that is being worked on; may be repeated'))
    .option('-n, --limit <n>', 'at most so many', wholeNumber(1, 100), 10)
    .option('--depth <n>', 'edges from what is found to the farthest triplet', wholeNumber(1, 3), 2)
    .option('--deadline <ms>', 'longest wait', wholeNumber(1, 600_000), 5_000)
    .option('--agent <id>', 'the agent that asks; policies may look at it', named)
    .option('--explain', 'say what policies denied')
    .addHelpText(
      'after',
      examples(
        'inkling graph search AuthService',
        'inkling graph search "token cache" --path src/auth.ts --depth 1',
        'inkling graph search AuthService --json | jq ".triplets[].targetEntity"',
      ),
    )
    .action(acting(run));
}

async function run(context: CommandContext, text: string, options: GraphSearchOptions): Promise<ExitCode> {
  const projectId = await context.project();
  return withMemory(context, async (memory) => {
    const answer = await memory.searchGraph({
      projectId,
      queryText: text,
      paths: options.path,
      topK: options.limit,
      neighborhoodDepth: options.depth,
      deadlineMs: options.deadline,
      explain: options.explain === true,
      ...(options.agent === undefined ? {} : { agentId: options.agent }),
    });
    context.terminal.result({ projectId, ...answer }, () => describe(answer));
    if (!context.terminal.json) context.terminal.note(describeEnd(answer, projectId));
    return answer.outcome === 'ok' ? EXIT.ok : EXIT.deadline;
  });
}

function describe({ triplets, denied }: GraphAnswer): string {
  return [...triplets.map(describeTriplet), ...denied.map(describeDenied)].join('\n');
}

function describeDenied({ nodeId, decision }: DeniedTriplet): string {
  const reason = decision.allowed ? '' : `: ${decision.reason}`;
  return printableLine(`denied: a triplet of node ${nodeId}, by ${decision.policy ?? 'no policy'}${reason}`, 400);
}

function describeTriplet({ sourceEntity, relationship, targetEntity }: AnsweredTriplet): string {
  return [sourceEntity, relationship, targetEntity].map((name) => printableLine(name, MAX_NAME_CHARACTERS)).join(' → ');
}

function describeEnd({ outcome, triplets, elapsedMs }: GraphAnswer, projectId: string): string {
  const elapsed = `${elapsedMs.toFixed(1)} ms`;
  if (outcome !== 'ok') return `No answer within the deadline (${elapsed}).`;
  const found = triplets.length === 0 ? 'Nothing is known' : `${triplets.length} found`;
  return `${found} in ${printableLine(projectId, 200)} (${elapsed})`;
}
