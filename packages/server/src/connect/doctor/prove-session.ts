import { readFileSync } from 'node:fs';
import type { Clock, Session } from '@inkling/engine';
import { pause } from '@inkling/engine/operator';
import { InklingError } from '@inkling/engine/errors';
import type { Client } from '../../client/client.ts';
import { AGENT_CLIENT_NAMES, type AgentClientName } from '../../base/agent-clients.ts';
import { listMemoryInjects } from '../../contract/delivery.ts';
import * as api from '../../contract/sessions.ts';
import { findTranscripts, transcriptDirectories } from '../../importers/transcripts/find-transcripts.ts';
import type { TranscriptAgent } from '../../importers/transcripts/transcript.ts';
import { canaryWord, sendCanary } from './run-canary.ts';

/** What a session's own transcript says about a canary that was put into its queue. */
export interface SessionProof {
  readonly sessionId: string;
  readonly client: string | null;
  /**
   * `arrived`: the transcript has it. `waiting`: not yet; it comes with the next prompt or tool call. `ended`: nothing comes any more.
   * `no-transcript`: the client keeps none that is known, or not here. `no-session`: no hook has told the daemon of it.
   */
  readonly outcome: 'arrived' | 'waiting' | 'ended' | 'no-transcript' | 'no-session';
}

/** Whose session is proven, and how long it may take. */
interface SessionProofRequest {
  readonly client: Client;
  /** As the agent's client calls it. */
  readonly sessionId: string;
  readonly home: string;
  readonly environment: NodeJS.ProcessEnv;
  /** Milliseconds. */
  readonly waitMs: number;
  readonly clock: Clock;
}

const LOOK_EVERY_MS = 500;

/**
 * Looks for a canary in the transcript of a session that runs. One that waits or was delivered before is the one that is looked for; else a
 * new one is sent. A command that an agent runs itself sees it the second time: text comes to a session when a tool call has ended.
 */
export async function proveSession(request: SessionProofRequest): Promise<SessionProof> {
  const { client, sessionId, home, environment, waitMs, clock } = request;
  const session = await liveSession(client, sessionId);
  if (session === null) return { sessionId, client: null, outcome: 'no-session' };
  const told = { sessionId: session.id, client: session.agentId };
  const name = AGENT_CLIENT_NAMES.find((each) => each === session.agentId);
  const read = async (): Promise<readonly string[]> =>
    (name && (await transcriptsOf(name, sessionId, home, environment))) ?? [];
  if ((await read()).length === 0) return { ...told, outcome: 'no-transcript' };
  const words = await canaryWords(client, session);
  const giveUpAt = clock.monotonic() + waitMs;
  for (;;) {
    const kept = await read();
    if (kept.some((text) => words.some((word) => text.includes(word)))) return { ...told, outcome: 'arrived' };
    if (session.endedAt !== null) return { ...told, outcome: 'ended' };
    if (clock.monotonic() >= giveUpAt) return { ...told, outcome: 'waiting' };
    await pause(clock, LOOK_EVERY_MS);
  }
}

async function canaryWords(client: Client, session: Session): Promise<readonly string[]> {
  const { rows } = await client.call(listMemoryInjects, { params: { sessionId: session.id }, query: {} });
  const known = rows.flatMap(({ source, text }) => (source === 'canary' ? (canaryWord(text) ?? []) : []));
  if (known.length > 0 || session.endedAt !== null) return known;
  return [await sendCanary(client, session.id)];
}

/** A session that was resumed after its end goes on in a new one of a numbered name. */
async function liveSession(client: Client, sessionId: string): Promise<Session | null> {
  let newest: Session | null = null;
  for (let generation = 1; ; generation += 1) {
    const id = generation === 1 ? sessionId : `${sessionId}~${generation}`;
    const session = await getSession(client, id);
    if (session === null) return newest;
    newest = session;
    if (session.endedAt === null) return newest;
  }
}

async function getSession(client: Client, sessionId: string): Promise<Session | null> {
  try {
    return await client.call(api.getSession, { params: { sessionId } });
  } catch (error) {
    if (InklingError.isInstance(error) && error.code === 'session-not-found') return null;
    throw error;
  }
}

/** The clients whose transcripts are known to be on disk, with every text that their models were given. */
const AGENTS: Partial<Readonly<Record<AgentClientName, TranscriptAgent>>> = {
  'claude-code': 'claude-code',
  codex: 'codex',
};

/** The transcripts that a client keeps of a session, as texts; null when it keeps none that is known. Both name the session in the file's name. */
export async function transcriptsOf(
  client: AgentClientName,
  sessionId: string,
  home: string,
  environment: NodeJS.ProcessEnv,
): Promise<readonly string[] | null> {
  const agent = AGENTS[client];
  if (agent === undefined) return null;
  const found = await findTranscripts(agent, ...transcriptDirectories(agent, home, environment));
  return found.filter(({ file }) => file.includes(sessionId)).map(({ file }) => readFileSync(file, 'utf8'));
}
