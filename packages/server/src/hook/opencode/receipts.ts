import type { PlacedBlock } from './ask-daemon.ts';

/** What became of the blocks that the daemon sent, by opencode's session. */
export interface Receipts {
  /** Those that were not placed before: the daemon sends again what it does not know to be in a request. */
  fresh(sessionID: string, blocks: readonly PlacedBlock[]): readonly PlacedBlock[];
  /** Deliveries that stand in a request to the model. */
  see(sessionID: string, deliveries: readonly string[]): void;
  /** What is told to the daemon with every event. */
  tell(sessionID: string): { readonly received: readonly string[]; readonly held: readonly string[] };
  forget(sessionID: string): void;
}

interface Known {
  readonly received: Set<string>;
  /** Placed, and in no request yet. */
  readonly held: Set<string>;
}

/** Deliveries of a session that are told, the newest: an epoch has a dozen. */
const MOST_TOLD = 64;

/** Creates it for one process of opencode. What an earlier one placed stands in opencode's own history. */
export function createReceipts(): Receipts {
  const sessions = new Map<string, Known>();
  const use = (sessionID: string): Known => {
    const known = sessions.get(sessionID) ?? { received: new Set(), held: new Set() };
    sessions.set(sessionID, known);
    return known;
  };
  return {
    fresh(sessionID, blocks) {
      const { received, held } = use(sessionID);
      const placed = blocks.filter(({ id }) => !received.has(id) && !held.has(id));
      for (const { id } of placed) held.add(id);
      return placed;
    },
    see(sessionID, deliveries) {
      const { received, held } = use(sessionID);
      for (const id of deliveries) {
        held.delete(id);
        received.delete(id);
        received.add(id);
      }
    },
    tell(sessionID) {
      const { received, held } = use(sessionID);
      return { received: [...received].slice(-MOST_TOLD), held: [...held] };
    },
    forget: (sessionID) => void sessions.delete(sessionID),
  };
}
