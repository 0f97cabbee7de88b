import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { InklingError } from '@inkling/engine/errors';
import { z } from 'zod';
import { messageOf } from '../base/printable-text.ts';
import { isOpenerThan, writeFileInOneStep } from '../base/write-file-in-one-step.ts';
import { makeStateDirectory } from '../config/make-state-directory.ts';
import type { ConnectedFile, ConnectionFacts, Connector, McpEntry } from './clients/connector.ts';

/** How a file came back. `restored`: byte for byte. `cleaned`: it was changed since, so only Inkling's entries went. */
export interface RemovedFile extends FileChange {
  readonly how: 'restored' | 'cleaned' | 'unchanged';
}

/** What connecting would change; a file that is as it should be is not among it. */
export function planConnection(connector: Connector, facts: ConnectionFacts): readonly FileChange[] {
  return connectedFiles(connector, facts).flatMap((connected) => changeOf(connected) ?? []);
}

function changeOf({ file, connect, mode }: ConnectedFile): (FileChange & { readonly after: string }) | null {
  const before = textOf(file);
  const after = connect(before);
  const closes = before !== null && mode !== undefined && isOpenerThan(mode, file);
  return closes || before !== after ? { file, before, after, closes } : null;
}

/** What stands under Inkling's name among the client's MCP servers, and whether connecting would leave it so. */
export function registeredMcp(
  connector: Connector,
  facts: ConnectionFacts,
): { readonly entry: McpEntry; readonly isCurrent: boolean } {
  const { file, read, connect } = connector.mcp(facts);
  const text = textOf(file);
  return { entry: read(text), isCurrent: text !== null && connect(text) === text };
}

/**
 * Writes the files of a plan, and notes what was there before. Each is made anew of what it is now: clients write their files themselves, and
 * a plan may have waited for somebody's answer.
 */
export function applyConnection(
  connector: Connector,
  stateDirectory: string,
  changes: readonly FileChange[],
  facts: ConnectionFacts,
): void {
  const files = new Map(connectedFiles(connector, facts).map((file) => [file.file, file]));
  for (const { file } of changes) {
    const connected = files.get(file);
    const change = connected && changeOf(connected);
    if (!change) continue;
    const { after } = change;
    // Noted first: a file that was changed and is not in the ledger could not be restored.
    const entries = readLedger(stateDirectory);
    const entry = entryOf(connector.client, connected, after, entries);
    writeLedger(stateDirectory, [...entries.filter((known) => known.file !== file), entry]);
    withFile(file, 'changed', () => {
      for (const directory of entry.directories.toReversed()) if (!existsSync(directory)) mkdirSync(directory);
      writeFileInOneStep(file, Buffer.from(after), connected.mode);
    });
  }
}

function entryOf(
  client: string,
  { file, disconnect }: ConnectedFile,
  after: string,
  entries: readonly LedgerEntry[],
): LedgerEntry {
  const known = entries.find((entry) => entry.file === file);
  const bytes = bytesOf(file);
  const afterHash = hashOf(Buffer.from(after));
  // Connected before, and nobody else has written since: what was there at first is what is to come back.
  if (known && bytes && hashOf(bytes) === known.afterHash) return { ...known, afterHash };
  // What is there without Inkling's entries: also where they came from a ledger that was lost.
  const text = bytes?.toString('utf8') ?? null;
  const rest = text === null ? null : disconnect(text);
  const before = rest === text ? bytes : rest === null ? null : Buffer.from(rest);
  const directories = known?.directories ?? missingDirectories(path.dirname(file));
  return { client, file, before: before?.toString('base64') ?? null, afterHash, directories };
}

/** The directories that have to be made, the innermost first. */
function missingDirectories(directory: string): readonly string[] {
  if (existsSync(directory) || path.dirname(directory) === directory) return [];
  return [directory, ...missingDirectories(path.dirname(directory))];
}

/** What removing would do to each file of the client: those of the ledger, and those that it writes by itself. */
export function planRemoval(
  connector: Connector,
  stateDirectory: string,
  facts: ConnectionFacts,
): readonly RemovedFile[] {
  const entries = new Map(readLedger(stateDirectory).map((entry) => [entry.file, entry]));
  const current = connectedFiles(connector, { ...facts, withMcp: true });
  const names = new Set(current.map(({ file }) => file));
  const folders = new Set([...names].filter((file) => isBelow(stateDirectory, file)).map((file) => path.dirname(file)));
  // An earlier version wrote more files beside the data. Where they are not as it left them, they stay.
  const earlier = [...entries.values()]
    .filter(({ client, file }) => client === connector.client && !names.has(file) && folders.has(path.dirname(file)))
    .map(({ file }) => ({ file, disconnect: (text: string) => text }));
  return [...current, ...earlier].flatMap(({ file, disconnect }): readonly RemovedFile[] => {
    const bytes = bytesOf(file);
    if (!bytes) return [];
    const before = bytes.toString('utf8');
    const entry = entries.get(file);
    if (entry && hashOf(bytes) === entry.afterHash)
      return [{ file, before, after: textOfEntry(entry), how: 'restored' }];
    const after = disconnect(before);
    return [{ file, before, after, how: after === before ? 'unchanged' : 'cleaned' }];
  });
}

function isBelow(directory: string, file: string): boolean {
  return file.startsWith(`${path.resolve(directory)}${path.sep}`);
}

function textOfEntry({ before }: LedgerEntry): string | null {
  return before === null ? null : Buffer.from(before, 'base64').toString('utf8');
}

/** Writes what {@link planRemoval} found, and forgets the files. */
export function applyRemoval(stateDirectory: string, files: readonly RemovedFile[]): void {
  const made: string[] = [];
  for (const { file, after, how } of files) {
    const entries = readLedger(stateDirectory);
    const entry = entries.find((known) => known.file === file);
    withFile(file, 'changed', () => {
      if (how === 'restored' && entry && entry.before !== null) {
        // The bytes themselves: not every file is the text that was read from it.
        writeFileInOneStep(file, Buffer.from(entry.before, 'base64'));
      } else if (after === null) {
        rmSync(file, { force: true });
        made.push(...(entry?.directories ?? []));
      } else if (how === 'cleaned') {
        writeFileInOneStep(file, Buffer.from(after));
      }
    });
    if (entry)
      writeLedger(
        stateDirectory,
        entries.filter((known) => known !== entry),
      );
  }
  // The innermost first, whichever file it was made for.
  for (const directory of made.toSorted((a, b) => b.length - a.length)) removeIfEmpty(directory);
}

function removeIfEmpty(directory: string): void {
  try {
    rmdirSync(directory);
  } catch (error) {
    // Somebody else has put something there since, or the directory around it may not be changed.
    const stays = ['ENOTEMPTY', 'ENOENT', 'EEXIST', 'EACCES', 'EPERM', 'EROFS'];
    if (!stays.includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
}

function bytesOf(file: string): Buffer | null {
  return withFile(file, 'read', () => {
    try {
      return readFileSync(file);
    } catch (error) {
      if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return null;
      throw error;
    }
  });
}

/** What the file system refuses is a fault of that file, as broken text is: it concerns one client alone. */
function withFile<T>(file: string, what: 'read' | 'changed', work: () => T): T {
  try {
    return work();
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).syscall === undefined) throw cause;
    const [reason = ''] = messageOf(cause).split(',');
    throw new InklingError('invalid-input', `${file} cannot be ${what}: ${reason}.`, {
      hint: 'Make it a file that this user may read and write, in a directory of the same kind, and run this again.',
      details: { file },
      cause,
    });
  }
}

function textOf(file: string): string | null {
  return bytesOf(file)?.toString('utf8') ?? null;
}

function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** What connecting a client makes of one file. */
export interface FileChange {
  readonly file: string;
  /** null = there is no such file. */
  readonly before: string | null;
  /** null = the file goes. */
  readonly after: string | null;
  /** Others may read it, and may not any more. (Default: false) */
  readonly closes?: boolean;
}

/** Every file of a client that holds something of Inkling's, each once: its hooks, and its MCP server when that is wanted. */
function connectedFiles(connector: Connector, facts: ConnectionFacts): readonly ConnectedFile[] {
  const files = connector.files(facts);
  const mcp = connector.mcp(facts);
  if (files.some(({ file }) => file === mcp.file)) {
    return files.map((hooks) => (hooks.file === mcp.file ? inOneFile(hooks, mcp, facts.withMcp) : hooks));
  }
  return facts.withMcp ? [...files, mcp] : files;
}

/** Whatever is connected, both are taken out. */
function inOneFile(hooks: ConnectedFile, mcp: ConnectedFile, withMcp: boolean): ConnectedFile {
  return {
    ...hooks,
    connect: (text) => (withMcp ? mcp.connect(hooks.connect(text)) : hooks.connect(text)),
    disconnect(text) {
      const rest = mcp.disconnect(text);
      return rest === null ? null : hooks.disconnect(rest);
    },
  };
}

/** What a file was before Inkling's entries came into it. */
interface LedgerEntry {
  readonly client: string;
  readonly file: string;
  /** Base64 of its bytes; null = there was none. */
  readonly before: string | null;
  /** SHA-256 of what was written: a file that is so still has seen no other hand. */
  readonly afterHash: string;
  /** Directories that were made for it, the innermost first. */
  readonly directories: readonly string[];
}

const schema: z.ZodType<readonly LedgerEntry[]> = z.array(
  z.object({
    client: z.string(),
    file: z.string(),
    before: z.string().nullable(),
    afterHash: z.string(),
    directories: z.array(z.string()),
  }),
);

const FILE = 'connections.json';

/** The files that were connected from a state directory. Without a ledger, or with a damaged one, none were. */
function readLedger(stateDirectory: string): readonly LedgerEntry[] {
  try {
    const result = schema.safeParse(JSON.parse(readFileSync(path.join(stateDirectory, FILE), 'utf8')));
    return result.success ? result.data : [];
  } catch {
    // Not there, or no JSON. Inkling's entries are found by what they are, too.
    return [];
  }
}

/** Settings hold keys of other services: what is kept of them is for their owner only. */
function writeLedger(stateDirectory: string, entries: readonly LedgerEntry[]): void {
  makeStateDirectory(stateDirectory);
  const text = `${JSON.stringify(entries, null, 2)}\n`;
  writeFileInOneStep(path.join(stateDirectory, FILE), Buffer.from(text), 0o600);
}

const CONTEXT_LINES = 2;

/** A change of a file for people: the lines that go and come, with two around them. Secrets in them are not shown. */
export function describeChange({ file, before, after, closes = false }: FileChange): string {
  if (after === null) return `remove ${file}`;
  const [old, fresh] = [linesOf(before ?? ''), linesOf(after)];
  const start = firstDifference(old, fresh);
  const end = commonEnd(old, fresh, start);
  const lead = fresh.slice(Math.max(0, start - CONTEXT_LINES), start).map((line) => `  ${line}`);
  const gone = old.slice(start, old.length - end).map((line) => `- ${line}`);
  const come = fresh.slice(start, fresh.length - end).map((line) => `+ ${line}`);
  const tail =
    end === 0
      ? []
      : fresh
          .slice(fresh.length - end)
          .slice(0, CONTEXT_LINES)
          .map((line) => `  ${line}`);
  const head = `${before === null ? 'create' : 'change'} ${file}${closes ? ', which only its owner may read from now on' : ''}`;
  if (before === after) return head;
  return [head, ...[...lead, ...gone, ...come, ...tail].map(hideSecrets)].join('\n');
}

function linesOf(text: string): readonly string[] {
  return text === '' ? [] : text.replace(/\n$/, '').split('\n');
}

function firstDifference(old: readonly string[], fresh: readonly string[]): number {
  let at = 0;
  while (at < old.length && at < fresh.length && old[at] === fresh[at]) at += 1;
  return at;
}

function commonEnd(old: readonly string[], fresh: readonly string[], start: number): number {
  let count = 0;
  while (count < Math.min(old.length, fresh.length) - start && old.at(-1 - count) === fresh.at(-1 - count)) count += 1;
  return count;
}

/** A client's file may be a single line. */
const LONGEST_LINE = 240;

const NAMED_SECRET =
  /(["']?[\w-]*(?:key|token|secret|password|credential|auth)[\w-]*["']?\s*[:=]\s*["'])(?!Bearer )[^"']+/giu;

/** What is printed may be pasted into an issue, and the lines around a change are somebody's own. */
function hideSecrets(line: string): string {
  const hidden = line.replace(/(Bearer )[\w.-]{8,}/, '$1…').replaceAll(NAMED_SECRET, '$1…');
  return hidden.length > LONGEST_LINE ? `${hidden.slice(0, LONGEST_LINE)}…` : hidden;
}
