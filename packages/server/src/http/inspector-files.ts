import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';

/** One file of the web app. */
export interface InspectorFile {
  readonly bytes: Buffer;
  readonly type: string;
  /** Its name changes with its content, so whoever has it need not ask again. */
  readonly isImmutable: boolean;
  /** Its bytes, compressed. */
  gzipped(): Buffer;
}

/** The files of the web app by their paths from `/`. A request is only ever looked up here: no path of a request reaches the disk. */
export type InspectorFiles = ReadonlyMap<string, InspectorFile>;

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

/** Reads the web app that was built beside this code; nothing when only the code was built. */
export function readInspectorFiles(directory: string): InspectorFiles {
  const files = new Map<string, InspectorFile>();
  if (!existsSync(directory)) return files;
  for (const entry of readdirSync(directory, { recursive: true, withFileTypes: true })) {
    const type = TYPES[path.extname(entry.name)];
    if (!entry.isFile() || type === undefined) continue;
    const file = path.join(entry.parentPath, entry.name);
    const name = `/${path.relative(directory, file).split(path.sep).join('/')}`;
    files.set(name, fileOf(readFileSync(file), type, name.startsWith('/assets/')));
  }
  return files;
}

function fileOf(bytes: Buffer, type: string, isImmutable: boolean): InspectorFile {
  let compressed: Buffer | null = null;
  return { bytes, type, isImmutable, gzipped: () => (compressed ??= gzipSync(bytes)) };
}
