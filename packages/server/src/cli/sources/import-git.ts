import { systemClock } from '@inkling/engine';
import { Command } from 'commander';
import { importGit, type GitImportReport } from '../../importers/git/import-git.ts';
import { locateRepository } from '../../git/locate-repository.ts';
import { storeFingerprint } from '../../code-graph/store-fingerprint.ts';
import { examples, wholeNumber } from '../command-options.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { withWritableMemory } from '../open-memory.ts';
import { acting, type CommandContext } from '../run-command.ts';
import { waited } from '../../base/seconds.ts';

interface ImportGitOptions {
  readonly includeMerges?: boolean;
  readonly includeBots?: boolean;
  readonly maxCount?: number;
  readonly full?: boolean;
}

/** `inkling import git [repo]` */
export function importGitCommand(): Command {
  return new Command('git')
    .description('remember the commit messages of a repository; a second run reads only what is new')
    .argument('[repo]', 'directory of the repository', '.')
    .option('--include-merges', 'merge commits too')
    .option('--include-bots', 'commits by bots too')
    .option('--max-count <n>', 'only the newest n commits', wholeNumber(1, 1_000_000_000))
    .option('--full', 'walk the whole history again')
    .addHelpText(
      'after',
      examples(
        'inkling import git',
        'inkling import git ../api --max-count 5000',
        'inkling import git --json | jq .imported',
      ),
    )
    .action(acting(run));
}

async function run(context: CommandContext, repo: string, options: ImportGitOptions): Promise<ExitCode> {
  // Before the store is opened: a wrong directory is a quick answer, and leaves no empty store behind.
  const projectId = await context.project(repo);
  await locateRepository(repo);
  return withWritableMemory(context, async (memory) => {
    const report = await importGit(memory, {
      ...options,
      directory: repo,
      projectId,
      clock: systemClock,
      onProgress: (done, total) => context.terminal.progress('Reading commits', done, total),
    });
    await storeFingerprint(memory.transfer, repo, projectId);
    for (const warning of report.warnings) context.terminal.warn(warning);
    for (const row of report.refused) context.terminal.note(`refused ${row.commit}: ${row.message}`);
    context.terminal.result(report, () => describe(report));
    return report.refused.length > 0 ? EXIT.partial : EXIT.ok;
  });
}

function describe(report: GitImportReport): string {
  const { commits, imported, duplicates, bots, empty, cut, redacted, refused } = report;
  const parts = [
    `${imported} new`,
    `${duplicates} already known or the same words`,
    ...(bots > 0 ? [`${bots} by bots left out`] : []),
    ...(empty > 0 ? [`${empty} without a message`] : []),
    ...(cut > 0 ? [`${cut} cut to their beginning`] : []),
    ...(redacted > 0 ? [`${redacted} with a secret redacted`] : []),
    ...(refused.length > 0 ? [`${refused.length} refused`] : []),
  ];
  const reach = report.incremental ? ' since the last import' : '';
  return `${report.projectId}: ${commits} commits read${reach} in ${waited()}: ${parts.join(', ')}.`;
}
