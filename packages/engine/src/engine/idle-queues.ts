/** What a beat of a session came to, as far as its queue is concerned. */
export interface BeatEnd {
  /** The block that it handed over; null = nothing waited. */
  readonly deliveryId: string | null;
  /** Another one waits behind it. */
  readonly hasMore: boolean;
}

/**
 * Knows of which sessions' queues nothing waits in, so that a tool call without a block costs no statement: on an embedded database each beat
 * is a write, with a sync of the disk. Only where one process owns the database does anybody know.
 */
export interface IdleQueues {
  /** Something is being put into the session's queue: nothing is known of it any more. To be called before and after. */
  touch(sessionId: string): void;
  /** A beat begins; what is returned is told its end, and believes it unless the queue was touched meanwhile. */
  begin(sessionId: string): (end: BeatEnd) => void;
  /** The delivery is not in flight any more: it was written or acknowledged. */
  acked(sessionId: string, deliveryId: string): void;
  isIdle(sessionId: string): boolean;
}

interface Known {
  isIdle: boolean;
  /** The only block that is left: once it is acknowledged, nothing waits. */
  last: string | null;
}

/** Sessions whose state is kept; of one that is dropped nothing is known, and its next tool call asks. */
const MOST_SESSIONS = 1000;

/** Creates the knowledge of one organisation's queues. */
export function createIdleQueues(): IdleQueues {
  const sessions = new Map<string, Known>();
  function keep(sessionId: string, known: Known): void {
    sessions.delete(sessionId);
    sessions.set(sessionId, known);
    const [oldest] = sessions.keys();
    if (sessions.size > MOST_SESSIONS && oldest !== undefined) sessions.delete(oldest);
  }
  return {
    touch: (sessionId) => void sessions.delete(sessionId),
    begin(sessionId) {
      const known: Known = { isIdle: false, last: null };
      keep(sessionId, known);
      return ({ deliveryId, hasMore }) => {
        // Another beat, or a block, came in between: what this one saw may be over.
        if (sessions.get(sessionId) !== known) return;
        known.isIdle = deliveryId === null;
        known.last = hasMore ? null : deliveryId;
      };
    },
    acked(sessionId, deliveryId) {
      const known = sessions.get(sessionId);
      if (known?.last === deliveryId) known.isIdle = true;
    },
    isIdle: (sessionId) => sessions.get(sessionId)?.isIdle === true,
  };
}
