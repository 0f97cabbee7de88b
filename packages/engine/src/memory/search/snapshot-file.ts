import { createHash, type Hash, randomUUID } from 'node:crypto';
import { renameSync } from 'node:fs';
import { type FileHandle, mkdir, open, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { roomOf } from './chunked-column.ts';
import type { Column } from './column.ts';
import type { IndexState } from './index-state.ts';
import { readInto } from './read-into.ts';
import { restoreIndex, type ReadSections } from './restore-index.ts';
import { sampleIds } from './sample-ids.ts';
import type { SearchSettings } from './search-settings.ts';
import {
  BATCH_BYTES,
  bytesOf,
  columnType,
  createColumn,
  DIGEST_BYTES,
  indexFingerprint,
  LONGEST_HEADER,
  MAGIC,
  partsOfSection,
  PIECE_BYTES,
  PREAMBLE_BYTES,
  type Section,
  type SnapshotHeader,
  UNFINISHED,
} from './snapshot-format.ts';
import { readHeader, type SnapshotHead } from './snapshot-head.ts';
import { indexSections, SLOT_COLUMNS } from './snapshot-sections.ts';
import type { IsSame } from './string-table.ts';

/**
 * Writes an index to a file, atomically: to a neighbour first, which then takes its name. Looks for other work every few
 * milliseconds. Answers false, and writes nothing, when the index changes meanwhile.
 */
export async function writeSnapshot(state: IndexState, file: string, note: string): Promise<boolean> {
  const { version } = state;
  const isSame: IsSame = () => state.version === version;
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  // Of its own name: another process may be writing the same snapshot.
  const unfinished = `${file}.${randomUUID()}${UNFINISHED}`;
  const handle = await open(unfinished, 'wx', 0o600);
  try {
    const isWhole = await writeSections(handle, state, note, isSame);
    await handle.close();
    // No turn between the check and the new name: a change that comes later finds the file and can remove it.
    return isWhole && isSame() && takeName(unfinished, file);
  } finally {
    await handle.close().catch(alreadyClosed);
    await rm(unfinished, { force: true });
  }
}

/** False when somebody has removed the unfinished file: what is in it was not to be kept. */
function takeName(unfinished: string, file: string): boolean {
  try {
    renameSync(unfinished, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}

/** Closing twice is how the handle is closed on every way out. */
function alreadyClosed(): void {}

async function writeSections(handle: FileHandle, state: IndexState, note: string, isSame: IsSame): Promise<boolean> {
  const content = await indexSections(state, isSame);
  if (content === null) return false;
  const { scalars, sections } = content;
  const header: SnapshotHeader = {
    fingerprint: indexFingerprint(state.settings),
    note,
    sample: sampleIds(state.documents, SAMPLE),
    scalars,
    sections: sections.map(headerOf),
  };
  const start = preamble(Buffer.from(JSON.stringify(header)));
  if (start.length > PREAMBLE_BYTES + LONGEST_HEADER) throw new RangeError('The note of a snapshot is too long.');
  await writeAll(handle, start);
  const hash = createHash('sha256');
  for (const piece of sections.flatMap(partsOfSection).flatMap((part) => [...pieces(part)])) {
    if (!isSame()) return false;
    hash.update(piece);
    await writeAll(handle, piece);
  }
  await writeAll(handle, hash.digest());
  return true;
}

function headerOf(section: Section): SnapshotHeader['sections'][number] {
  const parts = partsOfSection(section);
  const kind = parts[0] ?? new Uint32Array(0);
  return [section.name, columnType(kind), parts.reduce((sum, { length }) => sum + length, 0)];
}

/** A write may take only part of what it is given, on a disk that fills up. */
async function writeAll(handle: FileHandle, bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.length;) at += (await handle.write(bytes, at)).bytesWritten;
}

function preamble(header: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32LE(header.length);
  return Buffer.concat([MAGIC, length, createHash('sha256').update(header).digest(), header]);
}

function* pieces(data: Column): Generator<Uint8Array> {
  const bytes = bytesOf(data);
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) yield bytes.subarray(at, at + PIECE_BYTES);
}

/** Ids in a snapshot's header: enough that a store which holds none of them is another one. */
const SAMPLE = 32;

/** Why no index was read from a file. */
export type SnapshotRefusal = { readonly kind: 'absent' } | { readonly kind: 'unusable'; readonly why: string };

/** An index from a file and the note that was written with it, or why there is none. */
export type ReadSnapshot = ({ readonly kind: 'read'; readonly state: IndexState } & SnapshotHead) | SnapshotRefusal;

/**
 * Reads an index. A file that is not whole, was made with other settings, another format or another tokenizer, or cannot be read
 * is refused: the caller rebuilds from what is true. Never rejects. Looks for other work every few milliseconds.
 */
export async function readSnapshot(file: string, settings: SearchSettings, now: number): Promise<ReadSnapshot> {
  try {
    const handle = await open(file, 'r');
    try {
      return await readFrom(handle, settings, now);
    } finally {
      await handle.close();
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { kind: 'absent' };
    return { kind: 'unusable', why: error instanceof Error ? error.message : String(error) };
  }
}

async function readFrom(handle: FileHandle, settings: SearchSettings, now: number): Promise<ReadSnapshot> {
  const header = await readHeader(handle);
  if (header === null) return { kind: 'unusable', why: 'it is not whole, or of another format' };
  if (header.fingerprint !== indexFingerprint(settings)) {
    return { kind: 'unusable', why: 'it was written with other settings or by another version' };
  }
  const read = await readSections(handle, header);
  if (read === null) return { kind: 'unusable', why: 'it is not whole' };
  const { note, sample } = header;
  return { kind: 'read', state: await restoreIndex(settings, read, now), note, sample };
}

/** Columns in chunks, which are read in one array each. */
const CHUNKED: ReadonlySet<string> = new Set(['terms', 'postings.data', 'pathSlots.data']);

/** Columns that say elsewhere how much of them is in use. */
const GROWING: ReadonlySet<string> = new Set([
  ...SLOT_COLUMNS,
  'termStart',
  'pathStart',
  'paths',
  'termDocuments',
  'chain',
  'words.start',
  'pathDocuments',
  'pathTermStart',
  'pathTerms',
  ...['postings', 'pathSlots'].flatMap((name) => [`${name}.start`, `${name}.count`, `${name}.size`]),
]);

/**
 * Columns that what comes next appends to are read with room for it, which costs nothing before it is written to: without it the
 * first statement after a start copied them all. Not all with the same, or a later one would.
 */
function lengthInMemory(name: string, length: number, nth: number): number {
  if (CHUNKED.has(name)) return roomOf(length);
  return GROWING.has(name) ? length + Math.ceil((length * (8 + (nth % 16))) / 64) : length;
}

/** Null when a byte is missing or another one than was written. */
async function readSections(handle: FileHandle, { scalars, sections }: SnapshotHeader): Promise<ReadSections | null> {
  const columns = new Map(
    sections.map(([name, type, length], nth) => [name, createColumn(type, lengthInMemory(name, length, nth))]),
  );
  const digest = Buffer.alloc(DIGEST_BYTES);
  const hash = createHash('sha256');
  const all = sections.flatMap(([name, , length]) => [...pieces(columns.get(name)!.subarray(0, length))]);
  const isWhole = await readBatches(handle, batches(all), hash);
  if (!isWhole || !(await readInto(handle, [digest])) || !hash.digest().equals(digest)) return null;
  return { scalars, columns };
}

/** Reads one batch after the other; false when the file ends before. The next batch is read while one is hashed. */
async function readBatches(handle: FileHandle, all: readonly Uint8Array[][], hash: Hash): Promise<boolean> {
  let reading = readInto(handle, all[0] ?? []);
  for (const [at, batch] of all.entries()) {
    if (!(await reading)) return false;
    reading = readInto(handle, all[at + 1] ?? []);
    for (const piece of batch) hash.update(piece);
  }
  return reading;
}

/** Pieces that are read at once: sections of a few bytes are many. */
function batches(all: readonly Uint8Array[]): Uint8Array[][] {
  const found: Uint8Array[][] = [];
  let room = 0;
  for (const piece of all) {
    if (room < piece.length || found.length === 0) {
      found.push([]);
      room = BATCH_BYTES;
    }
    found.at(-1)!.push(piece);
    room -= piece.length;
  }
  return found;
}
