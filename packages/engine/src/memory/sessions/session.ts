import { InklingError } from '../../base/errors.ts';

/** Where a session stands. `completed`, `failed` and `stopped` are ends: nothing leads out of them. */
export type SessionStatus = 'queued' | 'claimed' | 'working' | 'completed' | 'failed' | 'stopped';

/** What became of a completed session's work. */
export type SessionOutcome = 'accepted' | 'rework' | 'rejected';

/** How a session came out of another: dispatched by it while it goes on, or taking over from it. */
export type ParentLink = 'sub-agent' | 'hand-off' | 'resume';

/** The session that another one came out of. */
export interface SessionParent {
  readonly sessionId: string;
  readonly link: ParentLink;
}

/** What a session is about, as the tracker knew it when the session was created. */
export interface SessionWorkItem {
  /** The tracker's id of the issue. */
  readonly issueId: string | null;
  /** For example `ENG-412`. */
  readonly identifier: string | null;
  readonly title: string | null;
  readonly description: string | null;
}

/** One run of one agent on one work item. Times are ISO-8601 UTC by the database's clock. */
export interface Session {
  readonly orgId: string;
  readonly id: string;
  /** null = belongs to no project. */
  readonly projectId: string | null;
  readonly agentId: string | null;
  /** `bug_fix`, `feature`, `refactor`, `chore` or any other text; '' = unknown. */
  readonly workType: string;
  readonly status: SessionStatus;
  /** How often the agent's context was compacted. */
  readonly epoch: number;
  readonly epochStartedAt: string;
  /** Who holds the lock; null unless claimed or working. The token is the holder's secret and is in no session. */
  readonly workerId: string | null;
  /** From then on anybody may take the session over. */
  readonly lockExpiresAt: string | null;
  readonly parent: SessionParent | null;
  /** The experiment that it counts in, and whether it goes without memory for that; null = in none. */
  readonly experiment: { readonly id: string; readonly heldOut: boolean } | null;
  /** null = unknown: nobody judged it, and there is no evidence. It may come, and change, after the end. */
  readonly outcome: SessionOutcome | null;
  /** Why it ended, in the words of who ended it. */
  readonly endReason: string | null;
  /** The number of its last activity; 0 = none yet. */
  readonly activitySeq: number;
  /** null when none was given, or when it was forgotten. */
  readonly workItem: SessionWorkItem | null;
  readonly createdAt: string;
  /** When it was last claimed. */
  readonly claimedAt: string | null;
  readonly endedAt: string | null;
  readonly updatedAt: string;
}

/** The error for what a session in this status cannot do. */
export function transitionRefused(sessionId: string, status: SessionStatus, verb: string): InklingError {
  return new InklingError('session-transition-refused', `Session ${sessionId} is ${status}: it cannot be ${verb}.`, {
    hint: 'An ended session stays ended; create another, with this one as its parent.',
    details: { sessionId, status, verb },
  });
}
