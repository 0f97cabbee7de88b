import type { Command } from 'commander';
import { systemClock } from '@inkling/engine/operator';
import type { AnsweredTriplet, DeniedTriplet, GraphAnswer, GraphGate } from '@inkling/engine/types';
import { indexRepository, type IndexReport } from '../../code-graph/index-repository.ts';
import { storeFingerprint } from '../../code-graph/store-fingerprint.ts';
import { named, newCommand, repeatable, wholeNumber } from '../command-options.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { withMemory, withWritableMemory } from '../open-memory.ts';
import { acting, type CommandContext } from '../run-command.ts';
import { countOf } from '../../base/figures.ts';
import { waited } from '../../base/time.ts';
import { printableLine } from '../../base/printable-text.ts';

export function graphCommand(): Command {
  return newCommand('graph', 'the graph of the code').addCommand(graphIndexCommand()).addCommand(graphSearchCommand());
}

export function graphIndexCommand(): Command {
  return newCommand('index', 'make the graph of a repository from its code; a second run reads only what has changed', [
    'inkling graph index',
    'inkling graph index ../api --full',
    'inkling graph index --json | jq .edges',
  ])
    .argument('[repo]', 'a directory of the repository', '.')
    .option('--full', 'read every file again')
    .action(acting(indexGraph));
}

/** Indexes a repository, and says whether sessions get what is in it. */
export async function indexGraph(
  context: CommandContext,
  repo: string,
  { full = false }: { readonly full?: boolean } = {},
): Promise<ExitCode> {
  // Before the store is opened: a wrong directory is a quick answer, and leaves no empty store behind.
  const projectId = await context.project(repo);
  return withWritableMemory(context, async (memory) => {
    const report = await indexRepository(memory.graph, {
      directory: repo,
      orgId: context.orgId,
      projectId,
      clock: systemClock,
      full,
      onProgress: (step, done, total) =>
        context.terminal.progress(step === 'reading' ? 'Reading files' : 'Writing graph', done, total),
    });
    await storeFingerprint(memory.transfer, repo, projectId);
    for (const warning of report.warnings) context.terminal.warn(warning);
    const { graph } = await memory.config.effective(projectId);
    context.terminal.result({ ...report, context: graph }, () => describeIndex(report));
    if (!context.terminal.json) context.terminal.note(CONTEXT_NOTES[graph.because]);
    return EXIT.ok;
  });
}

const OFF = '`inkling config set graph_enabled false` switches it off.';

/** What becomes of the graph, by what decided it. */
const CONTEXT_NOTES: Readonly<Record<GraphGate['because'], string>> = {
  'project-toggle': `Sessions of this project get graph context for their work: the project's graph is on. ${OFF}`,
  plan: "Sessions of this project get graph context for their work: the organisation's plan includes it.",
  indexed: `Sessions of this project get graph context for their work from now on. ${OFF}`,
  'not-enabled':
    'No session gets graph context: it is off for this project. `inkling config set graph_enabled true` switches it on.',
  'memory-off':
    'No session gets graph context: the memory of this project is off. `inkling config set memory_enabled true` switches it on.',
};

function describeIndex(report: IndexReport): string {
  const { files, read, written, removed, nodes, edges } = report;
  const parts = [`${read} read`, `${written} written`, ...(removed > 0 ? [`${removed} removed`] : [])];
  return `${report.projectId}: ${countOf(nodes, 'node')} and ${countOf(edges, 'edge')} of ${countOf(files, 'file')} in ${waited()}: ${parts.join(', ')}.`;
}

interface GraphSearchOptions {
  readonly path: readonly string[];
  readonly limit: number;
  readonly depth: number;
  readonly deadline: number;
  readonly agent?: string;
  readonly explain?: boolean;
}

const MAX_NAME_CHARACTERS = 120;

export function graphSearchCommand(): Command {
  return newCommand('search', 'search the graph', [
    'inkling graph search AuthService',
    'inkling graph search "token cache" --path src/auth.ts --depth 1',
    'inkling graph search AuthService --json | jq ".triplets[].targetEntity"',
  ])
    .argument('<text>', 'names, or plain words')
    .addOption(repeatable('-p, --path <path>', 'a file that is being worked on; may be repeated'))
    .option('-n, --limit <n>', 'maximum number of triplets', wholeNumber(1, 100), 10)
    .option('--depth <n>', 'maximum number of edges between a match and a triplet', wholeNumber(1, 3), 2)
    .option('--deadline <ms>', 'longest wait', wholeNumber(1, 600_000), 5_000)
    .option('--agent <id>', 'the agent that asks; policies may look at it', named)
    .option('--explain', 'say what policies denied')
    .action(acting(search));
}

async function search(context: CommandContext, text: string, options: GraphSearchOptions): Promise<ExitCode> {
  const [projectId, paths] = await Promise.all([context.project(), context.paths(options.path)]);
  return withMemory(context, async (memory) => {
    const answer = await memory.searchGraph({
      projectId,
      queryText: text,
      paths,
      topK: options.limit,
      neighborhoodDepth: options.depth,
      deadlineMs: options.deadline,
      explain: options.explain === true,
      ...(options.agent === undefined ? {} : { agentId: options.agent }),
    });
    context.terminal.result({ projectId, ...answer }, () => describeAnswer(answer));
    if (!context.terminal.json) context.terminal.note(describeEnd(answer, projectId));
    return answer.outcome === 'ok' ? EXIT.ok : EXIT.deadline;
  });
}

function describeAnswer({ triplets, denied }: GraphAnswer): string {
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
