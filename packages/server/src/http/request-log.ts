import type { Problem } from '../contract/endpoint.ts';

/** One line about one request. Nothing in it comes from what a request says: no path, no query, no body, no text of an error. */
export interface RequestLogLine {
  readonly requestId: string;
  /** The operation's id; `unmatched` when no route fits. */
  readonly operation: string;
  readonly method: string;
  readonly status: number;
  readonly elapsedMs: number;
  readonly orgId?: string;
  readonly actor?: string;
  readonly code?: Problem['error']['code'];
}

/** Where the daemon's log lines go. */
export interface DaemonLog {
  request(line: RequestLogLine): void;
  /** Something about the daemon itself: started, draining, stopped. */
  note(event: string, facts?: Readonly<Record<string, unknown>>): void;
  /** A failure that was kept from callers, or that nobody foresaw. */
  failure(error: unknown, requestId?: string): void;
}
