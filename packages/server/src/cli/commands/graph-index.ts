import { systemClock } from '@inkling/engine';
import { Command } from 'commander';
import { indexRepository, type IndexReport } from '../../code-graph/index-repository.ts';
import { storeFingerprint } from '../../project/store-fingerprint.ts';
import { examples } from '../command-options.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { withWritableMemory } from '../open-memory.ts';
import { runCommand, type CommandContext } from '../run-command.ts';
import { waited } from '../seconds.ts';

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
    .action((repo: string, options: GraphIndexOptions, command: Command) =>
      runCommand(command, (context) => run(context, repo, options)),
    );
}

async function run(context: CommandContext, repo: string, { full = false }: GraphIndexOptions): Promise<ExitCode> {
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
    for (const warning of report.warnings) context.terminal.note(`warning: ${warning}`);
    context.terminal.result(report, () => describe(report));
    return EXIT.ok;
  });
}

function describe(report: IndexReport): string {
  const { files, read, written, removed, nodes, edges } = report;
  const parts = [`${read} read`, `${written} written`, ...(removed > 0 ? [`${removed} removed`] : [])];
  return `${report.projectId}: ${nodes} nodes and ${edges} edges of ${files} files in ${waited()}: ${parts.join(', ')}.`;
}
