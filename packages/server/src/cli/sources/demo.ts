import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Command } from 'commander';
import type { Storage } from '../../config/storage.ts';
import { describeDemo } from '../../demo/describe-demo.ts';
import { createTravelClock, runDemo } from '../../demo/run-demo.ts';
import { locateRepository } from '../../git/locate-repository.ts';
import { examples } from '../command-options.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import type { CommandMemory } from '../../client/command-memory.ts';
import { withMemory } from '../open-memory.ts';
import { runCommand, type CommandContext, type GlobalOptions } from '../run-command.ts';

/** `inkling demo [repo]` */
export function demoCommand(): Command {
  return new Command('demo')
    .description("import a repository's history and documents, and show the blocks for its newest commits")
    .argument('[repo]', 'directory of the repository', '.')
    .addHelpText(
      'after',
      `\nWithout --data-dir or --database-url it works in a directory of its own, which it removes.\n${examples('inkling demo', 'inkling demo ../api --data-dir ./demo-data')}`,
    )
    .action((repo: string, _options: unknown, command: Command) => {
      const { dataDir, databaseUrl } = command.optsWithGlobals<GlobalOptions>();
      const isNamed = dataDir !== undefined || databaseUrl !== undefined;
      return runCommand(command, (context) => (isNamed ? run(context, repo) : runInOwnDirectory(context, repo)));
    });
}

async function runInOwnDirectory(context: CommandContext, repo: string): Promise<ExitCode> {
  const dataDirectory = await mkdtemp(path.join(tmpdir(), 'inkling-demo-'));
  try {
    return await run(context, repo, { kind: 'pglite', dataDirectory });
  } finally {
    await rm(dataDirectory, { recursive: true, force: true });
  }
}

async function run(context: CommandContext, repo: string, storage: Storage = context.storage()): Promise<ExitCode> {
  const repository = await locateRepository(repo);
  const projectId = await context.project(repo);
  const clock = createTravelClock();
  const work = async (memory: CommandMemory): Promise<ExitCode> => {
    const onProgress = (label: string) => (done: number, total: number) =>
      context.terminal.progress(label, done, total);
    const result = await runDemo(memory, { repository, projectId, clock, onProgress });
    context.terminal.result(result, () => describeDemo(result));
    return EXIT.ok;
  };
  return withMemory(context, work, { clock, storage, creates: true });
}
