import { addToList } from '../../base/lists.ts';
import type { Clock } from '../../base/clock.ts';
import { uuidv7 } from '../../base/uuid.ts';

/** One candidate of a retrieval, as it was ranked. */
export interface RetrievalCandidate {
  readonly observationId: string;
  readonly unweightedRank: number;
  readonly weightedRank: number;
  readonly relevance: number;
  readonly score: number;
  readonly weight: number;
}

/** One retrieval with a session. */
export interface Retrieval {
  readonly id: string;
  readonly orgId: string;
  readonly sessionId: string;
  readonly projectId: string | null;
  readonly candidates: readonly RetrievalCandidate[];
  /** Which of them came into a block. */
  readonly injectedIds: Set<string>;
}

/** Collects retrievals that are to be written later, so that no recall waits for its log. */
export interface RetrievalLog {
  /** Takes a retrieval. It never throws and never waits. */
  add(retrieval: Omit<Retrieval, 'id' | 'injectedIds'>): void;
  /** Says what of a session's retrievals came into a block; those that were handed out already stay as they are. */
  markInjected(orgId: string, sessionId: string, observationIds: readonly string[]): void;
  /** Hands out what waits, by organisation: it is the caller's to write. */
  take(): ReadonlyMap<string, readonly Retrieval[]>;
}

/** What the log stands on. */
export interface RetrievalLogOptions {
  readonly clock: Pick<Clock, 'now'>;
  /** Told that something waits. */
  readonly onWaiting: () => void;
}

// A database that is down must not fill the memory: some 200 bytes a candidate, 20 candidates, so about 8 MB.
const MOST_WAITING = 2000;

/** Creates the log. What comes while 2000 retrievals wait is dropped. */
export function createRetrievalLog({ clock, onWaiting }: RetrievalLogOptions): RetrievalLog {
  let waiting: Retrieval[] = [];
  return {
    add(retrieval) {
      if (waiting.length >= MOST_WAITING || retrieval.candidates.length === 0) return;
      waiting.push({ ...retrieval, id: uuidv7(clock.now()), injectedIds: new Set() });
      onWaiting();
    },
    markInjected(orgId, sessionId, observationIds) {
      for (const id of observationIds) {
        const last = waiting.findLast((retrieval) => isOf(retrieval, orgId, sessionId, id));
        last?.injectedIds.add(id);
      }
    },
    take() {
      const taken = groupByOrg(waiting);
      waiting = [];
      return taken;
    },
  };
}

function groupByOrg(retrievals: readonly Retrieval[]): Map<string, Retrieval[]> {
  const groups = new Map<string, Retrieval[]>();
  for (const retrieval of retrievals) {
    addToList(groups, retrieval.orgId, retrieval);
  }
  return groups;
}

function isOf(retrieval: Retrieval, orgId: string, sessionId: string, id: string): boolean {
  return (
    retrieval.orgId === orgId &&
    retrieval.sessionId === sessionId &&
    retrieval.candidates.some(({ observationId }) => observationId === id)
  );
}
