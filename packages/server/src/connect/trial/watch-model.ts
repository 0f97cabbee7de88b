import type { Clock } from '@inkling/engine';
import type { Client } from '../../client/client.ts';
import { createSession, listSessions } from '../../contract/sessions.ts';
import { projectIdentity } from '../../project/project-identity.ts';
import type { ModelRequest } from '../../scripted-model/model-dialect.ts';
import { sendCanary } from '../doctor/run-canary.ts';
import { transcriptsOf } from '../doctor/prove-session.ts';
import type { ClientTrial, ConnectionFacts, Connector } from '../clients/connector.ts';

/** Puts canaries on their way while a client asks its model, and looks for them in what the model was sent. */
export interface ModelWatch {
  /** Makes the session that the client is going to open, with a canary in its queue. */
  expectSession(sessionId: string): Promise<void>;
  /** For the model: before it answers with a tool call, a canary waits for the end of that call. */
  beforeAnswer(asked: ModelRequest): Promise<void>;
  /** When the client has ended; `home` is where it kept its transcripts. */
  result(home: string): Promise<Omit<TrialResult, 'elapsedMs' | 'attempts'>>;
}

interface Seen {
  sessionId: string | null;
  promptWord: string | null;
  toolWord: string | null;
  /** The first request of the agent's own conversation, and the first behind its tool call. */
  first: ModelRequest | null;
  afterCall: ModelRequest | null;
  calledAt: number;
  toolCallMs: number | null;
}

/** Watches one run of a client that works in `project`. */
export function watchModel(request: TrialRequest, project: string): ModelWatch {
  const { client, connector, clock } = request;
  const seen: Seen = {
    sessionId: null,
    promptWord: null,
    toolWord: null,
    first: null,
    afterCall: null,
    calledAt: 0,
    toolCallMs: null,
  };
  return {
    async expectSession(sessionId) {
      const projectId = await projectIdentity(project);
      await client.call(createSession, { body: { id: sessionId, projectId, agentId: connector.client } });
      seen.sessionId = sessionId;
      seen.promptWord = await sendCanary(client, sessionId);
    },
    async beforeAnswer(asked) {
      // Requests on the side (a title, a check) declare no tools.
      if (asked.tools.length === 0) return;
      if (asked.parts.some(({ kind }) => kind === 'call')) {
        seen.toolCallMs ??= clock.monotonic() - seen.calledAt;
        seen.afterCall ??= asked;
        return;
      }
      seen.first ??= asked;
      seen.sessionId ??= await newestSession(client, project);
      if (seen.sessionId !== null) seen.toolWord ??= await sendCanary(client, seen.sessionId);
      seen.calledAt = clock.monotonic();
    },
    result: (home) => resultOf(request, seen, home),
  };
}

/** Nobody else works in the trial's directory. */
export async function newestSession(client: Client, project: string): Promise<string | null> {
  const query = { projectId: await projectIdentity(project), limit: 1 };
  const { rows } = await client.call(listSessions, { query });
  return rows[0]?.id ?? null;
}

async function resultOf(
  { connector }: TrialRequest,
  seen: Seen,
  home: string,
): Promise<Omit<TrialResult, 'elapsedMs' | 'attempts'>> {
  const { sessionId, promptWord, toolWord, first, afterCall, toolCallMs } = seen;
  const kept = sessionId === null ? null : await transcriptsOf(connector.client, sessionId, home, {});
  const canary = (at: TrialCanary['at'], word: string, asked: ModelRequest | null): TrialCanary => ({
    at,
    spokenBy: asked?.parts.find(({ text }) => text.includes(word))?.role ?? null,
    inTranscript: kept && kept.some((text) => text.includes(word)),
  });
  const canaries = [
    ...(promptWord === null ? [] : [canary('prompt', promptWord, first)]),
    ...(toolWord === null ? [] : [canary('tool-call', toolWord, afterCall)]),
  ];
  const isThere = toolWord !== null && canaries.every(({ spokenBy }) => spokenBy !== null);
  return { outcome: isThere ? 'arrived' : 'missing', problem: problemOf(seen), canaries, toolCallMs };
}

function problemOf({ first, sessionId, afterCall }: Seen): string | null {
  if (first === null) return 'it asked the model nothing';
  if (sessionId === null) return 'its hooks opened no session';
  return afterCall === null ? 'it did not do what the model asked of it' : null;
}

/** What became of a canary that a client had to hand to its model. */
export interface TrialCanary {
  /** `prompt`: it waited when the session began. `tool-call`: it came while the model's first tool call was on its way. */
  readonly at: 'prompt' | 'tool-call';
  /** Who spoke it in the model's request; null = it was not in the request that had to have it. */
  readonly spokenBy: string | null;
  /** Whether the client's own transcript has it; null = it keeps none that is known. */
  readonly inTranscript: boolean | null;
}

/** How a client did in its trial. */
export interface TrialResult {
  /** `not-on-path`: its program was not found, so nothing was run. `failed`: it did not come to its end. */
  readonly outcome: 'arrived' | 'missing' | 'failed' | 'not-on-path';
  readonly problem: string | null;
  readonly canaries: readonly TrialCanary[];
  /** From the model's tool call to the client's next request, in ms: the call itself, with both of its hooks. */
  readonly toolCallMs: number | null;
  /** Of the whole run, in ms. */
  readonly elapsedMs: number | null;
  /** How often it was run: a busy machine may be over a hook's time, and what waits comes with the next event. */
  readonly attempts: number;
}

export interface TrialRequest {
  readonly connector: Connector & { readonly trial: ClientTrial };
  readonly facts: ConnectionFacts;
  readonly stateDirectory: string;
  /** Of the daemon that the hooks ask. */
  readonly client: Client;
  readonly clock: Clock;
}
