import type { Row } from '../../base/database/database.ts';

/** Who put a block into the queue. Under pressure only the oldest 'in-session' hints give way. */
export type InjectSource = 'session-start' | 'in-session' | 'correction' | 'api' | 'canary';

/**
 * pending → delivered → acked, or dropped. 'delivered' is in flight: handed to a worker that has not confirmed it yet. A worker that cannot know
 * at once whether its agent has the block puts 'written' in between: the block stands in an answer, and the next one may come.
 */
export type InjectStatus = 'pending' | 'delivered' | 'written' | 'acked' | 'dropped';

/** Why a block will not be delivered (any more). `denied`: policies have come to forbid what is in it. */
export type InjectDropReason = 'expired' | 'superseded' | 'queue-full' | 'session-ended' | 'forgotten' | 'denied';

/** One row of `session_memory_injects`: a block of text on its way into a session. Moments are ISO-8601 UTC. */
export interface MemoryInject {
  readonly orgId: string;
  readonly id: string;
  readonly sessionId: string;
  /** The epoch in which it was enqueued or, once delivered, last handed over. */
  readonly epoch: number;
  readonly agentId: string | null;
  /** '' after an observation that it names was forgotten. */
  readonly text: string;
  /** SHA-256 hex of the text. */
  readonly contentHash: string;
  readonly observationIds: readonly string[];
  readonly source: InjectSource;
  readonly status: InjectStatus;
  readonly dropReason: InjectDropReason | null;
  /** The same on every redelivery. null = never handed over. */
  readonly deliveryId: string | null;
  /** How often it was handed over. */
  readonly attempts: number;
  readonly expiresAt: string | null;
  readonly supersedesKey: string | null;
  /** The row of `context_injection_logs` that it belongs to. */
  readonly logId: string | null;
  readonly createdAt: string;
  /** When it was first handed over. */
  readonly deliveredAt: string | null;
  readonly ackedAt: string | null;
}

/** A {@link MemoryInject} as a statement answers it. */
export type MemoryInjectRow = MemoryInject & Row;

const COLUMNS: Readonly<Record<keyof MemoryInject, string>> = {
  orgId: 'org_id',
  id: 'id',
  sessionId: 'session_id',
  epoch: 'epoch',
  agentId: 'agent_id',
  text: 'text',
  contentHash: 'content_hash',
  observationIds: 'observation_ids',
  source: 'source',
  status: 'status',
  dropReason: 'drop_reason',
  deliveryId: 'delivery_id',
  attempts: 'attempts',
  expiresAt: 'expires_at',
  supersedesKey: 'supersedes_key',
  logId: 'log_id',
  createdAt: 'created_at',
  deliveredAt: 'delivered_at',
  ackedAt: 'acked_at',
};

/** What a statement selects, from the table under an alias, to answer {@link MemoryInjectRow}s. */
export function injectColumns(alias: string): string {
  return Object.entries(COLUMNS)
    .map(([field, column]) => `${alias}.${column} as "${field}"`)
    .join(', ');
}
