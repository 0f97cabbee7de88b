import { systemClock } from '@inkling/engine';
import { Command } from 'commander';
import path from 'node:path';
import { findRepository } from '../../git/locate-repository.ts';
import { importMarkdown, type MarkdownImportReport } from '../../importers/markdown/import-markdown.ts';
import { examples } from '../command-options.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { withWritableMemory } from '../open-memory.ts';
import { acting, type CommandContext } from '../run-command.ts';
import { waited } from '../../base/seconds.ts';

/** `inkling import markdown [paths...]` */
export function importMarkdownCommand(): Command {
  return new Command('markdown')
    .description(
      'remember decision records, agent memory files and docs, section by section; a second run replaces what changed',
    )
    .argument('[paths...]', 'files and directories (default: the whole repository)')
    .addHelpText('after', examples('inkling import markdown', 'inkling import markdown docs/adr CLAUDE.md'))
    .action(acting(run));
}

async function run(context: CommandContext, paths: readonly string[]): Promise<ExitCode> {
  const repository = await findRepository(process.cwd()).catch(() => null);
  const root = repository?.workTree ?? process.cwd();
  const sources = paths.length > 0 ? paths.map((source) => path.resolve(source)) : [root];
  const projectId = await context.project();
  return withWritableMemory(context, async (memory) => {
    const report = await importMarkdown(memory, {
      root,
      sources,
      projectId,
      clock: systemClock,
      onProgress: (done, total) => context.terminal.progress('Reading files', done, total),
    });
    for (const warning of report.warnings) context.terminal.warn(warning);
    for (const row of report.refused) context.terminal.note(`refused in ${row.file}: ${row.message}`);
    context.terminal.result(report, () => describe(report));
    return report.refused.length > 0 ? EXIT.partial : EXIT.ok;
  });
}

function describe(report: MarkdownImportReport): string {
  const { files, imported, unchanged, superseded, removed } = report;
  const counts = `${imported} sections new, ${unchanged} unchanged, ${superseded} superseded, ${removed} removed`;
  return `${report.projectId}: ${files} files read in ${waited()}: ${counts}.`;
}
