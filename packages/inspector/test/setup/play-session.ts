import type { Ask } from './ask.ts';
import { PROJECT } from './project.ts';

interface Claimed {
  readonly lockToken: string;
}

/** A worker takes a session and brings its agent the block. */
export async function begin(
  ask: Ask,
  input: Readonly<Record<string, unknown>>,
): Promise<{ id: string; lockToken: string }> {
  const { session } = await ask<{ session: { id: string } }>('post /v1/sessions', {
    projectId: PROJECT,
    agentId: 'claude-code',
    ...input,
  });
  const { lockToken } = await ask<Claimed>(`post /v1/sessions/${session.id}/claim`, {
    workerId: 'worker-1',
    ttlMs: 600_000,
  });
  await deliver(ask, session.id, lockToken);
  return { id: session.id, lockToken };
}

interface Heartbeat {
  readonly outcome: string;
  readonly inject?: { readonly deliveryId: string };
}

const MOST_HEARTBEATS = 200;

/** Sends heartbeats until a block came, and acknowledges it. */
export async function deliver(ask: Ask, sessionId: string, lockToken: string): Promise<boolean> {
  for (let count = 0; count < MOST_HEARTBEATS; count += 1) {
    const heartbeat = await ask<Heartbeat>(`post /v1/sessions/${sessionId}/beat`, { lockToken, ttlMs: 600_000 });
    if (!heartbeat.inject) continue;
    await ask(`post /v1/sessions/${sessionId}/injects/${heartbeat.inject.deliveryId}/ack`, { lockToken });
    return true;
  }
  return false;
}

/** Reports a tool call as a hook does, and what the agent saw of it. */
export async function callTool(
  ask: Ask,
  sessionId: string,
  toolName: string,
  toolInput: object,
  output: string,
): Promise<void> {
  const callId = `call-${sessionId}-${toolName}-${JSON.stringify(toolInput).length}`;
  await ask(`post /v1/sessions/${sessionId}/activities`, {
    activities: [{ type: 'action', body: { name: toolName, callId, input: toolInput, output, failed: false } }],
  });
  await ask('post /v1/events', {
    type: 'post-tool-use',
    sessionId,
    projectId: PROJECT,
    agentId: 'claude-code',
    toolName,
    toolInput,
    emittedAt: Date.now(),
  });
}
