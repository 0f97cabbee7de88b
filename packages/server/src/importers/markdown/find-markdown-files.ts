import { stat } from 'node:fs/promises';
import path from 'node:path';
import { InklingError } from '@inkling/engine';
import { rulesAbove, walkTree, type TreeFilter } from '../../git/walk-tree.ts';

const MARKDOWN_FILE = /\.(md|mdx|mdc|markdown)$/i;
// Hidden directories hold tools' caches, save these, where agents and hosts keep what people wrote for them.
const READABLE_HIDDEN = new Set(['.claude', '.cursor', '.gemini', '.github', '.codex', '.inkling']);
const SKIPPED_DIRECTORIES = new Set(['node_modules', 'vendor', 'dist', 'build', 'target']);

const MARKDOWN: TreeFilter = {
  enters: isReadable,
  takes: (name) => MARKDOWN_FILE.test(name),
};

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
    else
      for await (const file of walkTree(absolute, await rulesAbove(root, absolute), MARKDOWN, unreadable))
        found.add(file);
  }
  return { files: [...found].toSorted(), unreadable };
}

function missing(source: string): InklingError {
  return new InklingError('import-source-invalid', `There is no file or directory ${source}.`, {
    hint: 'Name markdown files, or directories that hold some.',
    details: { path: source },
  });
}

/** Reading a pipe or a device waits for somebody, or never ends. */
function special(source: string): InklingError {
  return new InklingError('import-source-invalid', `${source} is neither a file nor a directory.`, {
    hint: 'Name markdown files, or directories that hold some.',
    details: { path: source },
  });
}

function isReadable(name: string): boolean {
  return name.startsWith('.') ? READABLE_HIDDEN.has(name) : !SKIPPED_DIRECTORIES.has(name);
}
