import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';

/** What is sent to the daemon: an event in Claude Code's form, which the daemon reads for this client too. */
export type HookPayload = Readonly<Record<string, unknown>> & {
  readonly hook_event_name: string;
  readonly session_id: string;
};

/** A block for the agent, and the delivery that brought it. */
export interface PlacedBlock {
  readonly id: string;
  readonly text: string;
}

/** What the daemon answers; every field may be missing. */
export interface HookReply {
  /** Blocks for the agent. */
  readonly blocks?: readonly PlacedBlock[];
  /** Text for the user, in place of an answer of the model. */
  readonly notice?: string;
}

/** Asks the daemon of a state directory. Never rejects: a daemon that is down, slow or of another kind has nothing to say. */
export type AskDaemon = (payload: HookPayload, patienceMs: number) => Promise<HookReply>;

/** For so long a daemon that did not answer in time is left alone, as the hook command does: else each tool call would wait for it again. */
const PAUSE_MS = 5_000;
/** The first time it may only be busy, as one is that has just started. */
const FIRST_PAUSE_MS = 2_000;
/** One that did not answer again so soon hangs. */
const AGAIN_WITHIN_MS = 10_000;

/**
 * The daemon may be started again at another address while opencode runs, so both files are read for each event: two of 200 bytes. Where
 * none runs, the start of a session starts one, which stays and hears of the start and of the prompts meanwhile. `now`: milliseconds of a clock
 * that only goes on.
 */
export function createAskDaemon(
  stateDirectory: string,
  orgId: string,
  now: () => number = () => performance.now(),
): AskDaemon {
  let pausedUntil = -Infinity;
  let telling: Promise<void> = Promise.resolve();
  return async (payload, patienceMs) => {
    if (now() < pausedUntil) return {};
    const isStart = payload.hook_event_name === 'SessionStart';
    try {
      const facts: unknown = JSON.parse(await readFile(path.join(stateDirectory, 'daemon.json'), 'utf8'));
      const token = await readFile(path.join(stateDirectory, 'daemon-token'), 'utf8');
      const response = await fetch(`${urlIn(facts)}/v1/hooks/opencode`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          authorization: `Bearer ${token.trim()}`,
          'inkling-org': orgId,
          'inkling-off': process.env['INKLING_OFF'] ?? '',
        },
        body: JSON.stringify(payload),
        signal: AbortSignal.timeout(patienceMs),
      });
      const reply: unknown = response.ok ? await response.json() : {};
      pausedUntil = -Infinity;
      return typeof reply === 'object' && reply !== null ? reply : {};
    } catch (error) {
      // Memory is a help: whatever is wrong with it, the agent goes on, and the daemon's own log has the rest.
      if (error instanceof Error && error.name === 'TimeoutError') {
        // A start has waited for seconds: the next event, which waits less, tells whether the daemon hangs.
        const again = now() - pausedUntil < AGAIN_WITHIN_MS ? PAUSE_MS : FIRST_PAUSE_MS;
        pausedUntil = now() + (isStart ? 0 : again);
      } else if (isStart || payload.hook_event_name === 'UserPromptSubmit') {
        // One behind the other: the daemon is started by the first, and hears of both in this order.
        telling = telling.then(() => tellHookCommand(stateDirectory, payload));
      }
      return {};
    }
  };
}

/** No link of the chain holds the next one up for longer. */
const TELLING_MS = 10_000;

/** The hook command starts a daemon where none is up, and keeps starts and prompts for it. Never rejects. */
function tellHookCommand(stateDirectory: string, payload: HookPayload): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, TELLING_MS).unref();
    try {
      const command = spawn(path.join(stateDirectory, 'hook.sh'), ['opencode', payload.hook_event_name], {
        stdio: ['pipe', 'ignore', 'ignore'],
        detached: true,
      });
      // No hook command, no daemon.
      command.on('error', () => resolve());
      command.on('close', () => resolve());
      command.stdin.on('error', () => undefined);
      command.stdin.end(JSON.stringify(payload));
      command.unref();
    } catch {
      // Out of file descriptors: the agent goes on without.
      resolve();
    }
  });
}

function urlIn(facts: unknown): string {
  return typeof facts === 'object' && facts !== null && 'url' in facts ? String(facts.url) : '';
}

/** Deliveries of a session that are told, the newest: an epoch has a dozen. */
const MOST_TOLD = 64;

/** What became of the blocks that the daemon sent, by opencode's session. What an earlier process of opencode placed stands in its own history. */
export type Receipts = ReturnType<typeof createReceipts>;

export function createReceipts() {
  /** `held`: placed, and in no request yet. */
  const sessions = new Map<string, { readonly received: Set<string>; readonly held: Set<string> }>();
  const use = (sessionID: string) => {
    const known = sessions.get(sessionID) ?? { received: new Set(), held: new Set() };
    sessions.set(sessionID, known);
    return known;
  };
  return {
    /** Those that were not placed before: the daemon sends again what it does not know to be in a request. */
    fresh(sessionID: string, blocks: readonly PlacedBlock[]): readonly PlacedBlock[] {
      const { received, held } = use(sessionID);
      const placed = blocks.filter(({ id }) => !received.has(id) && !held.has(id));
      for (const { id } of placed) held.add(id);
      return placed;
    },
    /** Deliveries that stand in a request to the model. */
    see(sessionID: string, deliveries: readonly string[]): void {
      const { received, held } = use(sessionID);
      for (const id of deliveries) {
        held.delete(id);
        received.delete(id);
        received.add(id);
      }
    },
    /** What is told to the daemon with every event. */
    tell(sessionID: string): { readonly received: readonly string[]; readonly held: readonly string[] } {
      const { received, held } = use(sessionID);
      return { received: [...received].slice(-MOST_TOLD), held: [...held] };
    },
    forget: (sessionID: string) => void sessions.delete(sessionID),
  };
}
