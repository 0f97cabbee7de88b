import type { PolicyDecision, TransferGrant, TransferPair, TransferReason } from '@inkling/engine/types';
import type { Command } from 'commander';
import { named, newCommand } from '../command-options.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { withMemory, withWritableMemory } from '../open-memory.ts';
import { printableLine } from '../../base/printable-text.ts';
import { acting, type CommandContext } from '../run-command.ts';
import { projectIdentity } from '../../project/project-identity.ts';

export function transferCommand(): Command {
  return newCommand('transfer', 'manage transfer of memories between projects')
    .addCommand(listCommand())
    .addCommand(changeCommand('grant', 'allow memories of one project to be shown in another', grant))
    .addCommand(changeCommand('revoke', 'revoke a grant', revoke))
    .addCommand(transferWhyCommand());
}

/** Who does it, when a person types it and no daemon knows better. */
const ACTOR = { actor: 'local' };

function listCommand(): Command {
  return newCommand('list', 'list the grants', ['inkling transfer list']).action(acting(list));
}

function list(context: CommandContext): Promise<ExitCode> {
  const { terminal } = context;
  return withMemory(context, async (memory) => {
    const grants = await memory.transfer.list();
    terminal.result({ grants }, () => grants.map(describe).join('\n'));
    if (grants.length === 0 && !terminal.json) terminal.note('No project is shown memories of another.');
    return EXIT.ok;
  });
}

function describe({ sourceProjectId, destinationProjectId, grantedBy, grantedAt }: TransferGrant): string {
  const pair = `${sourceProjectId} → ${destinationProjectId}`;
  return printableLine(`${pair}  ${new Date(grantedAt).toISOString().slice(0, 10)} by ${grantedBy}`, 400);
}

function changeCommand(
  name: string,
  description: string,
  change: (context: CommandContext, pair: TransferPair) => Promise<ExitCode>,
): Command {
  return newCommand(name, description, [`inkling transfer ${name} github.com/ada/api .`])
    .argument('<source>', 'the project whose memories are shown: its id, or a directory of it such as ../api', named)
    .argument('<destination>', 'the project in which they are shown', named)
    .action(
      acting(async (context, source: string, destination: string) =>
        change(context, await pairOf(source, destination)),
      ),
    );
}

function grant(context: CommandContext, pair: TransferPair): Promise<ExitCode> {
  return withWritableMemory(context, async (memory) => {
    const granted = await memory.transfer.grant(pair, ACTOR);
    context.terminal.result({ ...pair, granted }, () => (granted ? 'Granted.' : 'It was already granted.'));
    return EXIT.ok;
  });
}

function revoke(context: CommandContext, pair: TransferPair): Promise<ExitCode> {
  return withMemory(context, async (memory) => {
    const revoked = await memory.transfer.revoke(pair, ACTOR);
    context.terminal.result({ ...pair, revoked }, () => (revoked ? 'Revoked.' : 'There was no such grant.'));
    return revoked ? EXIT.ok : EXIT.notFound;
  });
}

/** The projects of two arguments, each an id or a directory, which begins with a dot or a slash. */
async function pairOf(source: string, destination: string): Promise<TransferPair> {
  return { sourceProjectId: await projectOf(source), destinationProjectId: await projectOf(destination) };
}

async function projectOf(text: string): Promise<string> {
  return /^(\.{1,2}(\/|$)|\/)/.test(text) ? projectIdentity(text) : text;
}

export function transferWhyCommand(): Command {
  return newCommand('why', 'explain why memories of one project are shown in another, or not', [
    'inkling transfer why github.com/ada/api .',
    'inkling transfer why ../api . --json',
  ])
    .argument('<source>', 'the project whose memories are shown: its id, or a directory of it such as ../api', named)
    .argument('<destination>', 'the project in which they are shown', named)
    .option('--agent <id>', 'the agent for which the policy is evaluated', named, 'anonymous')
    .action(acting(why));
}

async function why(
  context: CommandContext,
  source: string,
  destination: string,
  { agent }: { readonly agent: string },
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
    context.terminal.result({ ...pair, ...reason, policy, transfers }, () => describeReason(reason, policy));
    return EXIT.ok;
  });
}

function describeReason(reason: TransferReason, policy: PolicyDecision): string {
  const { granted, alike, measure, threshold, jaccard, containment, unknownProjects } = reason;
  const unknown = unknownProjects.map(
    (project) => `; the technologies of ${project} are unknown: inkling graph index reads them`,
  );
  const lines = [
    `${mark(granted)} granted: ${granted ? 'by an administrator, in this direction' : 'by nobody, see inkling transfer grant'}`,
    `${mark(alike)} similar: jaccard ${jaccard.toFixed(2)}, containment ${containment.toFixed(2)}; ${measure} ${threshold.toFixed(2)} is enough${unknown.join('')}`,
    `${mark(policy.allowed)} allowed: ${policy.allowed ? `by ${policy.policy}` : `no, ${policy.reason}`} (for a memory classified as internal; the policy decides on each memory)`,
  ];
  return lines.map((line) => printableLine(line, 1000)).join('\n');
}

const mark = (holds: boolean): string => (holds ? 'yes' : 'no ');
