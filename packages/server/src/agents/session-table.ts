import type { AgentSession } from './agent-session.ts';

/** The sessions that this process serves, by their clients' ids; the one used longest ago goes first. */
export interface SessionTable {
  /** What is kept under the key, else what `open` finds; of several at once one opens. What is null or fails is not kept. */
  use(key: string, open: () => Promise<AgentSession | null>): Promise<AgentSession | null>;
  forget(key: string): void;
}

/** A session that is dropped is found again by its next event: it costs two statements. */
const MOST_SESSIONS = 1000;

export function createSessionTable(): SessionTable {
  const sessions = new Map<string, Promise<AgentSession | null>>();
  const drop = (key: string, found: Promise<AgentSession | null>): void => {
    if (sessions.get(key) === found) sessions.delete(key);
  };
  return {
    use(key, open) {
      const known = sessions.get(key);
      const found = known ?? open();
      // Moved to the end: insertion order is order of use.
      sessions.delete(key);
      sessions.set(key, found);
      if (known === undefined) {
        found.then(
          (session) => session ?? drop(key, found),
          () => drop(key, found),
        );
      }
      const [oldest] = sessions.keys();
      if (sessions.size > MOST_SESSIONS && oldest !== undefined) sessions.delete(oldest);
      return found;
    },
    forget: (key) => void sessions.delete(key),
  };
}
