import { InklingError, systemClock } from '@inkling/engine';
import { Command } from 'commander';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { importJsonl, type JsonlImportReport } from '../../importers/jsonl/import-jsonl.ts';
import { examples } from '../command-options.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { withWritableMemory } from '../open-memory.ts';
import { acting, type CommandContext } from '../run-command.ts';
import { waited } from '../../base/seconds.ts';

/** `inkling import jsonl <file>` */
export function importJsonlCommand(): Command {
  return new Command('jsonl')
    .description('import an export, or plain {"content": "…"} lines')
    .argument('<file>', 'JSONL file, or - for standard input')
    .addHelpText(
      'after',
      examples(
        'inkling import jsonl backup.jsonl',
        `echo '{"content":"Ports below 1024 need root."}' | inkling import jsonl -`,
      ),
    )
    .action(acting(run));
}

async function run(context: CommandContext, file: string): Promise<ExitCode> {
  const lines = await openLines(file);
  const projectId = await context.project();
  return withWritableMemory(context, async (memory) => {
    const report = await importJsonl(memory, { lines, projectId, clock: systemClock });
    for (const { line, message } of report.refused) context.terminal.note(`line ${line}: ${message}`);
    context.terminal.result(report, () => describe(report));
    return report.refused.length > 0 ? EXIT.partial : EXIT.ok;
  });
}

async function openLines(file: string): Promise<AsyncIterable<Uint8Array | string>> {
  if (file === '-') return process.stdin;
  const status = await stat(file).catch(() => null);
  if (status && !status.isDirectory()) return createReadStream(file);
  throw new InklingError('import-source-invalid', `There is no file ${file}.`, {
    wayOut: 'Name a JSONL file, or - for standard input.',
    details: { path: file },
  });
}

function describe({ lines, imported, duplicates, refused }: JsonlImportReport): string {
  const counts = `${imported} new, ${duplicates} already known, ${refused.length} refused`;
  return `${lines} lines read in ${waited()}: ${counts}.`;
}
