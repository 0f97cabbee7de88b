import { InklingError } from '../../base/errors.ts';
import type { GraphEdgeKey } from '../../memory/injection-log/context-injection-log.ts';
import type { InSessionLimits } from './injector-options.ts';
import { createPace, type Pace } from './look-up/pace.ts';

/** A block that waits for the next turn of its session. */
export interface PendingInjection {
  readonly sessionId: string;
  readonly orgId: string;
  readonly agentId: string;
  readonly epoch: number;
  /** Markdown, ready for a system message. */
  readonly block: string;
  readonly observationIds: readonly string[];
  /** The tool call that brought it. */
  readonly tool: string;
  /** Wall-clock ms. */
  readonly queuedAt: number;
}

/** What is known of one session. Lost with the process: what must outlive it is in the durable queue. */
export interface SessionState {
  /** null until its first event. */
  orgId: string | null;
  epoch: number;
  /** Keys of what was delivered, or is on its way, in this epoch; oldest first. */
  seen: Set<string>;
  isSeenLoaded: boolean;
  /** Others may deliver to it: it is loaded again with each event. */
  maySeenGrow: boolean;
  /** '' = unknown. */
  workType: string;
  /** What the user asked last. */
  prompt: string | null;
  /** How often the session was given something in this epoch. */
  pace: Pace;
  pending: { readonly injection: PendingInjection; readonly keys: readonly string[] }[];
  usedAt: number;
}

/** The sessions of an injector, bounded in number and age. */
export interface SessionStates {
  /** The state of a session, made when there is none; it counts as used now. */
  use(sessionId: string, now: number): SessionState;
  get(sessionId: string): SessionState | undefined;
  forget(sessionId: string): void;
}

export function createSessionStates(limits: Pick<InSessionLimits, 'maxSessions' | 'sessionTtlMs'>): SessionStates {
  // Insertion order is order of use: a session moves to the end when it is used, so both bounds take from the front.
  const states = new Map<string, SessionState>();
  function makeRoom(now: number): void {
    for (const [id, state] of states) {
      if (states.size <= limits.maxSessions && now - state.usedAt < limits.sessionTtlMs) return;
      states.delete(id);
    }
  }
  return {
    use(sessionId, now) {
      const known = states.get(sessionId);
      const state = known && now - known.usedAt < limits.sessionTtlMs ? known : newState();
      state.usedAt = now;
      states.delete(sessionId);
      states.set(sessionId, state);
      makeRoom(now);
      return state;
    },
    get: (sessionId) => states.get(sessionId),
    forget: (sessionId) => void states.delete(sessionId),
  };
}

const newState = (): SessionState => ({
  orgId: null,
  epoch: 0,
  seen: new Set(),
  isSeenLoaded: false,
  maySeenGrow: false,
  workType: '',
  prompt: null,
  pace: createPace(),
  pending: [],
  usedAt: 0,
});

/** Binds a session to its organisation. Ids of two organisations may be equal: whoever comes second is refused. */
export function requireOrg(state: SessionState, orgId: string): void {
  state.orgId ??= orgId;
  if (state.orgId === orgId) return;
  throw new InklingError('invalid-input', 'The session belongs to another organisation.', {
    details: { field: 'orgId' },
  });
}

/** Begins an epoch: what an agent received before, its context has lost. The present one and earlier ones change nothing. */
export function startEpoch(state: SessionState, epoch: number): void {
  if (epoch <= state.epoch) return;
  Object.assign(state, { epoch, seen: new Set<string>(), isSeenLoaded: false, pace: createPace(), pending: [] });
}

/** A triplet as the seen-set knows it. */
export const edgeKey = ({ sourceId, relationshipName, targetId }: GraphEdgeKey): string =>
  `${sourceId} ${relationshipName} ${targetId}`;

/** What a block shows, as the seen-set knows it. */
export function seenKeys(observationIds: readonly string[], edges: readonly GraphEdgeKey[]): readonly string[] {
  return [...observationIds.map((id) => id.toLowerCase()), ...edges.map(edgeKey)];
}

export function markSeen(state: SessionState, keys: readonly string[], maxSeen: number): void {
  for (const key of keys) state.seen.add(key);
  for (const oldest of state.seen) {
    if (state.seen.size <= maxSeen) return;
    state.seen.delete(oldest);
  }
}

/** Puts a block at the end of the queue; the oldest gives way, and what it held may come again. */
export function queuePending(state: SessionState, entry: SessionState['pending'][number], maxPending: number): void {
  state.pending.push(entry);
  while (state.pending.length > maxPending) release(state, state.pending.shift()?.keys ?? []);
}

export function release(state: SessionState, keys: readonly string[]): void {
  for (const key of keys) state.seen.delete(key);
}
