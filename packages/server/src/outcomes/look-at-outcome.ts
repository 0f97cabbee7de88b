import path from 'node:path';
import type { Clock, OrgMemory } from '@inkling/engine';
import type { ActivityStore, SessionFeedbackResult } from '@inkling/engine/types';
import { findRepository, type GitRepository } from '../git/locate-repository.ts';
import { relativePath } from '../project/relative-path.ts';
import { gitEvidence, type SessionEdit } from './git-evidence.ts';

/** The facet by which a session's checkout is remembered: the top of the repository that it edits in. */
export const CHECKOUT_FACET = 'checkout';

/** The facets that name a file which a session changed. */
export const EDIT_FACETS: ReadonlySet<unknown> = new Set(['lastEditedFile', 'lastDeletedFile']);
const MOST_EDITS = 5000;

/**
 * Looks for evidence of how a session ended in the history of its checkouts, as far as that is on this machine, and lets all evidence decide. Nobody
 * waits for it. A checkout that is gone tells nothing new: what it showed before stays.
 */
export async function lookAtOutcome(
  memory: Pick<OrgMemory, 'activities' | 'feedback'>,
  sessionId: string,
  clock: Pick<Clock, 'now'>,
): Promise<SessionFeedbackResult> {
  const { checkouts, edits } = await workOf(memory.activities, sessionId);
  const histories = new Map<string, History>();
  let isWhole = checkouts.length > 0;
  for (const checkout of checkouts) {
    const repository = await findRepository(checkout).catch(() => null);
    isWhole &&= repository !== null;
    if (repository !== null) addHistory(histories, repository, editsIn(checkout, checkouts, edits));
  }
  const told = await Promise.all(
    [...histories.values()].map(({ repository, edits: own }) => gitEvidence(repository, own, clock.now())),
  );
  // Two clones have the same commits.
  const evidence = new Map(told.flat().map((each) => [`${each.source} ${each.subject}`, each]));
  return isWhole || evidence.size > 0
    ? memory.feedback.observeOutcome(sessionId, [...evidence.values()])
    : memory.feedback.applyForSession(sessionId);
}

interface History {
  readonly repository: GitRepository;
  readonly edits: readonly SessionEdit[];
}

/** Work trees of one repository have one history: what a session commits in one of them is no stranger's in the other. */
function addHistory(histories: Map<string, History>, repository: GitRepository, edits: readonly SessionEdit[]): void {
  const { commonDirectory, heads } = repository;
  const known = histories.get(commonDirectory);
  histories.set(commonDirectory, {
    repository: known ? { ...known.repository, heads: [...known.repository.heads, ...heads] } : repository,
    edits: [...(known?.edits ?? []), ...edits],
  });
}

/** An edit as its activity tells it. Outside of its checkout a path is absolute; an older daemon did not say which one it was. */
interface ToldEdit extends SessionEdit {
  readonly checkout: string | null;
}

function editsIn(checkout: string, checkouts: readonly string[], edits: readonly ToldEdit[]): readonly SessionEdit[] {
  return edits.flatMap((edit) => {
    const inside = relativePath(edit.path, { root: checkout, directory: checkout });
    const own = edit.checkout ?? (checkouts.length === 1 ? checkout : null);
    const isIn = path.isAbsolute(edit.path) ? inside !== edit.path : own === checkout;
    return isIn ? { path: inside, at: edit.at } : [];
  });
}

interface SessionWork {
  readonly checkouts: readonly string[];
  readonly edits: readonly ToldEdit[];
}

async function workOf(activities: Pick<ActivityStore, 'list'>, sessionId: string): Promise<SessionWork> {
  const checkouts = new Set<string>();
  const edits: ToldEdit[] = [];
  let after = 0;
  for (let hasMore = true; hasMore && edits.length < MOST_EDITS;) {
    const page = await activities.list(sessionId, { after, types: ['context'], limit: 500 });
    for (const { body, occurredAt, seq } of page.rows) {
      const { key, value, checkout } = body;
      if (typeof value === 'string' && key === CHECKOUT_FACET) checkouts.add(value);
      if (typeof value === 'string' && EDIT_FACETS.has(key)) {
        const top = typeof checkout === 'string' ? checkout : null;
        edits.push({ path: value, at: Date.parse(occurredAt), checkout: top });
      }
      after = seq;
    }
    hasMore = page.hasMore;
  }
  return { checkouts: [...checkouts], edits };
}
