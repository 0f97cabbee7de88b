import { observationNotFound } from '@inkling/engine/errors';
import type { Denial, DenialExplanation, DenialQuestion, PolicyDecision } from '@inkling/engine/types';
import type { Command } from 'commander';
import type { CommandMemory } from '../../client/command-memory.ts';
import { countOf } from '../../base/figures.ts';
import { named, newCommand, repeatable } from '../command-options.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { withMemory } from '../open-memory.ts';
import { printableLine } from '../../base/printable-text.ts';
import { runCommand, type CommandContext } from '../run-command.ts';

interface ExplainOptions {
  readonly session?: string;
  readonly observation?: string;
  readonly agent: string;
  readonly path: readonly string[];
  readonly workType: string;
}

export function policyExplainCommand(): Command {
  return newCommand(
    'explain',
    'explain what the policies withhold from a session or question, or whether they allow an observation',
    [
      'inkling policy explain --session ses_abc',
      'inkling policy explain "AuthService fails" --agent codex',
      'inkling policy explain --observation 0197c0de-1111-7222-8333-944455566677 --agent codex --json',
    ],
  )
    .argument('[query]', 'what would be asked, in plain words')
    .option('--session <id>', 'the start block of this session', named)
    .option('--observation <id>', 'this one observation', named)
    .option('--agent <id>', 'the agent that asks; --session uses the agent of the session', named, 'anonymous')
    .addOption(repeatable('-p, --path <path>', 'a file that is being worked on; may be repeated'))
    .option('-t, --work-type <type>', 'decides whether the graph is searched', named, 'feature')
    .action((query: string | undefined, options: ExplainOptions, command: Command) => {
      const asked = [query, options.session, options.observation].filter((one) => one !== undefined);
      if (asked.length !== 1) command.error('error: give one of a query, --session and --observation');
      return runCommand(command, (context) => run(context, query, options));
    });
}

async function run(context: CommandContext, query: string | undefined, options: ExplainOptions): Promise<ExitCode> {
  const projectId = await context.project();
  return withMemory(context, async (memory) => {
    if (options.observation !== undefined) return one(context, memory, projectId, options.observation, options);
    await memory.warm({ projectId });
    const explanation = await memory.explainDenials(questionOf(projectId, query, options));
    context.terminal.result(explanation, () => describe(explanation));
    if (!context.terminal.json) context.terminal.note(describeEnd(explanation));
    return explanation.outcome === 'deadline-exceeded' ? EXIT.deadline : EXIT.ok;
  });
}

async function one(
  context: CommandContext,
  memory: CommandMemory,
  projectId: string,
  observationId: string,
  { agent }: ExplainOptions,
): Promise<ExitCode> {
  const decision = await memory.explainAccess({ observationId, agentId: agent, projectId });
  if (decision === null) throw observationNotFound(observationId);
  context.terminal.result({ observationId, agentId: agent, projectId, decision }, () => describeDecision(decision));
  return EXIT.ok;
}

function questionOf(
  projectId: string,
  query: string | undefined,
  { session, agent, path, workType }: ExplainOptions,
): DenialQuestion {
  if (session !== undefined) return { sessionId: session };
  return { queryText: query ?? '', agentId: agent, projectId, paths: path, workType };
}

function describe({ denied, allowed }: DenialExplanation): string {
  const inShadow = allowed.flatMap(({ id, policy, shadow }) =>
    shadow ? [`observation ${id}: ${describeDecision({ allowed: true, policy, shadow })}`] : [],
  );
  return [...denied.map(describeDenial), ...inShadow].join('\n');
}

function describeDenial(denial: Denial): string {
  const what =
    denial.type === 'observation'
      ? `observation ${denial.id}`
      : `triplet ${denial.sourceNodeId} → ${denial.targetNodeId}, for node ${denial.nodeId}`;
  return printableLine(`${what}: ${describeDecision(denial.decision)}`, 1000);
}

function describeEnd({ queryText, agentId, denied, allowed, triplets, outcome }: DenialExplanation): string {
  const who = agentId ?? 'anonymous';
  const shown = `${countOf(allowed.length, 'observation')} and ${countOf(triplets, 'triplet')} shown, ${denied.length} denied`;
  return printableLine(`${shown} to ${who} for "${queryText}" (${outcome})`, 400);
}

/** A decision in words: the answer, the policies that gave it, and what policies in shadow mode would say. */
export function describeDecision(decision: PolicyDecision): string {
  return printableLine(wordsOf(decision), 1000);
}

function wordsOf(decision: PolicyDecision): string {
  if (!decision.allowed) return `deny by ${decision.policy ?? 'no policy'}: ${decision.reason}`;
  const { shadow } = decision;
  return `allow by ${decision.policy}${shadow ? `; in shadow mode ${shadow.policy ?? 'a broken policy'} would deny: ${shadow.reason}` : ''}`;
}
