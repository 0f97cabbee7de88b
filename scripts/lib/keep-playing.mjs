import { setTimeout as pause } from 'node:timers/promises';

// Slow enough to read along, fast enough to see that it moves.
const STEP_MS = 3000;
const LOCK_MS = 60_000;

const WORK_ITEM = {
  identifier: 'DEMO-2',
  title: 'The search index of a project is loaded twice when two recalls arrive at once',
  description: 'This session goes on until the daemon stops, so that there is something to look at.',
};

const STEPS = [
  ['Grep', { pattern: 'loadScope' }, 'packages/engine/src/recall/scopes/scope-registry.ts'],
  ['Read', { file_path: 'packages/engine/src/recall/recall.ts' }, 'The file was read.'],
  ['Read', { file_path: 'packages/engine/src/recall/scopes/scope-entry.ts' }, 'The file was read.'],
  ['Edit', { file_path: 'packages/engine/src/recall/scopes/scope-entry.ts' }, 'The file was changed.'],
  ['Bash', { command: 'npx vitest run packages/engine/src/recall' }, '41 passed'],
  ['Edit', { file_path: 'packages/engine/src/memory/search/index/document-table.ts' }, 'The file was changed.'],
  ['Bash', { command: 'git diff --stat' }, '2 files changed'],
];

/** A session that does not end: one tool call after the other, until the signal. Whoever watches the inspector sees it move. */
export async function keepPlaying({ url, secret, projectId, signal }) {
  const post = async (path, body) => {
    const response = await fetch(`${url}/v1${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal,
    });
    return response.json();
  };
  const { session } = await post('/sessions', { projectId, agentId: 'demo', workType: 'bug_fix', workItem: WORK_ITEM });
  const at = `/sessions/${encodeURIComponent(session.id)}`;
  const { lockToken } = await post(`${at}/claim`, { workerId: 'npm start', ttlMs: LOCK_MS });
  for (let step = 0; !signal.aborted; step += 1) {
    const [toolName, toolInput, output] = STEPS[step % STEPS.length];
    const toolUseId = `demo-${step}`;
    await post(`${at}/activities`, {
      activities: [{ type: 'action', body: { tool: toolName, toolUseId, input: toolInput, output } }],
    });
    await post('/events', {
      ...{ type: 'post-tool-use', sessionId: session.id, projectId, agentId: 'demo', emittedAt: Date.now() },
      ...{ toolName, toolInput },
    });
    const { inject } = await post(`${at}/beat`, { lockToken, ttlMs: LOCK_MS });
    if (inject) await post(`${at}/injects/${inject.deliveryId}/ack`, { lockToken });
    await pause(STEP_MS, undefined, { signal });
  }
}
