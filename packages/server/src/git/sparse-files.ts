import { runGit } from './run-git.ts';

/**
 * The tracked files that a sparse checkout leaves out, relative to the work tree's top: they are not on this disk, and not gone. Empty for a
 * whole checkout, and where git cannot tell.
 */
export async function sparseFiles(workTree: string): Promise<ReadonlySet<string>> {
  const { exitCode, stdout } = await runGit(workTree, ['ls-files', '-t', '-z']);
  if (exitCode !== 0) return new Set();
  const entries = stdout.split('\0').filter((entry) => entry.startsWith('S '));
  return new Set(entries.map((entry) => entry.slice(2)));
}
