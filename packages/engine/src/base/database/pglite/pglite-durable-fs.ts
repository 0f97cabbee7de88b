import { fsyncSync } from 'node:fs';
import { PGlite, type PGliteOptions } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';
import type { Durability } from './pglite-protocol.ts';

interface NodeStream {
  /** The file descriptor of the file or directory in Node. */
  readonly nfd: number;
}

interface EmscriptenFs {
  readonly filesystems: {
    readonly NODEFS: { readonly stream_ops: { fsync?: (stream: NodeStream) => number } };
  };
  readonly ErrnoError: new (errno: number) => Error;
}

/** EIO in Emscripten's numbering. On it PostgreSQL stops at once instead of trusting pages that may be lost. */
const INPUT_OUTPUT_ERROR = 29;

/**
 * PGlite's own, with a quarter of its page cache. The cache is never given back: with 128 MB a daemon that had read 100,000 observations
 * once held 100 MB more, and what is not in it the operating system has, a copy of 8 KB away (20 rows by key: 3 to 4 ms either way).
 */
export const START_PARAMETERS: readonly string[] = [...PGlite.defaultStartParams, '-c', 'shared_buffers=32MB'];

/**
 * The options that make PGlite keep its data in a directory. Out of the box it never calls fsync, for two reasons: it
 * starts PostgreSQL with `-F`, and its file system has no sync operation. Without the first and with the second,
 * PostgreSQL's own protocol (log before data, data before checkpoint, names of new files) reaches the disk unchanged.
 */
export function directoryOptions(directory: string, durability: Durability): PGliteOptions {
  if (durability === 'process') return { fs: new NodeFS(directory), startParams: [...START_PARAMETERS] };
  return {
    fs: createSyncingFs(directory),
    startParams: [
      ...START_PARAMETERS.filter((parameter) => parameter !== '-F'),
      '-c',
      // The default, fdatasync, is a call that Emscripten answers without asking the file system.
      'wal_sync_method=fsync',
    ],
  };
}

function createSyncingFs(directory: string): NodeFS {
  const nodeFs = new NodeFS(directory);
  const initWithoutSync = nodeFs.init.bind(nodeFs);
  nodeFs.init = async (...parameters) => {
    const { emscriptenOpts } = await initWithoutSync(...parameters);
    const addSync = (module: { readonly FS: unknown }): void => addSyncTo(module.FS as EmscriptenFs);
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), addSync] } };
  };
  return nodeFs;
}

function addSyncTo(fs: EmscriptenFs): void {
  fs.filesystems.NODEFS.stream_ops.fsync = ({ nfd }) => {
    try {
      fsyncSync(nfd);
      return 0;
    } catch {
      throw new fs.ErrnoError(INPUT_OUTPUT_ERROR);
    }
  };
}
