import { randomUUID } from 'node:crypto';
import { systemClock } from '../../src/base/clock.ts';
import type { Database, TenantDatabase } from '../../src/base/database/database.ts';
import { createInjectQueue, type InjectQueue } from '../../src/memory/injects/inject-queue.ts';
import { holdSession } from './session-rows.ts';

/** A worker's hold on a session. */
export interface HeldSession {
  readonly sessionId: string;
  readonly lockToken: string;
}

/** The queue of one organisation, and what its tests do over and over. */
export interface InjectRoom {
  readonly tenant: TenantDatabase;
  readonly queue: InjectQueue;
  /** A new session that a worker holds. */
  session(): Promise<HeldSession>;
  /** Gives the session to another worker. */
  takeOver(sessionId: string): Promise<HeldSession>;
  enqueueAll(sessionId: string, texts: readonly string[]): Promise<void>;
  /** Claims a block, which must be there, and answers its delivery. */
  deliver(held: HeldSession): Promise<string>;
  /** What became of each text: the reason of its drop, else its status. */
  statuses(sessionId: string): Promise<Record<string, string>>;
}

export function injectRoom(database: Database, orgId: string): InjectRoom {
  const tenant = database.tenant(orgId);
  const queue = createInjectQueue(tenant, systemClock);
  async function takeOver(sessionId: string): Promise<HeldSession> {
    const lockToken = randomUUID();
    await holdSession(tenant, sessionId, lockToken);
    return { sessionId, lockToken };
  }
  return {
    tenant,
    queue,
    session: () => takeOver(`ses_${randomUUID()}`),
    takeOver,
    async enqueueAll(sessionId, texts) {
      for (const text of texts) await queue.enqueueMemoryInject({ sessionId, text });
    },
    async deliver({ sessionId, lockToken }) {
      const claim = await queue.claimPendingInjectForSession(sessionId, { lockToken });
      if (claim.outcome !== 'inject') throw new Error(claim.outcome);
      return claim.inject.deliveryId;
    },
    async statuses(sessionId) {
      const rows = await queue.listMemoryInjects(sessionId, { limit: 1000 });
      return Object.fromEntries(rows.map((row) => [row.text, row.dropReason ?? row.status]));
    },
  };
}
