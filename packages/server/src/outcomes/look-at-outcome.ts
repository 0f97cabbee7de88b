import path from 'node:path';
import type { Clock, OrgMemory } from '@inkling/engine';
import type { ActivityStore, OutcomeEvidence, SessionFeedbackResult } from '@inkling/engine/types';
import { findRepository, type GitRepository } from '../git/locate-repository.ts';
import { relativePath } from '../project/relative-path.ts';
import { gitEvidence, type SessionEdit } from './git-evidence.ts';

/** The facet by which a session's checkout is remembered: the top of the repository that it edits in. */
export const CHECKOUT_FACET = 'checkout';

/** The facets that name a file which a session changed. */
export const EDIT_FACETS: ReadonlySet<unknown> = new Set(['lastEditedFile', 'lastDeletedFile']);
const MOST_EDITS = 5000;

/** Evidence that is seen in a checkout's history. */
const GIT_SOURCES: ReadonlySet<OutcomeEvidence['source']> = new Set(['commit', 'survival', 'fix-up', 'revert']);
const MOST_EVIDENCE = 1000;

/**
 * Looks for evidence of how a session ended in the history of its checkouts, as far as that is on this machine, and lets all evidence decide. Nobody
 * waits for it. A checkout that is gone tells nothing new: what it showed before stays.
 */
export async function lookAtOutcome(
  memory: Pick<OrgMemory, 'activities' | 'feedback'>,
  sessionId: string,
  clock: Pick<Clock, 'now'>,
): Promise<SessionFeedbackResult> {
  const { histories, isWhole } = await historiesOf(await workOf(memory.activities, sessionId));
  const told = await Promise.all(histories.map(({ repository, edits }) => gitEvidence(repository, edits, clock.now())));
  // Two clones have the same commits.
  const seen = [...new Map(told.flat().map((each) => [`${each.source} ${each.subject}`, each])).values()];
  if (!isWhole && seen.length === 0) return memory.feedback.applyForSession(sessionId);
  const before = isWhole ? [] : (await memory.feedback.outcome(sessionId)).evidence;
  return memory.feedback.observeOutcome(sessionId, [...seen, ...stillKnown(before, seen)].slice(0, MOST_EVIDENCE));
}

/** What was seen in a history before, save of the commits that were seen again: a revert may have been taken back. */
function stillKnown(before: readonly OutcomeEvidence[], seen: readonly OutcomeEvidence[]): readonly OutcomeEvidence[] {
  const again = new Set(seen.map(({ subject }) => subject));
  return before.filter(({ source, subject }) => GIT_SOURCES.has(source) && !again.has(subject));
}

/** `isWhole`: every edit could be asked for, so that what is not seen does not hold any more. */
async function historiesOf({ checkouts, edits }: Awaited<ReturnType<typeof workOf>>) {
  const histories = new Map<string, History>();
  let isWhole = checkouts.length > 0;
  for (const checkout of checkouts) {
    const repository = await findRepository(checkout).catch(() => null);
    isWhole &&= repository !== null;
    if (repository !== null) addHistory(histories, repository, editsIn(checkout, edits));
  }
  const untold = edits.filter((edit) => edit.checkout === null && !path.isAbsolute(edit.path));
  const [only, another] = histories.values();
  // Wherever in one history an edit was made. Of several, nobody knows which one has it.
  const isOne = isWhole && only !== undefined && another === undefined;
  if (isOne) addHistory(histories, only.repository, untold);
  return { histories: [...histories.values()], isWhole: isWhole && (isOne || untold.length === 0) };
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

function editsIn(checkout: string, edits: readonly ToldEdit[]): readonly SessionEdit[] {
  return edits.flatMap((edit) => {
    const inside = relativePath(edit.path, { root: checkout, directory: checkout });
    const isIn = path.isAbsolute(edit.path) ? inside !== edit.path : edit.checkout === checkout;
    return isIn ? { path: inside, at: edit.at } : [];
  });
}

async function workOf(activities: Pick<ActivityStore, 'list'>, sessionId: string) {
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
