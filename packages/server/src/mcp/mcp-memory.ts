import type { CommandMemory } from '../client/command-memory.ts';

/** What the tools ask of one organisation's memory, be it opened here or a daemon's. */
export type McpMemory = Pick<CommandMemory, 'recall' | 'searchGraph' | 'explainAccess' | 'capture'> & {
  readonly observations: Pick<CommandMemory['observations'], 'get'>;
  readonly feedback: Pick<CommandMemory['feedback'], 'observation' | 'setOutcome'>;
};
