import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const BLOCK = 512;
const DIRECTORY = '5';

interface Entry {
  readonly path: string;
  readonly isDirectory: boolean;
  readonly data: Uint8Array;
}

/** The paths that {@link extractTar} made. */
export interface ExtractedPaths {
  readonly files: readonly string[];
  readonly directories: readonly string[];
}

/**
 * Writes the files of a tar archive under a new directory, readable by its owner only.
 * Reads what PGlite's dump writes: plain ustar entries for files and directories, names under 100 bytes, no links.
 */
export function extractTar(archive: Uint8Array, target: string): ExtractedPaths {
  const files: string[] = [];
  const directories = new Set([target]);
  mkdirSync(target, { mode: 0o700 });
  for (const entry of readEntries(Buffer.from(archive.buffer, archive.byteOffset, archive.byteLength))) {
    const path = join(target, entry.path);
    const directory = entry.isDirectory ? path : dirname(path);
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    directories.add(directory);
    if (entry.isDirectory) continue;
    writeFileSync(path, entry.data, { flag: 'wx', mode: 0o600 });
    files.push(path);
  }
  return { files, directories: [...directories] };
}

function* readEntries(archive: Buffer): Generator<Entry> {
  for (let at = 0; at + BLOCK <= archive.length && archive[at] !== 0;) {
    const header = archive.subarray(at, at + BLOCK);
    const size = Number.parseInt(header.toString('latin1', 124, 136), 8);
    const start = at + BLOCK;
    yield {
      path: header.toString('latin1', 0, 100).replace(/\0.*$/s, ''),
      isDirectory: header.toString('latin1', 156, 157) === DIRECTORY,
      data: archive.subarray(start, start + size),
    };
    at = start + Math.ceil(size / BLOCK) * BLOCK;
  }
}
