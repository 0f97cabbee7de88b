import { INTEGER_MAX, requireId, requireInput, requireWholeNumber } from '../../base/require-input.ts';
import { isUuid } from '../../base/uuid.ts';
import type { InjectSource } from './memory-inject.ts';

/** What {@link enqueueMemoryInject} takes. Seed "In-Session Injection", durable inject queue; contract section 7. */
export interface MemoryInjectInput {
  /** Must be the handle's own organisation when given. */
  readonly orgId?: string;
  readonly sessionId: string;
  readonly agentId?: string | null;
  /** The block, 1 byte to 32 KiB of UTF-8. */
  readonly text: string;
  /** The observations in the block: what a correction and a deletion find it by. At most 256. (Default: none) */
  readonly observationIds?: readonly string[];
  /** (Default: 'api') */
  readonly source?: InjectSource;
  /** Past it the block is dropped, not delivered late. (Default: never) */
  readonly expiresAt?: Date | string | null;
  /** A newer block with the same key drops this one while it is pending. (Default: none) */
  readonly supersedesKey?: string | null;
  /** The row of the injection log that it belongs to. */
  readonly logId?: string | null;
  /** The epoch of a session that has no row in `sessions`; where there is one, its epoch holds. (Default: 0) */
  readonly epoch?: number;
}

/** 32 KiB: sixteen times the largest block of the default budgets, and small enough that a full queue of a session is 2 MiB. */
export const INJECT_TEXT_MAX_BYTES: number = 32 * 1024;
/** Pending blocks of one session. At one block a heartbeat, 64 are already more than an agent will read. */
export const INJECT_QUEUE_LIMIT: number = 64;

const OBSERVATION_IDS_MAX = 256;
const SOURCES: readonly InjectSource[] = ['session-start', 'in-session', 'correction', 'api', 'canary'];

function isText(value: unknown): boolean {
  // U+0000 and lone surrogates cannot be stored, and the hash would be of another text than the agent's.
  return typeof value === 'string' && value !== '' && !/[\0\p{Surrogate}]/u.test(value);
}

function isObservationIds(value: unknown): boolean {
  return Array.isArray(value) && value.length <= OBSERVATION_IDS_MAX && value.every(isUuid);
}

/** Throws `invalid-input` on a block that cannot be stored as it is or that belongs to another organisation. */
export function requireMemoryInject(input: MemoryInjectInput, orgId: string): void {
  const { observationIds = [], source = 'api', supersedesKey = null, logId = null } = input;
  requireInput(
    input.orgId === undefined || input.orgId === orgId,
    'orgId',
    `'${orgId}', the organisation of this handle`,
  );
  requireId(input.sessionId, 'sessionId');
  if (input.agentId !== undefined && input.agentId !== null) requireId(input.agentId, 'agentId');
  requireInput(isText(input.text), 'text', 'a well-formed string that is not empty, without U+0000');
  requireInput(Buffer.byteLength(input.text, 'utf8') <= INJECT_TEXT_MAX_BYTES, 'text', 'at most 32 KiB of UTF-8');
  requireInput(isObservationIds(observationIds), 'observationIds', 'a list of at most 256 UUIDs');
  requireInput(SOURCES.includes(source), 'source', `one of ${SOURCES.join(', ')}`);
  if (supersedesKey !== null) requireId(supersedesKey, 'supersedesKey');
  requireInput(logId === null || isUuid(logId), 'logId', 'a UUID, or null');
  const { epoch = 0 } = input;
  requireWholeNumber(epoch, 'epoch', 0, INTEGER_MAX);
}
