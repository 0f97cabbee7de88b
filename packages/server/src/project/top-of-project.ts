import { InklingError } from '@inkling/engine/errors';
import { findRepositoryPlace } from '../git/locate-repository.ts';

/**
 * Where a project's own file of settings stands: the top of the repository, else, as without a git program, the directory itself. Fails for a
 * directory that is gone.
 */
export async function topOfProject(directory: string): Promise<string> {
  const place = await findRepositoryPlace(directory).catch((error: unknown) => {
    if (InklingError.isInstance(error) && error.code === 'dependency-missing') return null;
    throw error;
  });
  return place?.workTree ?? directory;
}
