// A worker and its agent over HTTP: what an earlier session learned reaches the agent once, although the daemon is killed after it
// handed the block to the worker and before it heard that the agent has it. First one daemon on an embedded database, killed and
// started again; then two daemons on one PostgreSQL, where the worker goes on with the other one.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startPostgresCluster } from '../../scripts/postgres-cluster.mjs';

const cli = fileURLToPath(new URL('../../packages/server/dist/cli/main.js', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'inkling-example-'));
const running = new Set();

/** `inkling up` as its own process; resolves when it is ready. */
async function up(state, storage) {
  const child = spawn(process.execPath, [cli, 'up', '--port', '0', '--json', ...storage], {
    env: { ...process.env, INKLING_STATE_DIR: state },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  running.add(child);
  let text = '';
  for await (const chunk of child.stdout) {
    text += chunk;
    if (text.trimEnd().endsWith('}')) break;
  }
  const { url } = JSON.parse(text);
  const token = readFileSync(join(state, 'daemon-token'), 'utf8').trim();
  return { child, ask: (call, body) => ask(url, token, call, body) };
}

async function ask(url, token, call, body) {
  const [method, path] = call.split(' ');
  const response = await fetch(`${url}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const answer = await response.json();
  assert.equal(response.status, 200, `${call}: ${JSON.stringify(answer)}`);
  return answer;
}

async function end({ child }, signal) {
  child.kill(signal);
  await once(child, 'exit');
  running.delete(child);
}

const LEARNED = 'The auth middleware lets a request without a session header pass as a guest: crawlers send none.';
const workItem = { identifier: 'SHOP-7', title: 'Auth middleware fails without session header' };

/** `other` gives the daemon that the worker finds after the first one is dead. */
async function play(first, other) {
  for (const content of [LEARNED, 'Prices are integers, in cents.', 'Logs rotate daily.', 'Builds need Node 20.']) {
    await first.ask('POST /v1/observations', { content, projectId: 'shop' });
  }
  await first.ask('POST /v1/warm', { projectId: 'shop' });
  const session = { projectId: 'shop', agentId: 'agent_dev', workType: 'bug_fix', workItem };
  const { session: queued } = await first.ask('POST /v1/sessions', session);
  const { claimed } = await first.ask('POST /v1/sessions/claim-next', { workerId: 'worker-1' });
  assert.equal(claimed.session.id, queued.id);
  const path = `/v1/sessions/${queued.id}`;

  // What the agent has been given, by delivery: a block that comes again is the same delivery, and is not handed over again.
  const agent = new Map();
  const hand = ({ deliveryId, text }) => agent.has(deliveryId) || agent.set(deliveryId, text);
  const heartbeat = (daemon, ackDeliveryId = null) =>
    daemon.ask(`POST ${path}/beat`, { lockToken: claimed.lockToken, ttlMs: 600_000, ackDeliveryId });

  // The block of the session start is made after the claim was answered; a worker just goes on beating.
  let handed = await heartbeat(first);
  for (
    const end = Date.now() + 60_000;
    handed.outcome === 'nothing' && Date.now() < end;
    handed = await heartbeat(first)
  );
  assert.equal(handed.outcome, 'inject');
  assert.equal(handed.inject.source, 'session-start');
  assert.ok(handed.inject.text.includes(LEARNED));
  hand(handed.inject);
  await end(first, 'SIGKILL');

  const second = await other();
  const again = await heartbeat(second);
  assert.equal(again.outcome, 'inject', 'not acknowledged, so not lost');
  assert.equal(again.inject.deliveryId, handed.inject.deliveryId);
  hand(again.inject);
  const last = await heartbeat(second, again.inject.deliveryId);
  assert.deepEqual([last.outcome, last.acked], ['nothing', true]);
  assert.deepEqual([...agent.values()], [handed.inject.text], 'the agent has it once');
  const { rows } = await second.ask(`GET ${path}/injects`);
  assert.deepEqual(
    rows.map(({ status, attempts }) => [status, attempts]),
    [['acked', handed.inject.attempts + 1]],
  );
  // Putting a note in a second time is putting it in once.
  const note = () => second.ask(`POST ${path}/injects`, { text: 'The release branch is frozen until Friday.' });
  assert.equal((await note()).inject?.status, 'pending');
  assert.equal((await note()).inject, null);
  const body = { lockToken: claimed.lockToken, outcome: 'accepted' };
  assert.equal((await second.ask(`POST ${path}/complete`, body)).session.status, 'completed');
  await end(second, 'SIGTERM');
}

async function onPglite() {
  const data = join(folder, 'data');
  const start = () => up(data, ['--data-dir', data]);
  await play(await start(), start);
}

async function onPostgres() {
  const cluster = await startPostgresCluster();
  try {
    const storage = ['--database-url', cluster.url];
    const first = await up(join(folder, 'one'), storage);
    const second = await up(join(folder, 'two'), storage);
    await play(first, async () => second);
  } finally {
    for (const child of running) child.kill('SIGKILL');
    await cluster.stop();
  }
}

try {
  await onPglite();
  await onPostgres();
} finally {
  for (const child of running) child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
}
