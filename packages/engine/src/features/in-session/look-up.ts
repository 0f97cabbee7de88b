import type { Deadline } from '../../base/deadline.ts';
import { InklingError } from '../../base/errors.ts';
import type { GraphContextTriplet } from '../../memory/graph/triplet.ts';
import type { Degradation } from '../../memory/search/search.ts';
import { admitRows } from '../../recall/admit-rows.ts';
import type { LeftOut, RecalledObservation, RecallRequest } from '../../recall/memory-store.ts';
import type { InjectorParts } from './injector-parts.ts';
import { matchTriplets } from './match-triplets.ts';
import { pathsAtHand } from './paths-at-hand.ts';
import type { SessionState } from './session-state.ts';
import { questionsOf, type VerbBusEvent } from './verb-bus-event.ts';

/** What the memory has for an event. */
export interface Found {
  /** Best first, those included that the session has seen. */
  readonly rows: readonly RecalledObservation[];
  /** Most important first. */
  readonly triplets: readonly GraphContextTriplet[];
  /** Candidates that recall itself left out. */
  readonly leftOut: readonly LeftOut[];
  readonly degraded: Degradation | null;
}

const NOTHING: Found = { rows: [], triplets: [], leftOut: [], degraded: null };

/** Rows that a session has seen stand in front of the new ones; so many of them are looked for beside those. */
const MAX_SEEN_ROOM = 14;

/** Recall's own bound. */
const MAX_RECALL_LIMIT = 200;

interface Question {
  readonly queryText: string;
  readonly moreQueries: readonly string[];
  readonly paths: readonly string[];
}

/**
 * Asks the memory and the graph about an event, within the files that it is about. Both queries of the seed are one recall: each is searched, then they are merged,
 * boosted by those files, weighted and authorized once. An event without a path and without words asks nothing.
 * null when recall was out of time. Rejects as the store does, and on an answer that is none.
 */
export async function lookUp(
  parts: InjectorParts,
  event: VerbBusEvent,
  state: SessionState,
  deadline: Deadline,
): Promise<Found | null> {
  const [queryText, ...moreQueries] = questionsOf(event).texts;
  if (queryText === undefined) return NOTHING;
  const paths = await pathsAtHand(parts, event, deadline);
  const [recalled, triplets] = await Promise.all([
    parts.store.recall(requestOf(parts, event, state, { queryText, moreQueries, paths }, deadline)),
    matchTriplets(parts, event, paths, deadline),
  ]);
  if (recalled?.outcome === 'deadline-exceeded') return null;
  if (recalled?.outcome !== 'ok' || !Array.isArray(recalled.rows)) {
    throw new InklingError('invalid-input', 'The memory store did not answer with rows.');
  }
  const { admitted } = admitRows(recalled.rows, event.orgId);
  const rows = admitted.filter((row) => row.relevance >= parts.settings.minRelevanceScore);
  const leftOut = Array.isArray(recalled.leftOut) ? recalled.leftOut : [];
  return { rows, triplets, leftOut, degraded: recalled.degraded ?? null };
}

/** What is asked of the memory. */
function requestOf(
  parts: InjectorParts,
  event: VerbBusEvent,
  state: SessionState,
  { queryText, moreQueries, paths }: Question,
  deadline: Deadline,
): RecallRequest {
  const { maxSuggestionsPerEvent, minRelevanceScore } = parts.settings;
  const enough = Math.min(2 * maxSuggestionsPerEvent, MAX_RECALL_LIMIT);
  const seenRoom = Math.min(knownSeen(parts, state)?.size ?? MAX_SEEN_ROOM, MAX_SEEN_ROOM);
  return {
    orgId: event.orgId,
    projectId: event.projectId ?? null,
    agentId: event.agentId,
    sessionId: event.sessionId,
    queryText,
    ...(moreQueries.length === 0 ? {} : { moreQueries }),
    ...(paths.length === 0 ? {} : { paths }),
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
