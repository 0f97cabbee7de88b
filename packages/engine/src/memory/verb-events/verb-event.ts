/** One tool call that the memory was asked about, and what became of it. Moments are ISO-8601 UTC. */
export interface StoredVerbEvent {
  readonly id: string;
  readonly sessionId: string;
  readonly projectId: string | null;
  readonly tool: string;
  readonly phase: 'pre-verb' | 'post-verb';
  /** The file that it was about; null = none was named. */
  readonly path: string | null;
  readonly outcome: 'injected' | 'queued' | 'no-match' | 'skipped' | 'budget-exceeded' | 'disabled';
  readonly reason: string | null;
  /** From the call to its result. */
  readonly elapsedMs: number;
  /** From the agent's moment to the call. */
  readonly lagMs: number;
  readonly actualTokens: number;
  readonly observationIds: readonly string[];
  readonly degraded: string | null;
  /** When it ended. */
  readonly createdAt: string;
}

/** An event on its way into the table. */
export type VerbEventRecord = Omit<StoredVerbEvent, 'id' | 'createdAt'> & { readonly endedAt: number };
