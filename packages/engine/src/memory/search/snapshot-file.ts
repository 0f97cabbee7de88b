import { createHash, type Hash } from 'node:crypto';
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
} from './snapshot-format.ts';
import { indexSections } from './snapshot-sections.ts';

/**
 * Writes an index to a file, atomically: to a neighbour first, which then takes its name. Looks for other work every few
 * milliseconds. Answers false, and writes nothing, when the index changes meanwhile.
 */
export async function writeSnapshot(state: IndexState, file: string, note: string): Promise<boolean> {
  const { version } = state;
  const isSame = (): boolean => state.version === version;
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const unfinished = `${file}.tmp`;
  const handle = await open(unfinished, 'w', 0o600);
  try {
    const isWhole = await writeSections(handle, state, note, isSame);
    await handle.close();
    // No turn between the check and the new name: a change that comes later finds the file and can remove it.
    if (isWhole && isSame()) {
      renameSync(unfinished, file);
      return true;
    }
    return false;
  } finally {
    await handle.close().catch(alreadyClosed);
    await rm(unfinished, { force: true });
  }
}

/** Closing twice is how the handle is closed on every way out. */
function alreadyClosed(): void {}

async function writeSections(
  handle: FileHandle,
  state: IndexState,
  note: string,
  isSame: () => boolean,
): Promise<boolean> {
  const { scalars, sections } = await indexSections(state);
  const header: SnapshotHeader = {
    fingerprint: indexFingerprint(state.settings),
    note,
    scalars,
    sections: sections.map(({ name, data }) => [name, columnType(data), data.length]),
  };
  await handle.write(preamble(Buffer.from(JSON.stringify(header))));
  const hash = createHash('sha256');
  for (const { data } of sections) {
    for (const piece of pieces(data)) {
      if (!isSame()) return false;
      hash.update(piece);
      await handle.write(piece);
    }
  }
  await handle.write(hash.digest());
  return true;
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

/** An index from a file, and the note that was written with it. */
export interface RestoredSnapshot {
  readonly state: IndexState;
  readonly note: string;
}

/**
 * Reads an index. Answers null for a file that is not there, is not whole, was made with other settings, another format or
 * another tokenizer: the caller rebuilds from what is true. Looks for other work every few milliseconds.
 */
export async function readSnapshot(
  file: string,
  settings: SearchSettings,
  now: number,
): Promise<RestoredSnapshot | null> {
  const handle = await openIfThere(file);
  if (handle === null) return null;
  try {
    const header = await readHeader(handle, settings);
    const read = header && (await readSections(handle, header));
    return header && read && { state: await restoreIndex(settings, read, now), note: header.note };
  } finally {
    await handle.close();
  }
}

async function openIfThere(file: string): Promise<FileHandle | null> {
  try {
    return await open(file, 'r');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

async function readHeader(handle: FileHandle, settings: SearchSettings): Promise<SnapshotHeader | null> {
  const start = Buffer.alloc(PREAMBLE_BYTES);
  if (!(await fill(handle, start)) || !start.subarray(0, MAGIC.length).equals(MAGIC)) return null;
  const length = start.readUInt32LE(MAGIC.length);
  if (length > LONGEST_HEADER) return null;
  const text = Buffer.alloc(length);
  if (!(await fill(handle, text))) return null;
  if (
    !createHash('sha256')
      .update(text)
      .digest()
      .equals(start.subarray(MAGIC.length + 4))
  )
    return null;
  const header = JSON.parse(text.toString()) as SnapshotHeader;
  return header.fingerprint === indexFingerprint(settings) ? header : null;
}

/** Null when a byte is missing or another one than was written. */
async function readSections(handle: FileHandle, { scalars, sections }: SnapshotHeader): Promise<ReadSections | null> {
  const hash = createHash('sha256');
  const columns = new Map<string, Column>();
  for (const [name, type, length] of sections) {
    const data = createColumn(type, length);
    if (!(await fill(handle, bytesOf(data), hash))) return null;
    columns.set(name, data);
  }
  const digest = Buffer.alloc(DIGEST_BYTES);
  if (!(await fill(handle, digest)) || !hash.digest().equals(digest)) return null;
  return { scalars, columns };
}

/** Reads until `target` is full; false when the file ends before. */
async function fill(handle: FileHandle, target: Uint8Array, hash?: Hash): Promise<boolean> {
  for (let at = 0; at < target.length;) {
    const { bytesRead } = await handle.read(target, at, Math.min(PIECE_BYTES, target.length - at));
    if (bytesRead === 0) return false;
    hash?.update(target.subarray(at, at + bytesRead));
    at += bytesRead;
  }
  return true;
}
