import type { Clock, OrgMemory } from '@inkling/engine';
import type { ActivityStore, SessionFeedbackResult } from '@inkling/engine/types';
import { findRepository } from '../git/locate-repository.ts';
import { relativePath } from '../project/relative-path.ts';
import { gitEvidence, type SessionEdit } from './git-evidence.ts';

/** The facet by which a session's checkout is remembered: the top of the repository that it edits in. */
export const CHECKOUT_FACET = 'checkout';

/** The facets that name a file which a session changed. */
export const EDIT_FACETS: ReadonlySet<unknown> = new Set(['lastEditedFile', 'lastDeletedFile']);
const MOST_EDITS = 5000;

/**
 * Looks for evidence of how a session ended in the history of its checkout, as far as that is on this machine, and lets all evidence decide. Nobody
 * waits for it. A checkout that is gone tells nothing new: what it showed before stays.
 */
export async function lookAtOutcome(
  memory: Pick<OrgMemory, 'activities' | 'feedback'>,
  sessionId: string,
  clock: Pick<Clock, 'now'>,
): Promise<SessionFeedbackResult> {
  const { checkouts, edits } = await workOf(memory.activities, sessionId);
  for (const checkout of checkouts) {
    const repository = await findRepository(checkout).catch(() => null);
    if (repository === null) continue;
    const paths = edits.map(({ path, at }) => ({
      path: relativePath(path, { root: checkout, directory: checkout }),
      at,
    }));
    const evidence = await gitEvidence(repository, paths, clock.now());
    if (evidence.length > 0 || checkouts.length === 1) {
      return memory.feedback.observeOutcome(sessionId, evidence);
    }
  }
  return memory.feedback.applyForSession(sessionId);
}

interface SessionWork {
  /** Newest first. */
  readonly checkouts: readonly string[];
  readonly edits: readonly SessionEdit[];
}

async function workOf(activities: Pick<ActivityStore, 'list'>, sessionId: string): Promise<SessionWork> {
  const checkouts: string[] = [];
  const edits: SessionEdit[] = [];
  let after = 0;
  for (let hasMore = true; hasMore && edits.length < MOST_EDITS;) {
    const page = await activities.list(sessionId, { after, types: ['context'], limit: 500 });
    for (const { body, occurredAt, seq } of page.rows) {
      const { key, value } = body;
      if (typeof value === 'string' && key === CHECKOUT_FACET) checkouts.unshift(value);
      if (typeof value === 'string' && EDIT_FACETS.has(key)) edits.push({ path: value, at: Date.parse(occurredAt) });
      after = seq;
    }
    hasMore = page.hasMore;
  }
  return { checkouts, edits };
}
