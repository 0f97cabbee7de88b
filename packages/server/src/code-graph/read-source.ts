import { constants } from 'node:fs';
import { open, realpath, type FileHandle } from 'node:fs/promises';
import path from 'node:path';

// Written code is smaller; what is larger was generated, and its graph would drown that of the rest.
const MAX_SOURCE_BYTES = 1_048_576;

/** What became of reading a file. `gone` = it is not there, or no plain file inside of the repository. */
export type ReadSource =
  | { readonly kind: 'text'; readonly bytes: Buffer }
  | { readonly kind: 'gone' | 'too-large' | 'binary' | 'unreadable' };

/** Reads a file of a repository. A symbolic link is not followed, and neither is one among the directories that leads out. */
export async function readSource(root: string, file: string): Promise<ReadSource> {
  const absolute = path.join(root, file);
  const handle = await openPlain(root, absolute);
  if (typeof handle === 'string') return { kind: handle };
  try {
    const status = await handle.stat();
    if (!status.isFile()) return { kind: 'gone' };
    if (status.size > MAX_SOURCE_BYTES) return { kind: 'too-large' };
    const bytes = await handle.readFile();
    return bytes.includes(0) ? { kind: 'binary' } : { kind: 'text', bytes };
  } catch {
    return { kind: 'unreadable' };
  } finally {
    await handle.close();
  }
}

async function openPlain(root: string, absolute: string): Promise<FileHandle | 'gone' | 'unreadable'> {
  try {
    const real = await realpath(absolute);
    if (real !== absolute && !real.startsWith(root + path.sep)) return 'gone';
    // Not blocking: opening a pipe without a writer would wait for one.
    return await open(absolute, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : '';
    return code === 'EACCES' || code === 'EPERM' || code === 'EMFILE' || code === 'EIO' ? 'unreadable' : 'gone';
  }
}
