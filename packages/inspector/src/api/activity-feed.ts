import type { Activity } from '@inkling/engine';
import type { ActivityPage } from '@inkling/engine/types';
import { activitiesQuestion, LAST_PAGE, type ActivityPageQuery } from './activities-question.ts';
import { addressOf, call } from './call.ts';
import { takeEarly } from './early-answers.ts';
import { followEvents } from './follow-events.ts';

/** How the newest events arrive: pushed, asked for every second while the stream is cut, or not at all. */
export type FeedState = 'connecting' | 'live' | 'polling' | 'offline';

/** What is known of a session's events. */
export interface FeedSnapshot {
  /** By number, without gaps. */
  readonly activities: readonly Activity[];
  readonly state: FeedState;
  readonly hasEarlier: boolean;
}

/** A session's events, kept up to date for as long as somebody looks. */
export interface ActivityFeed {
  readonly snapshot: () => FeedSnapshot;
  readonly subscribe: (listener: () => void) => () => void;
  /** Reads the page before the first event that is known. */
  readonly loadEarlier: () => Promise<void>;
}

const POLL_MS = 1000;
const POLLS_BEFORE_STREAM = 5;

/** Follows a session: the last page at once, then the stream, and polling while the stream cannot be had. */
export function createActivityFeed(sessionId: string): ActivityFeed {
  const listeners = new Set<() => void>();
  let running: AbortController | null = null;
  const known = createKnown(sessionId, () => {
    for (const listener of listeners) listener();
  });
  return {
    snapshot: known.snapshot,
    subscribe(listener) {
      listeners.add(listener);
      if (!running) {
        running = new AbortController();
        void follow(known, running.signal);
      }
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        running?.abort();
        running = null;
      };
    },
    async loadEarlier() {
      const { activities } = known.snapshot();
      const { rows, hasMore } = await known.page({ before: activities[0]?.seq ?? 1 });
      known.set({ activities: [...rows, ...activities], hasEarlier: hasMore });
    },
  };
}

/** What is known so far, and the ways to more of it. */
interface Known {
  readonly sessionId: string;
  readonly snapshot: () => FeedSnapshot;
  set(changes: Partial<FeedSnapshot>): void;
  /** Takes events, except those that are known. */
  add(rows: readonly Activity[]): void;
  lastSeq(): number;
  page(query: ActivityPageQuery, signal?: AbortSignal): Promise<ActivityPage>;
}

function createKnown(sessionId: string, onChange: () => void): Known {
  let current: FeedSnapshot = { activities: [], state: 'connecting', hasEarlier: false };
  const set = (changes: Partial<FeedSnapshot>): void => {
    current = { ...current, ...changes };
    onChange();
  };
  const lastSeq = (): number => current.activities.at(-1)?.seq ?? 0;
  return {
    sessionId,
    snapshot: () => current,
    set,
    add(rows) {
      const news = rows.filter(({ seq }) => seq > lastSeq());
      if (news.length > 0) set({ activities: [...current.activities, ...news] });
    },
    lastSeq,
    page(query, signal) {
      const question = activitiesQuestion(sessionId, query);
      return takeEarly('listActivities', question) ?? call('listActivities', question, signal);
    },
  };
}

async function follow(known: Known, signal: AbortSignal): Promise<void> {
  if (known.lastSeq() === 0) await loadLast(known, signal);
  while (!signal.aborted) {
    // Whether it ended or broke, what comes next is the same: ask for a while, then try the stream again.
    await Promise.allSettled([stream(known, signal)]);
    for (let count = 0; count < POLLS_BEFORE_STREAM && !signal.aborted; count += 1) {
      await poll(known, signal);
      await pause(POLL_MS, signal);
    }
  }
}

function stream(known: Known, signal: AbortSignal): Promise<void> {
  return followEvents({
    address: addressOf('streamActivities', { params: { sessionId: known.sessionId } }),
    after: known.lastSeq(),
    signal,
    onOpen: () => known.set({ state: 'live' }),
    onEvent: (data) => known.add([data as Activity]),
  });
}

async function poll(known: Known, signal: AbortSignal): Promise<void> {
  try {
    const { rows } = await known.page({ after: known.lastSeq() }, signal);
    known.add(rows);
    known.set({ state: 'polling' });
  } catch {
    if (!signal.aborted) known.set({ state: 'offline' });
  }
}

async function loadLast(known: Known, signal: AbortSignal): Promise<void> {
  try {
    const { rows, hasMore } = await known.page(LAST_PAGE, signal);
    known.set({ activities: rows, hasEarlier: hasMore });
  } catch {
    // The stream then begins at the beginning, or polling says that the daemon is gone.
    if (!signal.aborted) known.set({ state: 'offline' });
  }
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
