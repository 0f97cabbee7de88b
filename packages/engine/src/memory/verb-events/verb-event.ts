import { addToList } from '../../base/lists.ts';

/** One tool call that the memory was asked about, and what became of it. Moments are ISO-8601 UTC. */
export interface StoredVerbEvent {
  readonly id: string;
  readonly sessionId: string;
  readonly projectId: string | null;
  readonly tool: string;
  readonly phase: 'pre-verb' | 'post-verb';
  /** The file that it was about; null = none was named. */
  readonly path: string | null;
  readonly outcome: 'injected' | 'queued' | 'no-match' | 'skipped' | 'budget-exceeded' | 'disabled';
  readonly reason: string | null;
  /** From the call to its result. */
  readonly elapsedMs: number;
  /** From the agent's moment to the call. */
  readonly lagMs: number;
  readonly actualTokens: number;
  readonly observationIds: readonly string[];
  readonly degraded: string | null;
  /** When it ended. */
  readonly createdAt: string;
}

/** An event on its way into the table. */
export type VerbEventRecord = Omit<StoredVerbEvent, 'id' | 'createdAt'> & { readonly endedAt: number };

/** Collects events that are to be written later, so that no tool call waits for its log. */
export interface VerbEventLog {
  /** Takes an event. It never throws and never waits. */
  add(orgId: string, event: VerbEventRecord): void;
  /** Hands out what waits, by organisation: it is the caller's to write. */
  take(): ReadonlyMap<string, readonly VerbEventRecord[]>;
}

// A database that is down must not fill the memory: some 500 bytes each, so about 2 MB.
const MOST_WAITING = 4000;

/** Creates the log; `onWaiting` is told that something waits. What comes while 4000 events wait is dropped. */
export function createVerbEventLog(onWaiting: () => void): VerbEventLog {
  let waiting = new Map<string, VerbEventRecord[]>();
  let count = 0;
  return {
    add(orgId, event) {
      if (count >= MOST_WAITING) return;
      addToList(waiting, orgId, event);
      count += 1;
      onWaiting();
    },
    take() {
      const taken = waiting;
      waiting = new Map();
      count = 0;
      return taken;
    },
  };
}
