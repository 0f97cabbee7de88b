import { keepNewest } from '../../base/read-cache.ts';
import type { InjectQueue } from '../../memory/injects/inject-queue.ts';
import type { MemoryInjectInput } from '../../memory/injects/memory-inject-input.ts';

/** What a heartbeat of a session came to, as far as its queue is concerned. */
export interface HeartbeatEnd {
  /** The block that it handed over; null = nothing waited. */
  readonly deliveryId: string | null;
  /** Another one waits behind it. */
  readonly hasMore: boolean;
}

/**
 * Knows of which sessions' queues nothing waits in, so that a tool call without a block costs no statement: on an embedded database each heartbeat
 * is a write, with a sync of the disk. Only where one process owns the database does anybody know.
 */
export interface IdleQueues {
  /** Something is being put into the session's queue: nothing is known of it any more. To be called before and after. */
  touch(sessionId: string): void;
  /** A heartbeat begins; what is returned is told its end, and believes it unless the queue was touched meanwhile. */
  begin(sessionId: string): (end: HeartbeatEnd) => void;
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

export function createIdleQueues(): IdleQueues {
  const sessions = new Map<string, Known>();
  return {
    touch: (sessionId) => void sessions.delete(sessionId),
    begin(sessionId) {
      const known: Known = { isIdle: false, last: null };
      keepNewest(sessions, sessionId, known, MOST_SESSIONS);
      return ({ deliveryId, hasMore }) => {
        // Another heartbeat, or a block, came in between: what this one saw may be over.
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

/** The queue, with a watch over what comes into it and what is taken out. `given` is told of each session that it may have brought more. */
export function watchInjects(queue: InjectQueue, idle: IdleQueues, given: (sessionId: string) => void): InjectQueue {
  const idOf = (input: Partial<MemoryInjectInput> | undefined): string => input?.sessionId ?? '';
  return {
    ...queue,
    enqueueMemoryInject: (input) =>
      touching(idle, idOf(input), () => queue.enqueueMemoryInject(input)).finally(() => given(idOf(input))),
    recordDeliveredInject: (input) => queue.recordDeliveredInject(input).finally(() => given(idOf(input))),
    async claimPendingInjectForSession(sessionId, options) {
      // It says nothing of what waits behind.
      idle.touch(sessionId);
      return queue.claimPendingInjectForSession(sessionId, options);
    },
    async ackMemoryInject(sessionId, deliveryId, options) {
      const result = await queue.ackMemoryInject(sessionId, deliveryId, options);
      if (result.outcome === 'acked') idle.acked(sessionId, deliveryId);
      return result;
    },
    async markInjectWritten(sessionId, deliveryId) {
      const isWritten = await queue.markInjectWritten(sessionId, deliveryId);
      if (isWritten) idle.acked(sessionId, deliveryId);
      return isWritten;
    },
    returnMemoryInject: (sessionId, deliveryId) =>
      touching(idle, sessionId, () => queue.returnMemoryInject(sessionId, deliveryId)),
    async refreshLockAndClaimInject(sessionId, options) {
      const end = idle.begin(sessionId);
      const heartbeat = await queue.refreshLockAndClaimInject(sessionId, options);
      if (heartbeat.outcome === 'inject') end({ deliveryId: heartbeat.inject.deliveryId, hasMore: heartbeat.hasMore });
      if (heartbeat.outcome === 'nothing') end({ deliveryId: null, hasMore: false });
      return heartbeat;
    },
  };
}

/** Runs what puts something into a session's queue. A write whose answer was lost is written all the same. */
export async function touching<Result>(
  idle: IdleQueues,
  sessionId: string,
  write: () => Promise<Result>,
): Promise<Result> {
  idle.touch(sessionId);
  try {
    return await write();
  } finally {
    idle.touch(sessionId);
  }
}
