import { withinDeadline, type Deadline } from '../../base/deadline.ts';
import { blockEnding, type ReadyBlock } from './compose-block.ts';
import { endingOf, type Ending, type InjectionReason } from './injection-result.ts';
import type { InjectorParts } from './injector-parts.ts';
import { noteBlock } from './pace.ts';
import { recordBlock } from './record-block.ts';
import { markSeen, queuePending, release } from './session-state.ts';
import { questionsOf } from './verb-bus-event.ts';

/**
 * Gives a block to the provider, or to the queue for the next turn. Whatever the block shows counts as seen before the first `await`,
 * so that a second event of the session that is under way cannot bring it too. The event waits for the provider as long as its
 * budget lasts. A provider that has not answered by then keeps the block (`delivery-open`): taking it back could double it.
 * Never rejects.
 */
export async function deliverBlock(parts: InjectorParts, ready: ReadyBlock, deadline: Deadline): Promise<Ending> {
  markSeen(ready.state, ready.keys, parts.limits.maxSeenPerSession);
  noteGiven(ready);
  if (!parts.capability.supportsMessageInjection) return enqueue(parts, ready, null);
  const delivery = handOver(parts, ready);
  await withinDeadline(deadline, () => delivery.ended);
  return delivery.ending() ?? blockEnding(ready, 'queued', 'delivery-open');
}

/** Logs a block that its session goes without, as if it had been shown: the next one is what would have come next. */
export function withholdBlock(parts: InjectorParts, ready: ReadyBlock): Ending {
  markSeen(ready.state, ready.keys, parts.limits.maxSeenPerSession);
  noteGiven(ready);
  recordBlock(parts, ready, false);
  return blockEnding(ready, 'disabled', 'held-out');
}

function noteGiven({ event, state: { pace }, found: { evidence } }: ReadyBlock): void {
  noteBlock(pace, questionsOf(event).focalPath, evidence);
}

interface Delivery {
  readonly ended: Promise<void>;
  /** null while the provider has not answered. */
  ending(): Ending | null;
}

function handOver(parts: InjectorParts, ready: ReadyBlock): Delivery {
  let ending: Ending | null = null;
  async function run(): Promise<void> {
    try {
      await inject(parts, ready);
      recordBlock(parts, ready);
      ending = blockEnding(ready, 'injected');
    } catch (error) {
      parts.onError(error);
      ending = fallBack(parts, ready);
    }
  }
  return { ended: run(), ending: () => ending };
}

async function inject({ capability }: InjectorParts, { event, epoch, composed }: ReadyBlock): Promise<void> {
  const { orgId, projectId = null, agentId, tool, callId = null } = event;
  const observationIds = composed.included.map(({ id }) => id);
  const message = { orgId, projectId, agentId, epoch, observationIds, tool, callId };
  await capability.injectMessage?.(event.sessionId, composed.block, message);
}

/** After a delivery that failed. In another epoch, or when the session has ended, there is nothing left to queue or to release. */
function fallBack(parts: InjectorParts, ready: ReadyBlock): Ending {
  const { event, state, epoch, keys } = ready;
  const isCurrent = parts.sessions.get(event.sessionId) === state && state.epoch === epoch;
  if (!isCurrent) return endingOf('skipped', 'delivery-failed');
  if (parts.capability.whenDeliveryFails !== 'release') return enqueue(parts, ready, 'delivery-failed');
  release(state, keys);
  return endingOf('skipped', 'delivery-failed');
}

function enqueue(parts: InjectorParts, ready: ReadyBlock, reason: InjectionReason | null): Ending {
  const { event, state, epoch, composed, keys } = ready;
  const { sessionId, orgId, agentId, tool } = event;
  const observationIds = composed.included.map(({ id }) => id);
  const queuedAt = parts.clock.now();
  const injection = { sessionId, orgId, agentId, epoch, block: composed.block, observationIds, tool, queuedAt };
  queuePending(state, { injection, keys }, parts.limits.maxPendingPerSession);
  recordBlock(parts, ready);
  return blockEnding(ready, 'queued', reason);
}
