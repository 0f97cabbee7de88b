import type { Database, Memory } from '@inkling/engine';
import { listScopes } from '@inkling/engine/operator';

// What somebody is likely to ask about next. An index of 100,000 observations takes a second and 150 MB; the rest load when they are asked.
const MOST_SCOPES = 8;

/**
 * Loads the search indexes of the projects that were written last, so that the first recall is as good as any. Only for an embedded store: on a
 * server the organisations are many, and each loads when it is first asked.
 */
export async function warmScopes(database: Database, memory: Memory): Promise<void> {
  if (database.kind !== 'pglite') return;
  for (const { orgId, projectId } of await listScopes(database.operator, MOST_SCOPES)) {
    await memory.org(orgId).warm({ projectId });
  }
}
