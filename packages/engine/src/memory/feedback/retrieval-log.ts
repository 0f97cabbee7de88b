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

/** Collects retrievals and writes them later, so that no recall waits for its log. */
export interface RetrievalLog {
  /** Takes a retrieval. It never throws and never waits. */
  add(retrieval: Omit<Retrieval, 'id' | 'injectedIds'>): void;
  /** Says what of a session's retrievals came into a block; those that are written already stay as they are. */
  markInjected(orgId: string, sessionId: string, observationIds: readonly string[]): void;
  /** Writes what is there now. Failures go to `onError`; those rows are lost. */
  flush(): Promise<void>;
  /** Writes the rest and takes nothing more. */
  close(): Promise<void>;
}

/** What the log stands on. */
export interface RetrievalLogOptions {
  readonly clock: Clock;
  /** Writes retrievals of one organisation. */
  readonly write: (orgId: string, retrievals: readonly Retrieval[]) => Promise<void>;
  readonly onError: (error: unknown) => void;
}

// A block is composed and logged some milliseconds after its retrieval; then it is known what was injected.
const DELAY_MS = 1000;

// A database that is down must not fill the memory: some 200 bytes a candidate, 20 candidates, so about 8 MB.
const MOST_WAITING = 2000;

/** Creates the log. What comes while 2000 retrievals wait is dropped. */
export function createRetrievalLog({ clock, write, onError }: RetrievalLogOptions): RetrievalLog {
  let waiting: Retrieval[] = [];
  let writing: Promise<void> = Promise.resolve();
  let cancel: (() => void) | null = null;
  let isClosed = false;

  async function writeAll(retrievals: readonly Retrieval[]): Promise<void> {
    for (const [orgId, own] of groupByOrg(retrievals)) await write(orgId, own).catch(onError);
  }
  function flush(): Promise<void> {
    cancel?.();
    cancel = null;
    const taken = waiting;
    waiting = [];
    if (taken.length > 0) writing = writing.then(() => writeAll(taken));
    return writing;
  }
  return {
    add(retrieval) {
      if (isClosed || waiting.length >= MOST_WAITING || retrieval.candidates.length === 0) return;
      waiting.push({ ...retrieval, id: uuidv7(clock.now()), injectedIds: new Set() });
      cancel ??= clock.schedule(() => void flush(), DELAY_MS);
    },
    markInjected(orgId, sessionId, observationIds) {
      for (const id of observationIds) {
        const last = waiting.findLast((retrieval) => isOf(retrieval, orgId, sessionId, id));
        last?.injectedIds.add(id);
      }
    },
    flush,
    close() {
      isClosed = true;
      return flush();
    },
  };
}

function groupByOrg(retrievals: readonly Retrieval[]): Map<string, Retrieval[]> {
  const groups = new Map<string, Retrieval[]>();
  for (const retrieval of retrievals) {
    const group = groups.get(retrieval.orgId);
    if (group) group.push(retrieval);
    else groups.set(retrieval.orgId, [retrieval]);
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
