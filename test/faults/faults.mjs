// What is done to daemons and their stores. Each fault strikes and heals; what must hold meanwhile is looked at on the spot, what must hold for
// good is the ledger's to judge.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { cli } from '../../bench/lib/daemon-process.mjs';

const CLOCK = fileURLToPath(new URL('../clients/set-clock-back.mjs', import.meta.url));
/** The exit code of a store that cannot be used: its daemon is alive, and does not answer. */
const REFUSED = 6;
const MIB = 1_048_576;
const NOTE = { content: 'The ledger queue worker retries seven times.', projectId: 'faults' };

/** Asks until the answer is the one that is looked for. */
async function until(ask, call, body, isIt) {
  for (const givesUpAt = performance.now() + 30_000; ; await pause(50)) {
    const found = await ask(call, body);
    if (isIt(found)) return found;
    assert.ok(performance.now() < givesUpAt, `${call} never answered as it must, last ${JSON.stringify(found)}`);
  }
}

const refusedWith =
  (code) =>
  ({ status, answer }) =>
    status === 503 && answer?.error?.code === code;
const notReady = ({ status, answer }) => status === 503 && answer?.status === 'not-ready';

async function secondStart(storage) {
  const child = spawn(process.execPath, [cli, 'up', '--port', '0', ...storage], { stdio: 'ignore' });
  const [code] = await once(child, 'exit');
  return code;
}

const embedded = (name, strike) => ({ name, on: 'embedded', strike });
const server = (name, strike) => ({ name, on: 'server', strike });

export const FAULTS = [
  embedded('daemon killed', async (world) => {
    await world.end('SIGKILL');
    await world.start();
  }),
  embedded('daemon stopped for a second, and another started on its directory', async (world) => {
    world.daemon.child.kill('SIGSTOP');
    const [code] = await Promise.all([secondStart(world.storage), pause(1000)]);
    world.daemon.child.kill('SIGCONT');
    assert.equal(code, REFUSED, 'a second daemon is refused');
  }),
  embedded('directory gone, and back', async (world, { ask }) => {
    renameSync(world.dataDir, `${world.dataDir}-away`);
    await until(ask, 'POST /v1/observations', NOTE, refusedWith('data-directory-gone'));
    await until(ask, 'GET /readyz', undefined, notReady);
    renameSync(`${world.dataDir}-away`, world.dataDir);
  }),
  embedded('directory deleted, and a second daemon started on its path', async (world, { ask, askAt }) => {
    renameSync(world.dataDir, `${world.dataDir}-away`);
    await world.startSecond();
    const other = askAt(() => world.second);
    await until(other, 'GET /readyz', undefined, ({ status }) => status === 200);
    // The path is there again and is another store: whoever had the first one must not take it for its own.
    await until(ask, 'POST /v1/observations', NOTE, refusedWith('data-directory-gone'));
    await until(ask, 'GET /readyz', undefined, notReady);
    // The second one serves its own store. Its first write may wait for the rules that look for secrets.
    await until(other, 'POST /v1/observations', NOTE, ({ status }) => status === 200);
    await world.endSecond();
    rmSync(world.dataDir, { recursive: true, force: true });
    renameSync(`${world.dataDir}-away`, world.dataDir);
  }),
  {
    ...embedded('disk full', async (world, { ask }) => {
      const file = join(world.dataDir, '..', 'filler');
      const piece = Buffer.alloc(MIB);
      const fill = () => {
        for (let left = 1; left > 0;) {
          try {
            writeFileSync(file, piece, { flag: 'a' });
          } catch (error) {
            assert.equal(error.code, 'ENOSPC');
            left = 0;
          }
        }
      };
      fill();
      const long = { ...NOTE, content: `${performance.now()} ${'word '.repeat(1500)}` };
      await until(ask, 'POST /v1/observations', long, ({ status, answer }) => {
        long.content = `${performance.now()} ${'word '.repeat(1500)}`;
        return refusedWith('disk-full')({ status, answer });
      });
      await until(ask, 'GET /readyz', undefined, ({ answer }) => answer?.reason === 'disk-full');
      rmSync(file);
    }),
    needs: (world) => world.disk !== null,
  },
  embedded('clock an hour back across a restart', async (world, { ask }) => {
    const { status } = await ask('POST /v1/observations', NOTE);
    assert.equal(status, 200);
    const session = { id: `clock-${performance.now()}`, projectId: 'faults' };
    await ask('POST /v1/sessions', session);
    await ask(`POST /v1/sessions/${session.id}/claim`, { workerId: 'before', ttlMs: 600_000 });
    await world.end('SIGTERM');
    await world.start({ NODE_OPTIONS: `--import ${CLOCK}`, CLOCK_BACK_DAYS: String(1 / 24) });
    const query = { queryText: 'ledger queue worker retries', projectId: 'faults', deadlineMs: 10_000 };
    await until(ask, 'POST /v1/recall', query, ({ answer }) =>
      answer?.rows?.some(({ observation }) => observation.content === NOTE.content),
    );
    const taken = await ask(`POST /v1/sessions/${session.id}/claim`, { workerId: 'after', ttlMs: 1000 });
    assert.equal(taken.answer?.outcome, 'claimed', 'the lock of before lives no longer');
    await until(ask, 'GET /healthz', undefined, ({ answer }) => answer?.clockBehindSeconds > 3000);
    await world.end('SIGTERM');
    await world.start();
  }),
  server('daemon killed, the other goes on', async (world) => {
    const killed = world.current;
    await world.end(killed, 'SIGKILL');
    world.current = 1 - killed;
    await world.start(killed);
  }),
  server('PostgreSQL killed', async (world) => {
    world.cluster.signal('SIGKILL');
    // Memory that it shared is held until the last of its processes has ended.
    for (let tries = 0; ; tries += 1) {
      try {
        await world.cluster.restart();
        return;
      } catch (error) {
        if (tries === 50) throw error;
        await pause(100);
      }
    }
  }),
  server('PostgreSQL stopped for two seconds', async (world, { ask }) => {
    world.cluster.signal('SIGSTOP');
    try {
      await until(ask, 'GET /readyz', undefined, notReady);
      await pause(1000);
    } finally {
      world.cluster.signal('SIGCONT');
    }
  }),
  server('connections cut, ten times', async (world) => {
    for (let cuts = 0; cuts < 10; cuts += 1) {
      world.proxy.cut();
      await pause(50);
    }
  }),
  server('a way of 100 ms for a second', async (world) => {
    world.proxy.slow(50);
    await pause(1000);
    world.proxy.slow(0);
  }),
  server('a replica two seconds behind', async (world, { ask, askAt }) => {
    const behind = 1 - world.current;
    const other = askAt(() => world.daemons[behind]);
    const written = (name) => ({ content: `The ${name} lamp hangs over the harbour gate.`, projectId: 'lag' });
    const query = { queryText: 'lamp over the harbour gate', projectId: 'lag', deadlineMs: 10_000 };
    const has = (name) => (found) =>
      found.answer?.rows?.some(({ observation }) => observation.content === written(name).content) === true;
    const [old, fresh] = ['red', 'blue'].map((colour) => `${colour} ${performance.now()}`);
    const { answer } = await ask('POST /v1/observations', written(old));
    await until(other, 'POST /v1/recall', query, has(old));
    world.daemons[behind].child.kill('SIGSTOP');
    try {
      await ask('POST /v1/observations/forget', { id: answer.id });
      await ask('POST /v1/observations', written(fresh));
      await pause(2000);
    } finally {
      world.daemons[behind].child.kill('SIGCONT');
    }
    await until(other, 'POST /v1/recall', query, (found) => has(fresh)(found) && !has(old)(found));
  }),
  server('lock lost in mid-claim', async (world, { ask, askAt }) => {
    const id = `lost-${performance.now()}`;
    const other = askAt(() => world.daemons[1 - world.current]);
    const path = `/v1/sessions/${id}`;
    await ask('POST /v1/sessions', { id, projectId: 'faults' });
    await ask(`POST ${path}/injects`, { text: `The block of ${id}.` });
    const first = (await ask(`POST ${path}/claim`, { workerId: 'first', ttlMs: 200 })).answer;
    const { inject } = (await ask(`POST ${path}/beat`, { lockToken: first.lockToken, ttlMs: 200 })).answer;
    const claim = { workerId: 'second', ttlMs: 60_000 };
    const { answer } = await until(other, `POST ${path}/claim`, claim, (found) => found.answer?.outcome === 'claimed');
    const ack = `POST ${path}/injects/${inject.deliveryId}/ack`;
    assert.equal((await ask(ack, { lockToken: first.lockToken })).answer.outcome, 'lock-lost');
    const again = (await other(`POST ${path}/beat`, { lockToken: answer.lockToken, ttlMs: 60_000 })).answer;
    assert.equal(again.inject.deliveryId, inject.deliveryId, 'the same delivery, to whoever holds the lock');
    assert.equal((await other(ack, { lockToken: answer.lockToken })).answer.outcome, 'acked');
    assert.equal((await other(ack, { lockToken: answer.lockToken })).answer.outcome, 'already-acked');
  }),
];
