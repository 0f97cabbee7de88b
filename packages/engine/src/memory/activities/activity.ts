import type { JsonObject } from '../../base/text/stored-text.ts';

/** What an activity is an event of. `context`: a derived facet; `inject`: a block that was delivered. */
export type ActivityType = 'thought' | 'action' | 'response' | 'error' | 'context' | 'inject';

/** One event of a session. */
export interface Activity {
  readonly sessionId: string;
  /** From 1 in each session, without gaps, in the order of commits: who has read up to a number has missed nothing before it. */
  readonly seq: number;
  readonly id: string;
  readonly type: ActivityType;
  readonly body: JsonObject;
  /** As the sender says; ISO-8601 UTC. */
  readonly occurredAt: string;
  readonly createdAt: string;
}

/** An event as it is reported. */
export interface ActivityInput {
  /** UUID. Reporting it again changes nothing, so a retry is safe. (Default: a new UUIDv7) */
  readonly id?: string;
  readonly type: ActivityType;
  /**
   * At most 64 KiB of JSON. Of a `context` activity: `{ key, value }`, what deriveContext found, the key of 1 to 256 characters. An `inject`
   * activity names ids and hashes, not text: forgetting one observation does not look into bodies.
   */
  readonly body: Readonly<Record<string, unknown>>;
  /** A Date or ISO-8601 text with a time zone. (Default: now) */
  readonly occurredAt?: string | Date;
}
