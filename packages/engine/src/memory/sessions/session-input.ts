import { requireId, requireInput, requireLabel, requireWholeNumber } from '../../base/require-input.ts';
import { wellFormedText } from '../../base/text/well-formed-text.ts';
import type { ParentLink, SessionParent, SessionWorkItem } from './session.ts';

/** What a session is created from. */
export interface SessionInput {
  /** Any text; creating it again changes nothing. (Default: a new UUIDv7) */
  readonly id?: string;
  /** (Default: no project) */
  readonly projectId?: string | null;
  readonly agentId?: string | null;
  /** `bug_fix`, `feature`, `refactor`, `chore` or any other text. (Default: '', unknown) */
  readonly workType?: string;
  /**
   * What the session is about; the retrieval query is composed from it. Trackers send what they like: a field that is no text counts as
   * missing, secrets are redacted, and text beyond 512 (identifier, issue), 2048 (title) or 16384 characters (description) is cut.
   */
  readonly workItem?: Partial<SessionWorkItem> | null;
  /** Must exist. (Default: none) */
  readonly parent?: SessionParent | null;
}

/** What became known of a session after it was created. */
export interface SessionDescription {
  /** Counts when the session's is ''. (Default: '') */
  readonly workType?: string;
  /** Each field counts when the session's own is empty; stored like that of a creation. */
  readonly workItem: Partial<SessionWorkItem>;
}

/** A checked {@link SessionInput} but for the id: every default filled in, the work item's text as it can be stored. */
export interface NormalizedSession {
  readonly projectId: string;
  readonly agentId: string | null;
  readonly workType: string;
  readonly workItem: SessionWorkItem | null;
  readonly parent: SessionParent | null;
}

const NAME_MAX_CHARACTERS = 512;
const TITLE_MAX_CHARACTERS = 2048;
// Only the first line of a description is searched for; the rest is for whoever looks at the session.
const DESCRIPTION_MAX_CHARACTERS = 16_384;
const LINKS: readonly ParentLink[] = ['sub-agent', 'hand-off', 'resume'];

/** Fails with `invalid-input`, naming the field. */
export function normalizeSessionInput(input: SessionInput): NormalizedSession {
  requireInput(typeof input === 'object' && input !== null, 'input', 'an object');
  const { projectId = null, agentId = null, workType = '', workItem = null, parent = null } = input;
  if (projectId !== null) requireId(projectId, 'projectId');
  if (agentId !== null) requireId(agentId, 'agentId');
  requireLabel(workType, 'workType');
  requireParent(parent, input.id);
  return { projectId: projectId ?? '', agentId, workType, workItem: storableWorkItem(workItem), parent };
}

function requireParent(parent: SessionParent | null, id: string | undefined): void {
  if (parent === null) return;
  requireInput(typeof parent === 'object', 'parent', 'an object with sessionId and link');
  requireId(parent.sessionId, 'parent.sessionId');
  requireInput(LINKS.includes(parent.link), 'parent.link', `one of ${LINKS.join(', ')}`);
  requireInput(parent.sessionId !== id, 'parent.sessionId', 'another session than the one that is created');
}

/** The work item as it can be stored; fails with `invalid-input` on what is no object. */
export function storableWorkItem(workItem: Partial<SessionWorkItem> | null): SessionWorkItem | null {
  if (workItem === null) return null;
  requireInput(typeof workItem === 'object', 'workItem', 'an object');
  return {
    issueId: storableText(workItem.issueId, NAME_MAX_CHARACTERS),
    identifier: storableText(workItem.identifier, NAME_MAX_CHARACTERS),
    title: storableText(workItem.title, TITLE_MAX_CHARACTERS),
    description: storableText(workItem.description, DESCRIPTION_MAX_CHARACTERS),
  };
}

/** Cut first: half a surrogate pair at the end becomes U+FFFD. */
function storableText(value: unknown, most: number): string | null {
  return typeof value === 'string' ? wellFormedText(value.slice(0, most)) : null;
}

/** How long a lock holds without a heartbeat, in ms: three heartbeats of 10 s may be lost before another worker takes over. */
export const DEFAULT_LOCK_TTL_MS = 30_000;

const MAX_LOCK_TTL_MS = 86_400_000;

/** How long a lock is to hold. */
export interface LockOptions {
  /** 1 to 86,400,000 ms. (Default: 30,000) */
  readonly ttlMs?: number;
}

/** The duration in ms. Fails with `invalid-input` out of range. */
export function lockDuration({ ttlMs = DEFAULT_LOCK_TTL_MS }: LockOptions): number {
  requireWholeNumber(ttlMs, 'ttlMs', 1, MAX_LOCK_TTL_MS);
  return ttlMs;
}

/**
 * True of a lock that has run out, over a row with this alias. A clock that was set back would let one live for as long on top: a lock that was
 * taken later than now, or ends later than any may, is over. Ten seconds are what the clocks of a server and its stand-in may differ by.
 */
export function lockIsOver(alias: string): string {
  return `(${alias}.lock_expires_at <= clock_timestamp() or ${alias}.claimed_at > clock_timestamp() + interval '10 seconds'
    or ${alias}.lock_expires_at > clock_timestamp() + ${MAX_LOCK_TTL_MS + 10_000} * interval '1 millisecond')`;
}

/**
 * When a lock of `parameter` ms ends, by the database's clock: several replicas decide on one lock, and their own clocks differ by more than
 * a heartbeat. clock_timestamp, because now() stands still at the transaction's start and a statement may wait for the row before it decides.
 */
export function lockEnd(parameter: string): string {
  return `clock_timestamp() + ${parameter}::double precision * interval '1 millisecond'`;
}
