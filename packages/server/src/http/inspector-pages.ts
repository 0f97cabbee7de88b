import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Context, Hono } from 'hono';
import type { RequestEnv } from './caller.ts';

// Files of this origin only, no inline code or style, in nobody's frame: text that an agent wrote cannot become more than text even if a view
// forgot to treat it as such. Pictures are ours too, so none tells another server what is being looked at.
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** The views of the web app. Each of their addresses is answered with the one page, which draws the view. */
const VIEWS = /^\/(?:(?:sessions|topology|memory|review|graph|analytics|admin)(?:\/.*)?)?$/;

/**
 * Serves the web app under `/`. Nothing in it is an organisation's, so it needs no caller: what it shows it asks of the API, with the
 * credentials of whoever sits before it. A path is looked up among the files that were read at the start, never on the disk.
 */
export function inspectorPages(app: Hono<RequestEnv>, files: () => InspectorFiles): void {
  app.on(['GET', 'HEAD'], '*', async (context, next) => {
    const { path } = context.req;
    const file = files().get(VIEWS.test(path) ? '/index.html' : path);
    if (!file) return next();
    context.set('operation', 'inspector');
    return answerFile(context, file);
  });
}

function answerFile(context: Context<RequestEnv>, file: InspectorFile): Response {
  context.header('content-type', file.type);
  context.header('cache-control', file.isImmutable ? 'public, max-age=31536000, immutable' : 'no-cache');
  context.header('content-security-policy', POLICY);
  context.header('x-content-type-options', 'nosniff');
  context.header('referrer-policy', 'no-referrer');
  context.header('cross-origin-opener-policy', 'same-origin');
  context.header('cross-origin-resource-policy', 'same-origin');
  context.header('vary', 'accept-encoding');
  const isZipped = /\bgzip\b/.test(context.req.header('accept-encoding') ?? '') && !file.type.startsWith('font/');
  if (isZipped) context.header('content-encoding', 'gzip');
  return context.body(new Uint8Array(isZipped ? file.gzipped() : file.bytes));
}

export interface InspectorFile {
  readonly bytes: Buffer;
  readonly type: string;
  /** Its name changes with its content, so whoever has it need not ask again. */
  readonly isImmutable: boolean;
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
