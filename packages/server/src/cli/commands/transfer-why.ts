import type { PolicyDecision, TransferReason } from '@inkling/engine/types';
import { Command } from 'commander';
import { examples, named } from '../command-options.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { withMemory } from '../open-memory.ts';
import { printableLine } from '../../base/printable-text.ts';
import { acting, type CommandContext } from '../run-command.ts';
import { pairOf } from '../transfer-pair.ts';

interface WhyOptions {
  readonly agent: string;
}

/** `inkling transfer why <source> <destination>` */
export function transferWhyCommand(): Command {
  return new Command('why')
    .description('say why memories of one project are shown in another, or not')
    .argument('<source>', 'the project whose memories are shown: its id, or a directory of it such as ../api', named)
    .argument('<destination>', 'the project in which they are', named)
    .option('--agent <id>', 'the agent that the policy is asked for', named, 'anonymous')
    .addHelpText('after', examples('inkling transfer why github.com/ada/api .', 'inkling transfer why ../api . --json'))
    .action(acting(run));
}

async function run(
  context: CommandContext,
  source: string,
  destination: string,
  { agent }: WhyOptions,
): Promise<ExitCode> {
  const pair = await pairOf(source, destination);
  const { sourceProjectId, destinationProjectId } = pair;
  return withMemory(context, async (memory) => {
    const reason = await memory.transfer.why(pair);
    // Of something without a mark; on each memory the policy decides for itself.
    const policy = await memory.testPolicies({
      agentId: agent,
      projectId: destinationProjectId,
      verb: 'transfer',
      resource: { projectId: sourceProjectId },
    });
    const transfers = reason.granted && reason.alike && policy.allowed;
    context.terminal.result({ ...pair, ...reason, policy, transfers }, () => describe(reason, policy));
    return EXIT.ok;
  });
}

function describe(reason: TransferReason, policy: PolicyDecision): string {
  const { granted, alike, measure, threshold, jaccard, containment, unknownProjects } = reason;
  const unknown = unknownProjects.map((project) => `; nothing is known of ${project}: inkling transfer fingerprint`);
  const lines = [
    `${mark(granted)} granted: ${granted ? 'by an administrator, in this direction' : 'nobody did, see inkling transfer grant'}`,
    `${mark(alike)} alike: jaccard ${jaccard.toFixed(2)}, containment ${containment.toFixed(2)}; ${measure} ${threshold.toFixed(2)} is enough${unknown.join('')}`,
    `${mark(policy.allowed)} allowed: ${policy.allowed ? `by ${policy.policy}` : `no, ${policy.reason}`} (an internal statement; each is decided on)`,
  ];
  return lines.map((line) => printableLine(line, 1000)).join('\n');
}

const mark = (holds: boolean): string => (holds ? 'yes' : 'no ');
