import { setTimeout as pause } from 'node:timers/promises';

// The start block is built after the claim has been answered; a worker sees it at one of its next heartbeats.
const MOST_HEARTBEATS = 50;
const HEARTBEAT_MS = 100;

const WORK_ITEM = {
  identifier: 'DEMO-1',
  title: 'The daemon takes over a data directory whose owner was killed',
  description: 'A second process must never open it while the first may be alive.',
};

// A file with a history of its own, that the start block did not ask about.
const TOOL_CALL = {
  toolName: 'Edit',
  toolInput: { file_path: 'packages/engine/src/memory/search/index/document-table.ts' },
};

/** One session as a worker plays it, over HTTP: create, claim, heartbeat until the block comes, acknowledge, report a tool call, complete. */
export async function playSession({ url, secret, projectId, say }) {
  const post = async (path, body) => {
    const response = await fetch(`${url}/v1${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const answer = await response.json();
    if (!response.ok) throw new Error(`${path}: ${answer.error.code}: ${answer.error.message}`);
    return answer;
  };
  const { session } = await post('/sessions', { projectId, agentId: 'demo', workType: 'bug_fix', workItem: WORK_ITEM });
  say(`\nA session was created for "${WORK_ITEM.title}".`);
  const at = `/sessions/${encodeURIComponent(session.id)}`;
  const { lockToken } = await post(`${at}/claim`, { workerId: 'npm start' });
  say('A worker claimed it.');
  const heartbeat = () => post(`${at}/beat`, { lockToken, ttlMs: 60_000 });
  const inject = await heartbeatUntilBlock(heartbeat);
  if (inject) {
    say(`Its heartbeat brought the start block, which the agent reads:\n\n${inject.text}\n`);
    const { outcome } = await post(`${at}/injects/${inject.deliveryId}/ack`, { lockToken });
    say(`The worker acknowledged it (${outcome}): it is never delivered again.`);
  } else {
    say('No block came: memory holds nothing about it.');
  }
  const event = { ...TOOL_CALL, type: 'post-tool-use', sessionId: session.id, projectId, agentId: 'demo' };
  const result = await post('/events', { ...event, emittedAt: Date.now() });
  say(`\nThe agent edits ${TOOL_CALL.toolInput.file_path}: ${result.outcome} after ${result.elapsedMs.toFixed(1)} ms.`);
  // Queued: the store confirmed it after the 100 ms; it comes all the same.
  const hint = ['injected', 'queued'].includes(result.outcome) ? await heartbeatUntilBlock(heartbeat) : null;
  if (hint) {
    say(`The next heartbeat brought what memory has about that file:\n\n${hint.text}\n`);
    await post(`${at}/injects/${hint.deliveryId}/ack`, { lockToken });
  }
  await post(`${at}/complete`, { lockToken, outcome: 'accepted' });
  say('The session is complete.');
}

async function heartbeatUntilBlock(heartbeat) {
  for (let count = 0; count < MOST_HEARTBEATS; count += 1) {
    const answer = await heartbeat();
    if (answer.outcome === 'inject') return answer.inject;
    await pause(HEARTBEAT_MS);
  }
  return null;
}
