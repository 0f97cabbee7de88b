import { randomUUID } from 'node:crypto';
import type { Clock, DeliveredInject, OrgMemory } from '@inkling/engine';
import type { SubscriberInject } from '@inkling/engine/building-blocks';
import { wrapInjectionBlock } from '@inkling/engine/history';
import type { AgentSession, HintDesk, HookServicePorts, TakenBlock } from './agent-session.ts';
import { blockTag } from './block-envelope.ts';
import { AGENT_CLIENTS } from './clients/agent-clients.ts';
import type { DeliveryEvidence, HookEvent } from './clients/hook-event.ts';
import { LOCK_MS } from './open-agent-session.ts';
import { readHistory, receiptsOf, transcriptSize } from './transcript-evidence.ts';

/** An empty line between two blocks. */
const SEPARATOR = 2;

/** What an event may take. */
export interface TakeLimits {
  readonly event: HookEvent;
  /** The rest comes with the next event. */
  readonly maxBlocks: number;
  /** Characters that the client takes whole, all blocks together. */
  readonly maxCharacters: number;
  /** False once the client has gone on without an answer: what is taken then comes with the next event. */
  readonly isWanted: () => boolean;
  /** Milliseconds before the queue is told what was taken: the event that is expected next should not wait behind that. (Default: none) */
  readonly writeAfterMs?: number;
}

/** The end of a look at the queue: blocks in their envelopes, or the session is another worker's now. */
type TakenBlocks =
  | { readonly outcome: 'taken'; readonly blocks: readonly string[]; readonly deliveryIds: readonly string[] }
  | { readonly outcome: 'lock-lost' };

const NOTHING: TakenBlocks = { outcome: 'taken', blocks: [], deliveryIds: [] };

/**
 * Takes the blocks that wait for a session, each by one heartbeat, oldest first, and behind them what the event found for itself. Events of one session take in turn, because the queue gives the
 * block in flight to everybody who asks. A block whose answer is wanted is written; whether its agent has it is told by later events.
 */
export function takeBlocks(ports: HookServicePorts, session: AgentSession, limits: TakeLimits): Promise<TakenBlocks> {
  return inTurn(session, () => take(ports, session, limits));
}

/**
 * Hears from an event what became of the blocks that were handed over before it: what is in the context is acknowledged, what is known not to be
 * waits again, and when a compaction took all of them a new epoch begins.
 */
export function settleWritten(ports: HookServicePorts, session: AgentSession, { evidence }: HookEvent): Promise<void> {
  if (evidence === undefined) return Promise.resolve();
  const showsHistory =
    evidence.kind === 'transcript' && AGENT_CLIENTS[session.client].showsCompactionInTranscript === true;
  if (session.written.size === 0 && !showsHistory) return Promise.resolve();
  return inTurn(session, async () => {
    await settle(ports, session, evidence);
    if (!showsHistory) return;
    const { nonce, turn } = blockTag(session.nonce, session.epoch);
    session.history = await readHistory(evidence.file, `(${nonce}-${turn})`, session.history);
    if (session.history.blocks === 'gone') await forgetContext(ports, session);
  });
}

async function settle(ports: HookServicePorts, session: AgentSession, evidence: DeliveryEvidence): Promise<void> {
  if (session.written.size === 0) return;
  for (const [deliveryId, receipt] of await receiptsOf(evidence, session.written)) {
    if (receipt === 'open') continue;
    await settleInFlight(ports, session, deliveryId);
    if (receipt === 'lost') await session.written.get(deliveryId)?.recorded;
    session.written.delete(deliveryId);
    if (receipt === 'lost') await ports.memory.returnMemoryInject(session.id, deliveryId);
    else void acknowledge(ports, session, deliveryId);
  }
}

/** The context lost what it had: everything may come again, the block of the start first. */
export async function forgetContext({ memory }: HookServicePorts, session: AgentSession): Promise<void> {
  const { session: now } = await memory.sessions.startEpoch(session.id, session.epoch);
  session.epoch = now.epoch;
  session.written.clear();
  session.ready.length = 0;
  session.open.length = 0;
  session.startBlock = 'wanted';
}

function inTurn<Result>(session: AgentSession, work: () => Promise<Result>): Promise<Result> {
  const done = session.turn.then(work);
  session.turn = done.catch(() => undefined);
  return done;
}

/** Takes the block that is next before anybody waits for it: an agent's tool runs meanwhile. */
export function getReady(ports: HookServicePorts, session: AgentSession, event: HookEvent): void {
  if (session.ready.length > 0) return;
  const maxCharacters = AGENT_CLIENTS[session.client].maxContextCharacters;
  takeBlocks(ports, session, { event, maxBlocks: 1, maxCharacters, isWanted: () => false }).catch(ports.onError);
}

async function take(ports: HookServicePorts, session: AgentSession, limits: TakeLimits): Promise<TakenBlocks> {
  // A tool call has no time to ask the store for more beside what is at hand.
  const isEnough = session.ready.length > 0 && limits.event.kind === 'post-tool';
  const isIdle = isKnownIdle(ports.memory, ports.clock, session);
  if (!isEnough && !isIdle && (await claim(ports, session, limits)) === 'lock-lost') return { outcome: 'lock-lost' };
  return handOver(ports, session, limits);
}

/** The block of the session's start was claimed: the next answer carries it. */
export function isStartAtHand({ ready }: Pick<AgentSession, 'ready'>): boolean {
  return ready.some(({ inject }) => inject.source === 'session-start');
}

/** Puts blocks from the queue at hand, until there is what the event carries. */
async function claim(
  ports: HookServicePorts,
  session: AgentSession,
  { maxBlocks, maxCharacters, isWanted }: TakeLimits,
): Promise<'claimed' | 'lock-lost'> {
  const { memory, clock } = ports;
  const { ready } = session;
  let left = ready.reduce((room, { text }) => room - text.length - SEPARATOR, maxCharacters);
  // One is taken also when nobody waits any more: the next event has it at once.
  while (ready.length < maxBlocks && left > 0 && (ready.length === 0 || isWanted())) {
    await settleInFlight(ports, session, session.handedOver);
    const heartbeat = await memory.refreshLockAndClaimInject(session.id, {
      lockToken: session.lockToken,
      ttlMs: LOCK_MS,
    });
    if (heartbeat.outcome === 'lock-lost') return 'lock-lost';
    session.heartbeatAt = clock.monotonic();
    if (heartbeat.outcome === 'nothing') {
      // It was dropped from the queue.
      if (ready.length === 0 && session.startBlock === 'waiting') session.startBlock = 'settled';
      break;
    }
    const { inject, hasMore } = heartbeat;
    const text = wrapInjectionBlock(inject.text, blockTag(session.nonce, inject.epoch));
    session.handedOver = inject.deliveryId;
    // One that no event can carry is given up, or it would stand before all others for ever.
    if (text.length > maxCharacters) {
      await memory.ackMemoryInject(session.id, inject.deliveryId);
      session.handedOver = null;
      if (inject.source === 'session-start') session.startBlock = 'settled';
      continue;
    }
    ready.push({ text, inject });
    left -= text.length + SEPARATOR;
    if (!hasMore) break;
  }
  return 'claimed';
}

/** Removes those of the blocks at hand that the event carries: what stands behind them comes with the next one. */
function removeFitting({ ready }: AgentSession, { maxBlocks, maxCharacters }: TakeLimits): TakenBlock[] {
  let length = -SEPARATOR;
  const rest = ready.findIndex(
    ({ text }, index) => index >= maxBlocks || (length += text.length + SEPARATOR) > maxCharacters,
  );
  return ready.splice(0, rest < 0 ? ready.length : rest);
}

/** What an event found for itself, and the same in its envelope. */
interface FittingHint {
  readonly hint: SubscriberInject;
  readonly text: string;
}

/** Removes what the event found for itself, where it fits beside the blocks that were taken. One that does not, or comes too late, goes into the queue. */
function removeHint(
  session: AgentSession,
  taken: readonly TakenBlock[],
  { maxBlocks, maxCharacters }: TakeLimits,
): FittingHint | null {
  const [hint] = session.hints;
  if (hint === undefined || taken.length >= maxBlocks) return null;
  const text = wrapInjectionBlock(hint.text, blockTag(session.nonce, session.epoch));
  const length = taken.reduce((sum, block) => sum + block.text.length + SEPARATOR, text.length);
  if (length > maxCharacters) return null;
  session.hints.shift();
  return { hint, text };
}

/** Blocks at hand, then what the event found for itself, past the queue. From the look at the clock to the end nothing waits. */
async function handOver(ports: HookServicePorts, session: AgentSession, limits: TakeLimits): Promise<TakenBlocks> {
  const { event, isWanted, writeAfterMs = 0 } = limits;
  const isNothing = session.ready.length === 0 && session.hints.length === 0;
  const size = isNothing ? 0 : await transcriptSize(event.evidence);
  // Its time may have ended while the transcript was looked at.
  if (isNothing || !isWanted()) return NOTHING;
  const taken = removeFitting(session, limits);
  const found = removeHint(session, taken, limits);
  if (taken.some(({ inject }) => inject.source === 'session-start')) session.startBlock = 'settled';
  const blocks: WrittenNow[] = [...taken, ...(found === null ? [] : [recordHint(ports, session, event, found)])];
  expectReceipt(ports, session, event, size, blocks);
  const activities = blocks.map(({ inject: { deliveryId, source, observationIds } }) => ({
    type: 'inject' as const,
    body: { deliveryId, source, observationIds },
  }));
  ports.activities.write(session.id, activities);
  const write = event.evidence === undefined ? acknowledge : settleInFlight;
  // Behind the answer: a daemon that ends before it has written that brings the block a second time.
  ports.clock.schedule(() => {
    for (const { inject } of taken) write(ports, session, inject.deliveryId).catch(ports.onError);
  }, writeAfterMs);
  const deliveryIds = blocks.map(({ inject }) => inject.deliveryId);
  return { outcome: 'taken', blocks: blocks.map(({ text }) => text), deliveryIds };
}

/** A block that stands in an answer, and the writing down of that where it is not in the queue. */
interface WrittenNow {
  readonly text: string;
  readonly inject: Pick<DeliveredInject, 'deliveryId' | 'source' | 'observationIds'>;
  readonly recorded?: Promise<unknown>;
}

function recordHint(
  { memory, onError }: HookServicePorts,
  { id: sessionId }: AgentSession,
  { evidence }: HookEvent,
  { hint, text }: FittingHint,
): WrittenNow {
  const inject = { deliveryId: randomUUID(), source: 'in-session', observationIds: hint.observationIds } as const;
  const isReceived = evidence === undefined;
  const recorded = memory
    .recordDeliveredInject({ sessionId, agentId: hint.agentId, text: hint.text, ...inject, isReceived })
    .catch(onError);
  return { text, inject, recorded };
}

/** Where nothing will tell what became of the blocks, their answer counts. */
function expectReceipt(
  { clock }: HookServicePorts,
  session: AgentSession,
  event: HookEvent,
  size: number,
  taken: readonly WrittenNow[],
): void {
  if (event.evidence === undefined) return;
  const callId = event.kind === 'post-tool' && event.isNumbered === true ? event.callId : null;
  const handedOverAt = clock.now();
  for (const { text, inject, recorded = Promise.resolve() } of taken) {
    session.written.set(inject.deliveryId, { text, callId, handedOverAt, transcriptSize: size, recorded });
  }
}

/** The delivery that was handed over last is not in flight any more: the next one may come. */
async function settleInFlight(
  ports: HookServicePorts,
  session: AgentSession,
  deliveryId: string | null,
): Promise<void> {
  if (deliveryId === null || session.handedOver !== deliveryId) return;
  await ports.memory.markInjectWritten(session.id, deliveryId);
  if (session.handedOver === deliveryId) session.handedOver = null;
}

/** Nobody waits for it. */
async function acknowledge(
  { memory, onError }: HookServicePorts,
  session: AgentSession,
  deliveryId: string,
): Promise<void> {
  await memory.ackMemoryInject(session.id, deliveryId, { background: true }).catch(onError);
  if (session.handedOver === deliveryId) session.handedOver = null;
}

// Who has gone on without a hint for ten minutes has left the file, and gets it anew if it matters again.
const HINT_LIFE_MS = 600_000;

/** A lock of a day is renewed by a heartbeat; one a minute keeps it. */
const HEARTBEAT_EVERY_MS = 60_000;

/** True when this process knows that nothing waits for the session, and that its lock is its own. */
function isKnownIdle(
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
      // The block of a start that is at hand has room for one beside it.
      const isDirect = (one: AgentSession): boolean => isKnownIdle(memory, clock, one) || isStartAtHand(one);
      if (session?.hints.length !== 0 || !isDirect(session)) return queue(hint);
      return session.hints.push(hint);
    },
    attend(session) {
      attended.set(session.id, session);
      return () => void (attended.get(session.id) === session && attended.delete(session.id));
    },
  };
}
