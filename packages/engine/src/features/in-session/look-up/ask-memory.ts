import type { Deadline } from '../../../base/deadline.ts';
import { InklingError } from '../../../base/errors.ts';
import { admitRows } from '../../../recall/candidates/admit-rows.ts';
import type { CommitBehind, RecalledObservation, RecallRequest, RecallResult } from '../../../recall/memory-store.ts';
import type { InjectorParts } from '../injector-parts.ts';
import type { SessionState } from '../session-state.ts';
import type { VerbBusEvent } from '../events/verb-bus-event.ts';

/** What is asked of the memory about an event. */
export interface Question {
  readonly queryText: string;
  readonly moreQueries?: readonly string[];
  readonly paths: readonly string[];
  readonly commits?: readonly CommitBehind[];
  /** The file that is edited, by each of its names. */
  readonly statedOf?: readonly string[];
  /** See {@link RecallRequest.minInformation}. */
  readonly minInformation?: RecallRequest['minInformation'];
}

/** What the memory answered: rows that are relevant enough, best first. */
export type Answer = Pick<RecallResult, 'leftOut' | 'degraded'> & { readonly rows: readonly RecalledObservation[] };

/** Rows that a session has seen stand in front of the new ones; so many of them are looked for beside those. */
const MAX_SEEN_ROOM = 14;

/** Recall's own bound. */
const MAX_RECALL_LIMIT = 200;

/** One recall; null when it was out of time. Rejects as the store does, and on an answer that is none. */
export async function askMemory(
  parts: InjectorParts,
  event: VerbBusEvent,
  state: SessionState,
  question: Question,
  deadline: Deadline,
): Promise<Answer | null> {
  const recalled = await parts.store.recall(requestOf(parts, event, state, question, deadline));
  if (recalled?.outcome === 'deadline-exceeded') return null;
  if (recalled?.outcome !== 'ok' || !Array.isArray(recalled.rows)) {
    throw new InklingError('invalid-input', 'The memory store did not answer with rows.');
  }
  const { admitted } = admitRows(recalled.rows, event.orgId);
  const rows = admitted.filter((row) => row.relevance >= parts.settings.minRelevanceScore);
  const leftOut = Array.isArray(recalled.leftOut) ? recalled.leftOut : [];
  return { rows, leftOut, degraded: recalled.degraded ?? null };
}

function requestOf(
  parts: InjectorParts,
  event: VerbBusEvent,
  state: SessionState,
  { queryText, moreQueries = [], paths, commits = [], statedOf = [], minInformation }: Question,
  deadline: Deadline,
): RecallRequest {
  const { maxSuggestionsPerEvent, minRelevanceScore } = parts.settings;
  // Of the commits that are asked for some teach nothing: what else was said needs its room beside them.
  const enough = Math.min(2 * maxSuggestionsPerEvent + commits.length, MAX_RECALL_LIMIT);
  const seenRoom = Math.min(knownSeen(parts, state)?.size ?? MAX_SEEN_ROOM, MAX_SEEN_ROOM);
  return {
    orgId: event.orgId,
    projectId: event.projectId ?? null,
    agentId: event.agentId,
    sessionId: event.sessionId,
    queryText,
    ...(moreQueries.length === 0 ? {} : { moreQueries }),
    ...(paths.length === 0 ? {} : { paths }),
    ...(commits.length === 0 ? {} : { commits }),
    ...(statedOf.length === 0 ? {} : { statedOf }),
    ...(minInformation === undefined ? {} : { minInformation }),
    scope: event.memoryScope ?? 'project',
    ...(event.memoryNamespace === undefined ? {} : { namespace: event.memoryNamespace }),
    minRelevance: minRelevanceScore,
    withLeftOut: true,
    limit: Math.min(enough + seenRoom, MAX_RECALL_LIMIT),
    seen: { enough, ids: () => knownSeen(parts, state) },
    deadlineMs: Math.max(1, deadline.remaining()),
    signal: deadline.signal,
  };
}

/** What a session has had, as it is now; null while what other processes delivered to it is still being read. */
function knownSeen({ loadSeen }: InjectorParts, { seen, isSeenLoaded }: SessionState): ReadonlySet<string> | null {
  return loadSeen && !isSeenLoaded ? null : seen;
}
