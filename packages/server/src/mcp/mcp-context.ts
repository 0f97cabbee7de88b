import type { Clock } from '@inkling/engine';
import type { CommandMemory } from '../client/command-memory.ts';

/** What the tools ask of one organisation's memory, be it opened here or a daemon's. */
export type McpMemory = Pick<CommandMemory, 'recall' | 'searchGraph' | 'explainAccess' | 'capture'> & {
  readonly observations: Pick<CommandMemory['observations'], 'get'>;
  readonly feedback: Pick<CommandMemory['feedback'], 'observation' | 'setOutcome'>;
};

/** Who uses the tools, and on which memory. */
export interface McpContext {
  /** null = none was named: every project of the organisation is searched, and what is remembered belongs to none. */
  readonly projectId: string | null;
  readonly sessionId: string | null;
  /** null = as the client calls itself. */
  readonly agentId: string | null;
  /** For a client that does not say its name. */
  readonly otherwise: string;
  /** Rejects unless who uses the tools may change a memory; `doesReplace`: what it says would not hold any more. (Default: whoever may read it may) */
  readonly requireChange?: (id: string, doesReplace: boolean) => Promise<void>;
  /** Rejects unless who uses the tools may speak for a session. (Default: they may) */
  readonly requireSession?: (sessionId: string) => Promise<void>;
  readonly clock: Clock;
  /** Gives the work its memory. Fails as the memory does, with `daemon-unavailable` too. */
  ask<T>(work: (memory: McpMemory) => Promise<T>): Promise<T>;
  /** Hears of failures that nobody foresaw; their words are not for the model. */
  onError(error: unknown): void;
}
