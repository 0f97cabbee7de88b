import { createHash, type Hash, randomUUID } from 'node:crypto';
import { renameSync } from 'node:fs';
import { type FileHandle, mkdir, open, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Column } from './column.ts';
import type { IndexState } from './index-state.ts';
import { restoreIndex, type ReadSections } from './restore-index.ts';
import type { SearchSettings } from './search-settings.ts';
import {
  bytesOf,
  columnType,
  createColumn,
  DIGEST_BYTES,
  indexFingerprint,
  LONGEST_HEADER,
  MAGIC,
  PIECE_BYTES,
  PREAMBLE_BYTES,
  type SnapshotHeader,
  UNFINISHED,
} from './snapshot-format.ts';
import { indexSections } from './snapshot-sections.ts';
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
    scalars,
    sections: sections.map(({ name, data }) => [name, columnType(data), data.length]),
  };
  const start = preamble(Buffer.from(JSON.stringify(header)));
  if (start.length > PREAMBLE_BYTES + LONGEST_HEADER) throw new RangeError('The note of a snapshot is too long.');
  await writeAll(handle, start);
  const hash = createHash('sha256');
  for (const { data } of sections) {
    for (const piece of pieces(data)) {
      if (!isSame()) return false;
      hash.update(piece);
      await writeAll(handle, piece);
    }
  }
  await writeAll(handle, hash.digest());
  return true;
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

/** Why no index was read from a file. */
export type SnapshotRefusal = { readonly kind: 'absent' } | { readonly kind: 'unusable'; readonly why: string };

/** An index from a file and the note that was written with it, or why there is none. */
export type ReadSnapshot =
  | { readonly kind: 'read'; readonly state: IndexState; readonly note: string }
  | SnapshotRefusal;

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
  return { kind: 'read', state: await restoreIndex(settings, read, now), note: header.note };
}

/** Null when it is not what was written, or of another format. */
async function readHeader(handle: FileHandle): Promise<SnapshotHeader | null> {
  const start = Buffer.alloc(PREAMBLE_BYTES);
  if (!(await fill(handle, start)) || !start.subarray(0, MAGIC.length).equals(MAGIC)) return null;
  const length = start.readUInt32LE(MAGIC.length);
  if (length > LONGEST_HEADER) return null;
  const text = Buffer.alloc(length);
  if (!(await fill(handle, text))) return null;
  const digest = createHash('sha256').update(text).digest();
  if (!digest.equals(start.subarray(MAGIC.length + 4))) return null;
  return JSON.parse(text.toString()) as SnapshotHeader;
}

/**
 * Columns that every new document appends to, by far the largest, and that say elsewhere how much of them is in use. They are read with room for
 * an eighth more, which costs nothing before it is written to: without it the first statement after a start copied both, 58 of the 90 MB of
 * 100,000 observations, and left the old ones behind until the next collection of garbage.
 */
const APPENDED: ReadonlySet<string> = new Set(['terms', 'postings.data']);

const lengthWithRoom = (name: string, length: number): number => length + (APPENDED.has(name) ? length >>> 3 : 0);

/** Null when a byte is missing or another one than was written. */
async function readSections(handle: FileHandle, { scalars, sections }: SnapshotHeader): Promise<ReadSections | null> {
  const columns = new Map(
    sections.map(([name, type, length]) => [name, createColumn(type, lengthWithRoom(name, length))]),
  );
  const digest = Buffer.alloc(DIGEST_BYTES);
  const hash = createHash('sha256');
  const isWhole = await readPieces(
    handle,
    sections.flatMap(([name, , length]) => [...pieces(columns.get(name)!.subarray(0, length))]),
    hash,
  );
  if (!isWhole || !(await fill(handle, digest)) || !hash.digest().equals(digest)) return null;
  return { scalars, columns };
}

/** Reads one piece after the other; false when the file ends before. The next piece is read while one is hashed. */
async function readPieces(handle: FileHandle, all: readonly Uint8Array[], hash: Hash): Promise<boolean> {
  let reading = fill(handle, all[0]);
  for (const [at, piece] of all.entries()) {
    if (!(await reading)) return false;
    reading = fill(handle, all[at + 1]);
    hash.update(piece);
  }
  return reading;
}

/** Reads until `target` is full; false when the file ends before. */
async function fill(handle: FileHandle, target: Uint8Array = new Uint8Array(0)): Promise<boolean> {
  for (let at = 0; at < target.length;) {
    const { bytesRead } = await handle.read(target, at, target.length - at);
    if (bytesRead === 0) return false;
    at += bytesRead;
  }
  return true;
}
