import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { InklingError } from '@inkling/engine/errors';
import { systemClock } from '@inkling/engine/operator';
import type { Command } from 'commander';
import { waited } from '../../base/time.ts';
import { storeFingerprint } from '../../code-graph/store-fingerprint.ts';
import { findRepository, locateRepository } from '../../git/locate-repository.ts';
import { type GitImportOptions, type GitImportReport, importGit } from '../../importers/git/import-git.ts';
import { importJsonl, type JsonlImportReport } from '../../importers/jsonl/import-jsonl.ts';
import { importMarkdown, type MarkdownImportReport } from '../../importers/markdown/import-markdown.ts';
import { newCommand, wholeNumber } from '../command-options.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { withWritableMemory } from '../open-memory.ts';
import { acting, type CommandContext } from '../run-command.ts';
import { describeWaiting, importTranscriptsCommand } from './import-transcripts.ts';
import { countOf } from '../../base/figures.ts';

export function importCommand(): Command {
  return newCommand('import', 'import what is already written down')
    .addCommand(importGitCommand())
    .addCommand(importMarkdownCommand())
    .addCommand(importTranscriptsCommand())
    .addCommand(importJsonlCommand());
}

function importJsonlCommand(): Command {
  return newCommand('jsonl', 'import an export, or plain {"content": "…"} lines', [
    'inkling import jsonl backup.jsonl',
    `echo '{"content":"Ports below 1024 need root."}' | inkling import jsonl -`,
  ])
    .argument('<file>', 'JSONL file, or - for standard input')
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
  return `${countOf(lines, 'line')} read in ${waited()}: ${counts}.`;
}

function importMarkdownCommand(): Command {
  return newCommand(
    'markdown',
    'remember decision records, agent memory files and docs, section by section; a second run replaces what changed',
    ['inkling import markdown', 'inkling import markdown docs/adr CLAUDE.md'],
  )
    .argument('[paths...]', 'files and directories (default: the whole repository)')
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

export function describeFiles(report: MarkdownImportReport): string {
  const { files, imported, unchanged, superseded, removed, outdated, older, forgotten, quarantined } = report;
  const counts = `${countOf(imported, 'section')} new, ${unchanged} unchanged, ${superseded} superseded, ${removed} removed`;
  const rest = [
    ...(outdated > 0 ? [`, ${outdated} pinned or rated marked as outdated`] : []),
    leftOut(forgotten),
    ...(older > 0 ? [`, ${countOf(older, 'file')} older than what is remembered`] : []),
  ].join('');
  return [
    `${report.projectId}: ${countOf(files, 'file')} read in ${waited()}: ${counts}${rest}.`,
    ...describeWaiting(quarantined),
  ].join('\n');
}

/** What somebody forgot, as an import counts it. */
function leftOut(forgotten: number): string {
  return forgotten > 0 ? `, ${forgotten} left out as forgotten` : '';
}

type ImportGitOptions = Pick<GitImportOptions, 'includeMerges' | 'includeBots' | 'maxCount' | 'full'>;

function importGitCommand(): Command {
  return newCommand('git', 'remember the commit messages of a repository; a second run reads only what is new', [
    'inkling import git',
    'inkling import git ../api --max-count 5000',
    'inkling import git --json | jq .imported',
  ])
    .argument('[repo]', 'directory of the repository', '.')
    .option('--include-merges', 'merge commits too')
    .option('--include-bots', 'commits by bots too')
    .option('--max-count <n>', 'only the newest n commits', wholeNumber(1, 1_000_000_000))
    .option('--full', 'walk the whole history again')
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
    context.terminal.result(report, () => describeCommits(report));
    return report.refused.length > 0 ? EXIT.partial : EXIT.ok;
  });
}

export function describeCommits(report: GitImportReport): string {
  const {
    commits,
    imported,
    duplicates,
    superseded,
    forgotten,
    boundary,
    bots,
    empty,
    cut,
    quarantined,
    redacted,
    refused,
  } = report;
  const parts = [
    `${imported} new`,
    `${duplicates} already known or with the same words as another`,
    ...(superseded > 0 ? [`${superseded} superseded`] : []),
    ...(bots > 0 ? [`${bots} by bots left out`] : []),
    ...(boundary > 0 ? [`${boundary} at the end of the shallow clone left out`] : []),
    ...(empty > 0 ? [`${empty} without a message`] : []),
    ...(cut > 0 ? [`${cut} truncated`] : []),
    ...(redacted > 0 ? [`${redacted} with a secret redacted`] : []),
    ...(refused.length > 0 ? [`${refused.length} refused`] : []),
  ];
  const reach = report.incremental ? ' since the last import' : '';
  return [
    `${report.projectId}: ${countOf(commits, 'commit')} read${reach} in ${waited()}: ${parts.join(', ')}${leftOut(forgotten)}.`,
    ...describeWaiting(quarantined),
  ].join('\n');
}
