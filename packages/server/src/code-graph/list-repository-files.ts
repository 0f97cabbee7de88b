import { constants } from 'node:fs';
import { type FileHandle, open, realpath } from 'node:fs/promises';
import path from 'node:path';
import { InklingError } from '@inkling/engine/errors';
import { findRepository, type GitRepository } from '../git/locate-repository.ts';
import { runGit } from '../git/run-git.ts';
import { sparseFiles } from '../git/sparse-files.ts';
import { type TreeFilter, walkTree } from '../git/walk-tree.ts';
import { isIndexable } from './extract-facts.ts';

// Other people's code, also where somebody has committed it.
const FOREIGN = new Set([
  'node_modules',
  'vendor',
  'third_party',
  'site-packages',
  'dist-packages',
  'bower_components',
]);
// Without git nothing says what was built; these are what builds are called.
const BUILT = new Set(['dist', 'build', 'target', 'out', '__pycache__']);
// A node's name may have 512 characters, and a declaration's holds the path of its file.
const MAX_PATH_CHARACTERS = 300;

const TREE: TreeFilter = {
  enters: (name) => !name.startsWith('.') && !BUILT.has(name) && !FOREIGN.has(name),
  entersRepositories: true,
  takes: () => true,
};

/** The files of a repository that say something for its graph. */
export interface RepositoryFiles {
  /** The top, without symbolic links. Absolute. */
  readonly root: string;
  /** Relative to the top, with slashes, sorted. */
  readonly files: readonly string[];
  /** Of these, what a sparse checkout leaves out. */
  readonly sparse: ReadonlySet<string>;
  /** Files left out because their path cannot be a name: too long, not UTF-8, or with control characters. */
  readonly unnameable: number;
  /** Directories that could not be listed. */
  readonly unreadable: readonly string[];
}

/**
 * Lists the repository around a directory as git sees it: what is tracked, and what is new and not ignored. Without git, or outside of
 * a repository, the tree below the directory with its `.gitignore` files.
 * @throws InklingError `import-source-invalid` when there is no such directory.
 */
export async function listRepositoryFiles(directory: string): Promise<RepositoryFiles> {
  const repository = await repositoryOrNull(directory);
  const root = await realpath(repository?.workTree ?? directory);
  const unreadable: string[] = [];
  const listed = repository?.workTree ? await listByGit(root) : await listByWalk(root, unreadable);
  const ours = [...new Set(listed)].filter((file) => isIndexable(file) && !isForeign(file));
  const files = ours.filter(isNameable).toSorted();
  const sparse = repository?.workTree ? await sparseFiles(root) : new Set<string>();
  return {
    root,
    files,
    sparse: new Set(files.filter((file) => sparse.has(file))),
    unnameable: ours.length - files.length,
    unreadable,
  };
}

/** Git is not needed for this, only better. It is looked for after the directory, which is there then. */
async function repositoryOrNull(directory: string): Promise<GitRepository | null> {
  try {
    return await findRepository(directory);
  } catch (error) {
    if (!InklingError.isInstance(error) || error.code !== 'dependency-missing') throw error;
    return null;
  }
}

async function listByGit(root: string): Promise<string[]> {
  const list = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const { exitCode, stdout, stderr } = await runGit(root, list);
  if (exitCode === 0) return stdout.split('\0').filter((name) => name !== '');
  throw new InklingError('import-source-invalid', `git could not list the files of ${root}: ${stderr}`, {
    hint: 'Run `git ls-files` there: what it complains about has to be mended first.',
    details: { path: root },
  });
}

async function listByWalk(root: string, unreadable: string[]): Promise<string[]> {
  const files: string[] = [];
  for await (const file of walkTree(root, [], TREE, unreadable)) {
    files.push(path.relative(root, file).split(path.sep).join('/'));
  }
  return files;
}

function isForeign(file: string): boolean {
  return (
    /\.min\.[cm]?js$/.test(file) ||
    file
      .split('/')
      .slice(0, -1)
      .some((part) => FOREIGN.has(part))
  );
}

/** A name that is not UTF-8 has been read with replacement characters: it names no file any more. */
function isNameable(file: string): boolean {
  return file.length <= MAX_PATH_CHARACTERS && !/[\p{Control}\p{Surrogate}\\\uFFFD]/u.test(file);
}

// Written code is smaller; what is larger was generated, and its graph would drown that of the rest.
const MAX_SOURCE_BYTES = 1_048_576;

/** What became of reading a file. `gone` = it is not there, or no plain file inside of the repository. */
type ReadSource =
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

/**
 * The text of a source without a byte order mark: no parser of manifests takes one. What is not UTF-8 in it becomes replacement characters:
 * comments and texts, hardly ever a name.
 */
export function sourceText(bytes: Buffer): string {
  return bytes.toString('utf8').replace(/^\uFEFF/, '');
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
