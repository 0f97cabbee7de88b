import { systemClock } from '@inkling/engine';
import type { GraphGate } from '@inkling/engine/types';
import { Command } from 'commander';
import { indexRepository, type IndexReport } from '../../code-graph/index-repository.ts';
import { storeFingerprint } from '../../code-graph/store-fingerprint.ts';
import { examples } from '../command-options.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { withWritableMemory } from '../open-memory.ts';
import { acting, type CommandContext } from '../run-command.ts';
import { waited } from '../../base/seconds.ts';

interface GraphIndexOptions {
  readonly full?: boolean;
}

/** `inkling graph index [repo]` */
export function graphIndexCommand(): Command {
  return new Command('index')
    .description('make the graph of a repository from its code; a second run reads only what has changed')
    .argument('[repo]', 'a directory of the repository', '.')
    .option('--full', 'read every file again')
    .addHelpText(
      'after',
      examples('inkling graph index', 'inkling graph index ../api --full', 'inkling graph index --json | jq .edges'),
    )
    .action(acting(indexGraph));
}

/** Indexes a repository, and says whether sessions get what is in it. */
export async function indexGraph(
  context: CommandContext,
  repo: string,
  { full = false }: GraphIndexOptions = {},
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
    context.terminal.result({ ...report, context: graph }, () => describe(report));
    if (!context.terminal.json) context.terminal.note(CONTEXT_NOTES[graph.because]);
    return EXIT.ok;
  });
}

const OFF = '`inkling config set graph_enabled false` keeps it out.';

/** What becomes of the graph, by what decided it. */
const CONTEXT_NOTES: Readonly<Record<GraphGate['because'], string>> = {
  'project-toggle': `Sessions of this project get what it says of their work: the project's graph is on. ${OFF}`,
  plan: "Sessions of this project get what it says of their work: the organisation's plan has it.",
  indexed: `Sessions of this project get what it says of their work from now on. ${OFF}`,
  'not-enabled':
    'No session gets any of it: graph context is off for this project. `inkling config set graph_enabled true` switches it on.',
  'memory-off':
    'No session gets any of it: the memory of this project is off. `inkling config set memory_enabled true` switches it on.',
};

function describe(report: IndexReport): string {
  const { files, read, written, removed, nodes, edges } = report;
  const parts = [`${read} read`, `${written} written`, ...(removed > 0 ? [`${removed} removed`] : [])];
  return `${report.projectId}: ${nodes} nodes and ${edges} edges of ${files} files in ${waited()}: ${parts.join(', ')}.`;
}
