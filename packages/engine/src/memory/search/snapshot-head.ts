import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { readInto } from './read-into.ts';
import { LONGEST_HEADER, MAGIC, PREAMBLE_BYTES, type SnapshotHeader } from './snapshot-format.ts';

/** What a snapshot says of itself, before the index. */
export type SnapshotHead = Pick<SnapshotHeader, 'note' | 'sample'>;

/**
 * What a snapshot says of itself; null when there is none, or none that is whole so far and of this version. Takes less than a millisecond, so that the
 * store can be asked about it while the rest is read. Rejects when it cannot be read.
 */
export async function readSnapshotHead(file: string): Promise<SnapshotHead | null> {
  try {
    const handle = await open(file, 'r');
    try {
      const head = await readHeader(handle);
      // A file of a version before this one holds no sample: whoever reads the rest says that it is of another.
      return Array.isArray(head?.sample) ? head : null;
    } finally {
      await handle.close();
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** Null when it is not what was written, or of another format. */
export async function readHeader(handle: FileHandle): Promise<SnapshotHeader | null> {
  const start = Buffer.alloc(PREAMBLE_BYTES);
  if (!(await readInto(handle, [start])) || !start.subarray(0, MAGIC.length).equals(MAGIC)) return null;
  const length = start.readUInt32LE(MAGIC.length);
  if (length > LONGEST_HEADER) return null;
  const text = Buffer.alloc(length);
  if (!(await readInto(handle, [text]))) return null;
  const digest = createHash('sha256').update(text).digest();
  if (!digest.equals(start.subarray(MAGIC.length + 4))) return null;
  return JSON.parse(text.toString()) as SnapshotHeader;
}
