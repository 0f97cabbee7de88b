import { randomUUID } from 'node:crypto';
import { findInjectionBlocks } from '../../features/history/blocks/injection-block.ts';
import type { InSessionMemoryInjector } from '../../features/in-session/in-session-memory-injector.ts';
import type { InjectQueue } from '../../memory/injects/inject-queue.ts';
import { INJECT_TEXT_MAX_BYTES } from '../../memory/injects/memory-inject-input.ts';
import type { SessionHad } from './session-seen.ts';

/** What a conversation asks of its session, and tells it. */
export interface ConversationSeenPorts {
  /** null = there is no such session. */
  readonly had: (sessionId: string) => Promise<SessionHad | null>;
  readonly given: InSessionMemoryInjector['markDelivered'];
  readonly queue: Pick<InjectQueue, 'recordDeliveredInject'>;
}

/** The conversation of a session, by the nonce in its blocks. */
export interface SessionConversation {
  /** undefined = it belongs to no session: nothing is asked and nothing told. */
  readonly sessionId: string | undefined;
  readonly agentId: string | undefined;
  readonly nonce: string;
}

/** What a session has seen, as its conversation needs it. */
export interface ConversationSeen {
  /** What others gave the session in its epoch. Of its own blocks the conversation knows itself which are still in sight. */
  byOthers(): Promise<ReadonlySet<string>>;
  /** Tells the session's other channels what this one shows, or would show were the session not held out. */
  shows(observationIds: readonly string[], isWithheld: boolean): void;
  /** Writes a block that was shown where other processes look. */
  keep(block: string, observationIds: readonly string[], logId: string): Promise<void>;
}

const NOTHING: ReadonlySet<string> = new Set();

/** Binds the seen-set of a session to one conversation. */
export function conversationSeen(
  { had, given, queue }: ConversationSeenPorts,
  { sessionId, agentId, nonce }: SessionConversation,
): ConversationSeen {
  // null = no session of the store.
  let epoch: number | null = null;
  let own = new Set<string>();
  let reading: Promise<ReadonlySet<string>> | null = null;

  async function read(): Promise<ReadonlySet<string>> {
    const known = sessionId === undefined ? null : await had(sessionId);
    if (known?.epoch !== epoch) own = new Set();
    epoch = known?.epoch ?? null;
    if (known === null) return NOTHING;
    const others: string[] = [];
    for (const { text, observationIds } of known.given) {
      if (findInjectionBlocks(text, nonce).length === 0) others.push(...observationIds);
      else for (const id of observationIds) own.add(id);
    }
    return new Set([...others, ...[...known.noted].filter((id) => !own.has(id))]);
  }

  return {
    // What comes unasked and what answers are looked for side by side.
    byOthers: () => (reading ??= read().finally(() => (reading = null))),
    shows(observationIds, isWithheld) {
      if (sessionId === undefined || epoch === null || observationIds.length === 0) return;
      // What was withheld is in nobody's sight: for the rest of the epoch it counts as shown by another.
      if (!isWithheld) for (const id of observationIds) own.add(id);
      given(sessionId, observationIds, epoch);
    },
    async keep(block, observationIds, logId) {
      if (sessionId === undefined || epoch === null) return;
      await queue.recordDeliveredInject({
        sessionId,
        agentId: agentId ?? null,
        text: beginningOf(block),
        observationIds,
        logId,
        source: 'in-session',
        deliveryId: randomUUID(),
      });
    },
  };
}

/** As much of a block as the queue takes: budgets of conversations have no such limit. */
function beginningOf(block: string): string {
  const bytes = Buffer.from(block);
  return bytes.length <= INJECT_TEXT_MAX_BYTES ? block : bytes.toString('utf8', 0, INJECT_TEXT_MAX_BYTES - 3);
}
