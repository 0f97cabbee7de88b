import { lstat, readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import ignore, { type Ignore } from 'ignore';

/** What a directory's `.gitignore` says, and where it says it. */
export interface IgnoreRules {
  readonly directory: string;
  readonly rules: Ignore;
}

export interface TreeFilter {
  enters(name: string): boolean;
  /** Whether directories with a `.git` of their own are entered: other work trees, clones, submodules. */
  readonly entersRepositories: boolean;
  takes(name: string): boolean;
}

/**
 * The files below a directory that a filter takes, as absolute paths, in order. `.gitignore` files are obeyed, symbolic links skipped.
 * @param above The rules of the directories above, from {@link rulesAbove}.
 * @param unreadable Gets the directories that could not be listed: what is below them is not known.
 */
export async function* walkTree(
  directory: string,
  above: readonly IgnoreRules[],
  filter: TreeFilter,
  unreadable: string[],
): AsyncGenerator<string> {
  const rules = [...above, ...(await rulesIn(directory))];
  const names = await readdir(directory).catch(() => null);
  if (!names) unreadable.push(directory);
  for (const name of names?.toSorted() ?? []) {
    const entry = path.join(directory, name);
    // Not followed: a link may lead out of the repository or back up, and its target is found in its own place.
    const status = await lstat(entry).catch(() => null);
    if (!status || isIgnored(entry, status.isDirectory(), rules)) continue;
    if (status.isDirectory() && (await isEntered(entry, filter))) yield* walkTree(entry, rules, filter, unreadable);
    else if (status.isFile() && filter.takes(name)) yield entry;
  }
}

async function isEntered(directory: string, filter: TreeFilter): Promise<boolean> {
  if (!filter.enters(path.basename(directory))) return false;
  return filter.entersRepositories || (await lstat(path.join(directory, '.git')).catch(() => null)) === null;
}

/** The rules of the directories from the root down to, and without, this one. */
export async function rulesAbove(root: string, directory: string): Promise<IgnoreRules[]> {
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
