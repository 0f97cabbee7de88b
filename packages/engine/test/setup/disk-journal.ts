import { relative } from 'node:path';
import type { PGliteOptions } from '@electric-sql/pglite';

/** A file's identity, which a rename keeps. `origin` is its path before the recording, null for a file made during it. */
export interface DiskFile {
  readonly origin: string | null;
}

/** One thing the database asked of the disk, or a commit that it acknowledged. Paths are relative to the directory. */
export type DiskEvent =
  | { readonly type: 'write'; readonly file: DiskFile; readonly at: number; readonly data: Uint8Array }
  | { readonly type: 'truncate'; readonly file: DiskFile; readonly size: number }
  | { readonly type: 'sync'; readonly file: DiskFile | null }
  | { readonly type: 'create'; readonly path: string; readonly file: DiskFile | null }
  | { readonly type: 'remove'; readonly path: string }
  | { readonly type: 'rename'; readonly from: string; readonly to: string; readonly file: DiskFile }
  | { readonly type: 'acknowledge'; readonly number: number };

interface Node {
  readonly name: string;
  readonly parent: Node;
  readonly mount: { readonly opts: { readonly root: string } };
}

interface Stream {
  readonly node: Node;
  readonly nfd: number;
}

type Operation = (...parameters: never[]) => unknown;
type Operations = Record<string, Operation>;

interface Module {
  readonly FS: { readonly filesystems: { readonly NODEFS: { node_ops: Operations; stream_ops: Operations } } };
}

/** Everything between PostgreSQL and the disk, in order, from the moment the database opens. */
export interface DiskJournal {
  readonly events: readonly DiskEvent[];
  acknowledge(number: number): void;
  /** The same options, with every change of the directory written down once it was made. */
  record(options: PGliteOptions): PGliteOptions;
}

/** Starts a journal of what a database in `directory` asks of the disk. */
export function createDiskJournal(directory: string): DiskJournal {
  const events: DiskEvent[] = [];
  const recorder = createRecorder(directory, events);
  return {
    events,
    acknowledge: (number) => events.push({ type: 'acknowledge', number }),
    record(options) {
      const fs = options.fs!;
      const init = fs.init.bind(fs);
      fs.init = async (...parameters) => {
        const { emscriptenOpts } = await init(...parameters);
        const attach = (module: unknown): void => recorder.attach(module as Module);
        return { emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), attach] } };
      };
      return { ...options, fs };
    },
  };
}

function createRecorder(directory: string, events: DiskEvent[]): { attach(module: Module): void } {
  const files = new Map<string, DiskFile>();
  const opened = new Map<number, DiskFile | null>();
  const pathOf = (node: Node): string => relative(directory, realPath(node));
  const fileAt = (path: string): DiskFile => {
    const file = files.get(path) ?? { origin: path };
    files.set(path, file);
    return file;
  };
  const isDirectory = (mode: number): boolean => (mode & 0o170000) === 0o040000;

  const nodeRecords = {
    mknod(parent: Node, name: string, mode: number): void {
      const path = [pathOf(parent), name].filter(Boolean).join('/');
      const file: DiskFile | null = isDirectory(mode) ? null : { origin: null };
      if (file) files.set(path, file);
      events.push({ type: 'create', path, file });
    },
    unlink(parent: Node, name: string): void {
      const path = [pathOf(parent), name].filter(Boolean).join('/');
      files.delete(path);
      events.push({ type: 'remove', path });
    },
    setattr(node: Node, attributes: { size?: number }): void {
      const { size } = attributes;
      if (size !== undefined) events.push({ type: 'truncate', file: fileAt(pathOf(node)), size });
    },
  };
  const streamRecords = {
    open(stream: Stream & { readonly node: { readonly mode: number } }): void {
      opened.set(stream.nfd, isDirectory(stream.node.mode) ? null : fileAt(pathOf(stream.node)));
    },
    write(stream: Stream, buffer: Uint8Array, offset: number, length: number, at: number): void {
      // The buffer is the database's whole memory, of which this write is a part.
      const data = new Uint8Array(buffer.subarray(offset, offset + length));
      events.push({ type: 'write', file: opened.get(stream.nfd)!, at, data });
    },
    setattr(stream: Stream, attributes: { size?: number }): void {
      const { size } = attributes;
      if (size !== undefined) events.push({ type: 'truncate', file: opened.get(stream.nfd)!, size });
    },
    fsync(stream: Stream): void {
      events.push({ type: 'sync', file: opened.get(stream.nfd) ?? null });
    },
  };
  return {
    attach({ FS }) {
      const { NODEFS } = FS.filesystems;
      follow(NODEFS.node_ops, nodeRecords);
      follow(NODEFS.stream_ops, streamRecords);
      followRename(NODEFS.node_ops, pathOf, files, events);
    },
  };
}

/** A rename needs its paths from before: afterwards the node already has its new name. */
function followRename(
  operations: Operations,
  pathOf: (node: Node) => string,
  files: Map<string, DiskFile>,
  events: DiskEvent[],
): void {
  const rename = operations['rename'] as (node: Node, parent: Node, name: string) => void;
  operations['rename'] = (node: Node, parent: Node, name: string): void => {
    const from = pathOf(node);
    const to = [pathOf(parent), name].filter(Boolean).join('/');
    rename(node, parent, name);
    const file = files.get(from) ?? { origin: from };
    files.set(to, file);
    files.delete(from);
    events.push({ type: 'rename', from, to, file });
  };
}

/** Lets each record run after the operation it is named after has succeeded. An operation that is not there stays so. */
function follow(operations: Operations, records: Record<string, (...parameters: never[]) => void>): void {
  for (const [name, record] of Object.entries(records)) {
    const original = operations[name];
    if (!original) continue;
    operations[name] = (...parameters: never[]) => {
      const answer = original(...parameters);
      record(...parameters);
      return answer;
    };
  }
}

function realPath(node: Node): string {
  const parts: string[] = [];
  for (let at = node; at.parent !== at; at = at.parent) parts.unshift(at.name);
  return [node.mount.opts.root, ...parts].join('/');
}
