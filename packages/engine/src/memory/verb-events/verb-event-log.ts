import type { Clock } from '../../base/clock.ts';
import type { VerbEventRecord } from './verb-event.ts';

/** Collects events and writes them later, so that no tool call waits for its log. */
export interface VerbEventLog {
  /** Takes an event. It never throws and never waits. */
  add(orgId: string, event: VerbEventRecord): void;
  /** Writes what is there now. Failures go to `onError`; those events are lost. */
  flush(): Promise<void>;
  /** Writes the rest and takes nothing more. */
  close(): Promise<void>;
}

/** What the log stands on. */
export interface VerbEventLogOptions {
  readonly clock: Clock;
  /** Writes events of one organisation. */
  readonly write: (orgId: string, events: readonly VerbEventRecord[]) => Promise<void>;
  readonly onError: (error: unknown) => void;
}

// Agents make a few calls a second: one statement for all of a second's.
const DELAY_MS = 1000;

// A database that is down must not fill the memory: some 500 bytes each, so about 2 MB.
const MOST_WAITING = 4000;

/** Creates the log. What comes while 4000 events wait is dropped. */
export function createVerbEventLog({ clock, write, onError }: VerbEventLogOptions): VerbEventLog {
  let waiting = new Map<string, VerbEventRecord[]>();
  let count = 0;
  let writing: Promise<void> = Promise.resolve();
  let cancel: (() => void) | null = null;
  let isClosed = false;

  async function writeAll(taken: ReadonlyMap<string, readonly VerbEventRecord[]>): Promise<void> {
    for (const [orgId, events] of taken) await write(orgId, events).catch(onError);
  }
  function flush(): Promise<void> {
    cancel?.();
    cancel = null;
    const taken = waiting;
    waiting = new Map();
    count = 0;
    if (taken.size > 0) writing = writing.then(() => writeAll(taken));
    return writing;
  }
  return {
    add(orgId, event) {
      if (isClosed || count >= MOST_WAITING) return;
      const own = waiting.get(orgId);
      if (own) own.push(event);
      else waiting.set(orgId, [event]);
      count += 1;
      cancel ??= clock.schedule(() => void flush(), DELAY_MS);
    },
    flush,
    close() {
      isClosed = true;
      return flush();
    },
  };
}
