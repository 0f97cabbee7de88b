import type { InjectQueue } from '../memory/injects/inject-queue.ts';
import type { MemoryInjectInput } from '../memory/injects/memory-inject-input.ts';
import type { IdleQueues } from './idle-queues.ts';

/** The queue, with a watch over what comes into it and what is taken out. */
export function watchInjects(queue: InjectQueue, idle: IdleQueues): InjectQueue {
  return {
    ...queue,
    enqueueMemoryInject(input) {
      const { sessionId = '' } = (input as Partial<MemoryInjectInput> | undefined) ?? {};
      return touching(idle, sessionId, () => queue.enqueueMemoryInject(input));
    },
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
      const beat = await queue.refreshLockAndClaimInject(sessionId, options);
      if (beat.outcome === 'inject') end({ deliveryId: beat.inject.deliveryId, hasMore: beat.hasMore });
      if (beat.outcome === 'nothing') end({ deliveryId: null, hasMore: false });
      return beat;
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
