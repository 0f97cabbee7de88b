import { InklingError } from '@inkling/engine/errors';
import type { Command } from 'commander';
import { createWriteStream } from 'node:fs';
import { readlink, realpath, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { countOf } from '../../base/figures.ts';
import { newCommand } from '../command-options.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import type { CommandMemory } from '../../client/command-memory.ts';
import { withMemory } from '../open-memory.ts';
import { printableJson } from '../../base/printable-text.ts';
import { acting, type CommandContext } from '../run-command.ts';

export function exportCommand(): Command {
  return newCommand('export', 'write observations as JSONL that imports back without loss', [
    'inkling export memory.jsonl',
    'inkling export --all | gzip > backup.jsonl.gz',
  ])
    .argument('[file]', 'file to write, or - for standard output', '-')
    .option('--all', 'every project of the organisation, not only this one')
    .action(acting(run));
}

async function run(context: CommandContext, file: string, { all }: { readonly all?: boolean }): Promise<ExitCode> {
  const filter = all ? {} : { projectId: await context.project() };
  return withMemory(context, async (memory) => {
    if (file === '-') {
      await writeRows(memory, filter, process.stdout);
      return EXIT.ok;
    }
    const rows = await writeFile(memory, filter, file);
    context.terminal.result({ file, rows }, () => `${countOf(rows, 'observation')} written to ${file}.`);
    return EXIT.ok;
  });
}

async function writeFile(memory: CommandMemory, filter: { projectId?: string }, file: string): Promise<number> {
  try {
    // Through a link: the file that it names gets the rows, and the link stays.
    const target = await realpath(file).catch(() => linkTarget(file));
    return (await isSpecial(target))
      ? await writeInto(memory, filter, target, 'w')
      : await replaceFile(memory, filter, target);
  } catch (error) {
    throw isSystemError(error) ? notWritable(file, error) : error;
  }
}

/** What a link names that is not there yet; of anything else the file itself. */
async function linkTarget(file: string): Promise<string> {
  const named = await readlink(file).catch(() => null);
  return named === null ? file : path.resolve(path.dirname(file), named);
}

/** A pipe, a terminal, /dev/null: renaming a file over one would take it out of the system. */
async function isSpecial(file: string): Promise<boolean> {
  const status = await stat(file).catch(() => null);
  return status !== null && !status.isFile() && !status.isDirectory();
}

/** Under another name first, so that an export that stops half-way leaves the last good one in place. */
async function replaceFile(memory: CommandMemory, filter: { projectId?: string }, file: string): Promise<number> {
  const draft = `${file}.${process.pid}.partial`;
  try {
    const rows = await writeInto(memory, filter, draft, 'wx');
    await rename(draft, file);
    return rows;
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

async function writeInto(
  memory: CommandMemory,
  filter: { projectId?: string },
  file: string,
  flags: 'w' | 'wx',
): Promise<number> {
  // Observations may be confidential: nobody but their owner reads them from disk.
  const stream = createWriteStream(file, { mode: 0o600, flags });
  // Without a listener an error that comes between two rows ends the process. The next row, or the end, finds it.
  stream.on('error', () => undefined);
  const rows = await writeRows(memory, filter, stream);
  stream.end();
  await finished(stream);
  return rows;
}

function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error;
}

function notWritable(file: string, cause: NodeJS.ErrnoException): InklingError {
  return new InklingError('invalid-input', `${file} cannot be written: ${cause.message}.`, {
    hint: 'Name a file in a directory that exists and that you may write to, or - for standard output.',
    cause,
    details: { path: file },
  });
}

async function writeRows(memory: CommandMemory, filter: { projectId?: string }, stream: Writable): Promise<number> {
  let rows = 0;
  for await (const row of memory.observations.exportRows({ ...filter, actor: 'cli' })) {
    if (stream.errored) throw stream.errored; // nobody reads on
    rows += 1;
    if (!stream.write(`${printableJson(row)}\n`)) await once(stream, 'drain');
  }
  return rows;
}
