import type { ProjectFingerprint } from '@inkling/engine/types';
import { Command } from 'commander';
import { storeFingerprint } from '../../code-graph/store-fingerprint.ts';
import { examples } from '../command-options.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { withWritableMemory } from '../open-memory.ts';
import { printableLine } from '../../base/printable-text.ts';
import { acting, type CommandContext } from '../run-command.ts';

/** `inkling transfer fingerprint [repo]` */
export function transferFingerprintCommand(): Command {
  return new Command('fingerprint')
    .description('read what a project is built with from its manifests, and store it')
    .argument('[repo]', 'a directory of the repository', '.')
    .addHelpText('after', examples('inkling transfer fingerprint', 'inkling transfer fingerprint ../api --json'))
    .action(acting(run));
}

async function run(context: CommandContext, repo: string): Promise<ExitCode> {
  const projectId = await context.project(repo);
  return withWritableMemory(context, async (memory) => {
    const { fingerprint, written } = await storeFingerprint(memory.transfer, repo, projectId);
    context.terminal.result({ ...fingerprint, written }, () => fingerprint.technologies.map(printable).join('\n'));
    if (!context.terminal.json) context.terminal.note(describe(fingerprint));
    return EXIT.ok;
  });
}

const printable = (technology: string): string => printableLine(technology, 200);

function describe({ projectId, technologies, manifests }: ProjectFingerprint): string {
  return printableLine(`${projectId}: ${technologies.length} technologies in ${manifests.length} manifests`, 300);
}
