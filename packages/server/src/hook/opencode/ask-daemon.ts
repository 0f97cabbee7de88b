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
 * none runs, the start of a session starts one, which stays. `now`: milliseconds of a clock that only goes on.
 */
export function createAskDaemon(
  stateDirectory: string,
  orgId: string,
  now: () => number = () => performance.now(),
): AskDaemon {
  let pausedUntil = -Infinity;
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
      } else if (isStart) startDaemon(stateDirectory);
      return {};
    }
  };
}

/** By the hook command, which knows how, and which a daemon that is up by now refuses. */
function startDaemon(stateDirectory: string): void {
  const command = spawn(path.join(stateDirectory, 'hook.sh'), ['opencode', 'SessionStart'], {
    stdio: 'ignore',
    detached: true,
  });
  // No hook command, no daemon.
  command.on('error', () => undefined);
  command.unref();
}

function urlIn(facts: unknown): string {
  return typeof facts === 'object' && facts !== null && 'url' in facts ? String(facts.url) : '';
}
