import { lstat, readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { InklingError } from '@inkling/engine';
import ignore, { type Ignore } from 'ignore';

const MARKDOWN_FILE = /\.(md|mdx|mdc|markdown)$/i;
// Hidden directories hold tools' caches, save these, where agents and hosts keep what people wrote for them.
const READABLE_HIDDEN = new Set(['.claude', '.cursor', '.gemini', '.github', '.codex', '.inkling']);
const SKIPPED_DIRECTORIES = new Set(['node_modules', 'vendor', 'dist', 'build', 'target']);

/** What a directory's `.gitignore` says, and where it says it. */
interface IgnoreRules {
  readonly directory: string;
  readonly rules: Ignore;
}

/** What {@link findMarkdownFiles} found. */
export interface FoundFiles {
  readonly files: readonly string[];
  /** Directories that could not be listed: what is below them is not known. Absolute. */
  readonly unreadable: readonly string[];
}

/**
 * The markdown files at or below each of the given files and directories, as absolute paths, sorted, each once. Below a directory,
 * `.gitignore` files are obeyed, installed and built trees and symbolic links are skipped; a file that is named is always taken.
 * @param root The directory whose `.gitignore` also counts for everything below it (the repository's top).
 * @throws InklingError `import-source-invalid` when a given path does not exist, or is a pipe, a device or a socket.
 */
export async function findMarkdownFiles(root: string, sources: readonly string[]): Promise<FoundFiles> {
  const unreadable: string[] = [];
  const found = new Set<string>();
  for (const source of sources) {
    const absolute = path.resolve(root, source);
    const status = await stat(absolute).catch(() => null);
    if (!status) throw missing(source);
    if (status.isFile()) found.add(absolute);
    else if (!status.isDirectory()) throw special(source);
    else for await (const file of walk(absolute, await rulesAbove(root, absolute), unreadable)) found.add(file);
  }
  return { files: [...found].toSorted(), unreadable };
}

function missing(source: string): InklingError {
  return new InklingError('import-source-invalid', `There is no file or directory ${source}.`, {
    wayOut: 'Name markdown files, or directories that hold some.',
    details: { path: source },
  });
}

/** Reading a pipe or a device waits for somebody, or never ends. */
function special(source: string): InklingError {
  return new InklingError('import-source-invalid', `${source} is neither a file nor a directory.`, {
    wayOut: 'Name markdown files, or directories that hold some.',
    details: { path: source },
  });
}

async function* walk(directory: string, above: readonly IgnoreRules[], unreadable: string[]): AsyncGenerator<string> {
  const rules = [...above, ...(await rulesIn(directory))];
  const names = await readdir(directory).catch(() => null);
  if (!names) unreadable.push(directory);
  for (const name of names?.toSorted() ?? []) {
    const entry = path.join(directory, name);
    // Not followed: a link may lead out of the repository or back up, and its target is found in its own place.
    const status = await lstat(entry).catch(() => null);
    if (!status || isIgnored(entry, status.isDirectory(), rules)) continue;
    if (status.isDirectory() && isReadable(name)) yield* walk(entry, rules, unreadable);
    else if (status.isFile() && MARKDOWN_FILE.test(name)) yield entry;
  }
}

function isReadable(name: string): boolean {
  return name.startsWith('.') ? READABLE_HIDDEN.has(name) : !SKIPPED_DIRECTORIES.has(name);
}

/** The rules of the directories from the root down to, and without, this one. */
async function rulesAbove(root: string, directory: string): Promise<IgnoreRules[]> {
  const relative = path.relative(root, directory);
  if (relative === '' || relative.startsWith('..') || path.isAbsolute(relative)) return [];
  const segments = relative.split(path.sep);
  const parents = segments.map((_segment, index) => path.join(root, ...segments.slice(0, index)));
  return (await Promise.all(parents.map(rulesIn))).flat();
}

async function rulesIn(directory: string): Promise<IgnoreRules[]> {
  const text = await readFile(path.join(directory, '.gitignore'), 'utf8').catch(() => '');
  return text === '' ? [] : [{ directory, rules: ignore().add(text) }];
}

/** The deepest `.gitignore` with an opinion decides, as in git. */
function isIgnored(entry: string, isDirectory: boolean, rules: readonly IgnoreRules[]): boolean {
  for (const { directory, rules: own } of rules.toReversed()) {
    const relative = path.relative(directory, entry).split(path.sep).join('/');
    const verdict = own.test(isDirectory ? `${relative}/` : relative);
    if (verdict.ignored) return true;
    if (verdict.unignored) return false;
  }
  return false;
}
