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

/** The daemon may be started again at another address while opencode runs, so both files are read for each event: two of 200 bytes. */
export function createAskDaemon(stateDirectory: string, orgId: string): AskDaemon {
  return async (payload, patienceMs) => {
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
      return typeof reply === 'object' && reply !== null ? reply : {};
    } catch {
      // Memory is a help: whatever is wrong with it, the agent goes on, and the daemon's own log has the rest.
      return {};
    }
  };
}

function urlIn(facts: unknown): string {
  return typeof facts === 'object' && facts !== null && 'url' in facts ? String(facts.url) : '';
}
