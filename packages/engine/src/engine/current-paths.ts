import type { ActivityInput } from '../memory/activities/activity.ts';
import type { ActivityStore } from '../memory/activities/activity-store.ts';

/** The facets that name a file, the one in hand first. Seed "Context Derivation". */
const FILE_FACETS: readonly string[] = ['currentFile', 'lastEditedFile'];

/** Files that a session has at hand, by its facets, each once. */
export async function currentPaths(
  activities: Pick<ActivityStore, 'facets'>,
  sessionId: string,
): Promise<readonly string[]> {
  const facets = await activities.facets(sessionId);
  const valueOf = new Map(facets.map(({ key, value }) => [key, value]));
  const paths = FILE_FACETS.map((key) => valueOf.get(key)).filter((value) => typeof value === 'string');
  return [...new Set(paths)];
}

/** The store, telling of each session whose files at hand may have changed. */
export function watchActivities(store: ActivityStore, touched: (sessionId: string) => void): ActivityStore {
  return {
    ...store,
    async append(sessionId, activities, options) {
      try {
        const written = await store.append(sessionId, activities, options);
        if (activities.some(namesFile)) touched(sessionId);
        return written;
      } catch (error) {
        // A write whose answer was lost is written all the same.
        touched(sessionId);
        throw error;
      }
    },
  };
}

function namesFile({ type, body }: ActivityInput): boolean {
  return type === 'context' && FILE_FACETS.includes(body['key'] as string);
}
