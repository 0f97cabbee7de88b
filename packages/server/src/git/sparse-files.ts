import { InklingError } from '@inkling/engine/errors';
import { runGit } from './run-git.ts';

/**
 * The tracked files that a sparse checkout leaves out, relative to the work tree's top: they are not on this disk, and not gone. Empty for a
 * whole checkout.
 * @throws InklingError `import-source-invalid` when git cannot tell: what it leaves out would count as deleted.
 */
export async function sparseFiles(workTree: string): Promise<ReadonlySet<string>> {
  const sparse = await runGit(workTree, ['config', '--type=bool', 'core.sparseCheckout']);
  if (sparse.stdout.trim() !== 'true') return new Set();
  const { exitCode, stdout } = await runGit(workTree, ['ls-files', '-t', '-z']);
  if (exitCode !== 0) throw cannotTell(workTree);
  const entries = stdout.split('\0').filter((entry) => entry.startsWith('S '));
  return new Set(entries.map((entry) => entry.slice(2)));
}

function cannotTell(workTree: string): InklingError {
  return new InklingError('import-source-invalid', 'git does not say which files this sparse checkout leaves out.', {
    details: { path: workTree },
    hint: 'Run `git ls-files -t` there to see why. In a partial clone, `git sparse-checkout reapply` fetches what is missing.',
  });
}
