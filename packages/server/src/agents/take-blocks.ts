import { randomUUID } from 'node:crypto';
import { wrapInjectionBlock } from '@inkling/engine/history';
import type { AgentSession, RailPorts, TakenBlock } from './agent-session.ts';
import { blockTag } from './block-envelope.ts';
import { isKnownIdle } from './hand-over-hints.ts';
import { LOCK_MS } from './open-agent-session.ts';

/** An empty line between two blocks. */
const SEPARATOR = 2;

/** What an event may take. */
export interface TakeLimits {
  /** The rest comes with the next event. */
  readonly maxBlocks: number;
  /** Characters that the client takes whole, all blocks together. */
  readonly maxCharacters: number;
  /** False once the client has gone on without an answer: what is taken then stays in flight, and comes with the next event. */
  readonly isWanted: () => boolean;
  /** Milliseconds before what was taken is written down: the event that is expected next should not wait behind it. (Default: none) */
  readonly writeAfterMs?: number;
}

/** The end of a look at the queue: blocks in their envelopes, or the session is another worker's now. */
export type TakenBlocks =
  | { readonly outcome: 'taken'; readonly blocks: readonly string[] }
  | { readonly outcome: 'lock-lost' };

const NOTHING: TakenBlocks = { outcome: 'taken', blocks: [] };

/**
 * Takes the blocks that wait for a session, each by one beat, oldest first. Events of one session take in turn, because the queue gives the
 * block in flight to everybody who asks. A block counts as handed over when its answer is wanted; it is acknowledged behind the answer, or by
 * the next beat, so that one whose client had gone comes again.
 */
export function takeBlocks(ports: RailPorts, session: AgentSession, limits: TakeLimits): Promise<TakenBlocks> {
  const taking = session.turn.then(() => take(ports, session, limits));
  session.turn = taking.catch(() => undefined);
  return taking;
}

async function take(ports: RailPorts, session: AgentSession, limits: TakeLimits): Promise<TakenBlocks> {
  const { memory, clock } = ports;
  if (isKnownIdle(memory, clock, session)) return takeHint(ports, session, limits);
  const taken: TakenBlock[] = session.kept.splice(0);
  let left = taken.reduce((room, { text }) => room - text.length - SEPARATOR, limits.maxCharacters);
  while (taken.length < limits.maxBlocks && limits.isWanted()) {
    const beat = await memory.refreshLockAndClaimInject(session.id, {
      lockToken: session.lockToken,
      ttlMs: LOCK_MS,
      ackDeliveryId: session.handedOver,
    });
    if (beat.outcome === 'lock-lost') return beat;
    session.beatAt = clock.monotonic();
    session.handedOver = null;
    if (beat.outcome === 'nothing') break;
    const text = wrapInjectionBlock(beat.inject.text, blockTag(session.nonce, beat.inject.epoch));
    // One that no event can carry is given up, or it would stand before all others for ever.
    const fitsAlone = text.length <= limits.maxCharacters;
    if (!limits.isWanted() || (fitsAlone && text.length > left)) break;
    session.handedOver = beat.inject.deliveryId;
    if (!fitsAlone) continue;
    taken.push({ text, inject: beat.inject });
    left -= text.length + SEPARATOR;
    if (!beat.hasMore) break;
  }
  return handOver(ports, session, taken, limits);
}

/** What the event found for itself, past the queue in which nothing waits. One that does not fit, or comes too late, goes into the queue. */
function takeHint(ports: RailPorts, session: AgentSession, { maxCharacters, isWanted }: TakeLimits): TakenBlocks {
  const [hint] = session.hints;
  if (!hint || !isWanted()) return NOTHING;
  const text = wrapInjectionBlock(hint.text, blockTag(session.nonce, session.epoch));
  if (text.length > maxCharacters) return NOTHING;
  session.hints.shift();
  const deliveryId = randomUUID();
  const { sessionId, agentId, observationIds } = hint;
  const source = 'in-session';
  ports.activities.write(session.id, [{ type: 'inject', body: { deliveryId, source, observationIds } }]);
  ports.memory
    .recordDeliveredInject({ sessionId, agentId, text: hint.text, observationIds, source, deliveryId })
    .catch(ports.onError);
  return { outcome: 'taken', blocks: [text] };
}

function handOver(
  ports: RailPorts,
  session: AgentSession,
  taken: readonly TakenBlock[],
  { isWanted, writeAfterMs }: TakeLimits,
): TakenBlocks {
  if (!isWanted()) {
    // The one in flight comes again by itself; those before it were acknowledged on the way to it, so they are kept here.
    session.kept.push(...taken.filter(({ inject }) => inject.deliveryId !== session.handedOver));
    session.handedOver = null;
    return NOTHING;
  }
  const activities = taken.map(({ inject: { deliveryId, source, observationIds } }) => ({
    type: 'inject' as const,
    body: { deliveryId, source, observationIds },
  }));
  ports.activities.write(session.id, activities, writeAfterMs);
  acknowledge(ports, session, writeAfterMs);
  return { outcome: 'taken', blocks: taken.map(({ text }) => text) };
}

/** Behind the answer: a daemon that ends before the session's next event would bring the block a second time. */
function acknowledge({ memory, clock, onError }: RailPorts, session: AgentSession, afterMs = 0): void {
  const { id, handedOver } = session;
  if (handedOver === null) return;
  const written = async (): Promise<void> => {
    // A beat has done it meanwhile.
    if (session.handedOver !== handedOver) return;
    await memory.ackMemoryInject(id, handedOver);
    if (session.handedOver === handedOver) session.handedOver = null;
  };
  clock.schedule(() => void written().catch(onError), afterMs);
}
