import { InklingError } from '@inkling/engine';
import { projectIdentity } from '../../project/project-identity.ts';
import { findRepositoryPlace } from '../../git/locate-repository.ts';
import type { TranscriptImportOptions, TranscriptProject } from './import-transcripts.ts';

/** Which sessions are wanted, and where they go. */
export interface WantedSessions {
  /** The project that they go to. */
  readonly projectId: string;
  /** The project of the working directory, when `projectId` was named by somebody. (Default: `projectId`) */
  readonly here?: string;
  /** Somebody named the project and the files: their sessions go there wherever they were held. (Default: false) */
  readonly isCopy?: boolean;
  /** Those of every project whose directory is still there, each into its own unless one was named. (Default: false) */
  readonly allProjects?: boolean;
}

/** Finds where a session belongs by its directory. Directories repeat from session to session, and each costs four processes of git. */
export function createPlaceFinder(wanted: WantedSessions): TranscriptImportOptions['projectOf'] {
  const { projectId, here = projectId, isCopy = false, allProjects = false } = wanted;
  const known = new Map<string, Promise<TranscriptProject | null>>();
  return async (directory) => {
    const place = directory === null ? Promise.resolve(null) : (known.get(directory) ?? placeOf(directory));
    if (directory !== null) known.set(directory, place);
    const found = await place;
    // From another machine or checkout: the directory is not there, but paths begin with it.
    if (isCopy) return { projectId, root: found?.root ?? directory };
    if (found === null) return null;
    const isWanted = allProjects || found.projectId === projectId || found.projectId === here;
    return isWanted ? { root: found.root, projectId: wanted.here === undefined ? found.projectId : projectId } : null;
  };
}

async function placeOf(directory: string): Promise<TranscriptProject | null> {
  try {
    const repository = await findRepositoryPlace(directory);
    return { projectId: await projectIdentity(directory), root: repository?.workTree ?? directory };
  } catch (error) {
    // The directory is gone, or git cannot be asked about it.
    if (InklingError.isInstance(error)) return null;
    throw error;
  }
}
