import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { Command } from 'commander';
import { InklingError, systemClock } from '@inkling/engine';
import { importJsonl, type JsonlImportReport } from '../../importers/jsonl/import-jsonl.ts';
import { examples } from '../command-options.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { withWritableMemory } from '../open-memory.ts';
import { acting, type CommandContext } from '../run-command.ts';
import { waited } from '../../base/seconds.ts';
import { findRepository } from '../../git/locate-repository.ts';
import { importMarkdown, type MarkdownImportReport } from '../../importers/markdown/import-markdown.ts';
import { importGitCommand } from './import-git.ts';
import { importTranscriptsCommand } from './import-transcripts.ts';

/** `inkling import` */
export function importCommand(): Command {
  return new Command('import')
    .description('import what is already written down')
    .addCommand(importGitCommand())
    .addCommand(importMarkdownCommand())
    .addCommand(importTranscriptsCommand())
    .addCommand(importJsonlCommand());
}

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
    .action(acting(importLines));
}

async function importLines(context: CommandContext, file: string): Promise<ExitCode> {
  const lines = await openLines(file);
  const projectId = await context.project();
  return withWritableMemory(context, async (memory) => {
    const report = await importJsonl(memory, { lines, projectId, clock: systemClock });
    for (const { line, message } of report.refused) context.terminal.note(`line ${line}: ${message}`);
    context.terminal.result(report, () => describeLines(report));
    return report.refused.length > 0 ? EXIT.partial : EXIT.ok;
  });
}

async function openLines(file: string): Promise<AsyncIterable<Uint8Array | string>> {
  if (file === '-') return process.stdin;
  const status = await stat(file).catch(() => null);
  if (status && !status.isDirectory()) return createReadStream(file);
  throw new InklingError('import-source-invalid', `There is no file ${file}.`, {
    hint: 'Name a JSONL file, or - for standard input.',
    details: { path: file },
  });
}

function describeLines({ lines, imported, duplicates, refused }: JsonlImportReport): string {
  const counts = `${imported} new, ${duplicates} already known, ${refused.length} refused`;
  return `${lines} lines read in ${waited()}: ${counts}.`;
}

/** `inkling import markdown [paths...]` */
export function importMarkdownCommand(): Command {
  return new Command('markdown')
    .description(
      'remember decision records, agent memory files and docs, section by section; a second run replaces what changed',
    )
    .argument('[paths...]', 'files and directories (default: the whole repository)')
    .addHelpText('after', examples('inkling import markdown', 'inkling import markdown docs/adr CLAUDE.md'))
    .action(acting(importFiles));
}

async function importFiles(context: CommandContext, paths: readonly string[]): Promise<ExitCode> {
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
    context.terminal.result(report, () => describeFiles(report));
    return report.refused.length > 0 ? EXIT.partial : EXIT.ok;
  });
}

function describeFiles(report: MarkdownImportReport): string {
  const { files, imported, unchanged, superseded, removed } = report;
  const counts = `${imported} sections new, ${unchanged} unchanged, ${superseded} superseded, ${removed} removed`;
  return `${report.projectId}: ${files} files read in ${waited()}: ${counts}.`;
}
