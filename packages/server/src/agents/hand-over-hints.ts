import type { Clock, OrgMemory } from '@inkling/engine';
import type { SubscriberInject } from '@inkling/engine/building-blocks';
import type { AgentSession, HintDesk } from './agent-session.ts';

// Who has gone on without a hint for ten minutes has left the file, and gets it anew if it matters again.
const HINT_LIFE_MS = 600_000;

/** A lock of a day is renewed by a heartbeat; one a minute keeps it. */
const HEARTBEAT_EVERY_MS = 60_000;

/** True when this process knows that nothing waits for the session, and that its lock is its own. */
export function isKnownIdle(
  memory: Pick<OrgMemory, 'isInjectQueueIdle'>,
  clock: Pick<Clock, 'monotonic'>,
  { id, heartbeatAt }: AgentSession,
): boolean {
  const isFresh = heartbeatAt !== null && clock.monotonic() - heartbeatAt < HEARTBEAT_EVERY_MS;
  return isFresh && memory.isInjectQueueIdle(id);
}

/**
 * Creates the desk of one organisation. On an embedded database a write waits for the disk, 4 ms and at times 80: a hint that the event's own
 * answer can carry is written behind it. Who has it then is known a moment later, and a daemon that is killed in this moment brings it again,
 * as it would one whose acknowledgement is not written.
 */
export function createHintDesk(
  memory: Pick<OrgMemory, 'enqueueMemoryInject' | 'isInjectQueueIdle'>,
  clock: Clock,
): HintDesk {
  const attended = new Map<string, AgentSession>();
  const queue = ({ sessionId, agentId, text, observationIds }: SubscriberInject): Promise<unknown> => {
    const expiresAt = new Date(clock.now() + HINT_LIFE_MS);
    return memory.enqueueMemoryInject({ sessionId, agentId, text, observationIds, source: 'in-session', expiresAt });
  };
  return {
    queue,
    async enqueue(hint) {
      const session = attended.get(hint.sessionId);
      if (session?.hints.length === 0 && isKnownIdle(memory, clock, session)) session.hints.push(hint);
      else await queue(hint);
    },
    attend(session) {
      attended.set(session.id, session);
      return () => void (attended.get(session.id) === session && attended.delete(session.id));
    },
  };
}
