// Full cycles of the durable inject queue: `npm run bench queue [seconds]`. Enqueue, claim and ack of one block each, beside pg-boss doing its
// nearest (send, fetch, complete of one job) in the same run. Compare the ratios, not the machines.
import { randomUUID } from 'node:crypto';
import { createMemory } from '@inkling/engine';
import { openPostgres } from '@inkling/engine/pg';
import { openPglite } from '@inkling/engine/pglite';
import PgBoss from 'pg-boss';
import { startPostgresCluster } from '../../scripts/postgres-cluster.mjs';
import { benchArguments } from '../lib/bench-arguments.mjs';

const { seconds: SECONDS } = benchArguments('queue');
const WORKERS = [1, 4, 16];
const ORG = 'bench';
const TEXT = `## Relevant Past Observations\n${'- [id] A line of a block, as long as most are. (weight: 1.00)\n'.repeat(8)}`;
const print = (line) => process.stdout.write(`${line}\n`);

/** Runs the cycle on `workers` loops for the time given and prints cycles a second. */
async function measure(label, workers, cycle) {
  const end = performance.now() + SECONDS * 1000;
  const start = performance.now();
  const counts = await Promise.all(
    Array.from({ length: workers }, async (_, worker) => {
      let cycles = 0;
      for (; performance.now() < end; cycles += 1) await cycle(worker, cycles);
      return cycles;
    }),
  );
  const cycles = counts.reduce((sum, count) => sum + count, 0);
  const rate = Math.round((cycles / (performance.now() - start)) * 1000);
  print(`${label.padEnd(46)} ${String(workers).padStart(2)} workers  ${String(rate).padStart(6)} cycles/s`);
  return cycles;
}

/** A session of the worker's own, as claiming one leaves it. */
async function hold(database, sessionId) {
  const lockToken = randomUUID();
  await database.tenant(ORG).query({
    text: `insert into sessions (org_id, id, status, worker_id, lock_token, lock_expires_at)
      values ($1, $2, 'working', 'bench', $3, clock_timestamp() + interval '1 day')`,
    values: [ORG, sessionId, lockToken],
  });
  return { sessionId, lockToken };
}

/** The three calls of the seed; or two, with the ack carried by the heartbeat that claims the next block. */
const CYCLES = {
  'enqueue, claim, ack': (org) => async (held, text) => {
    await org.enqueueMemoryInject({ sessionId: held.sessionId, text });
    const claim = await org.claimPendingInjectForSession(held.sessionId, held);
    await org.ackMemoryInject(held.sessionId, claim.inject.deliveryId);
  },
  'enqueue, heartbeat (ack of the last, claim)': (org) => async (held, text) => {
    await org.enqueueMemoryInject({ sessionId: held.sessionId, text });
    const options = { lockToken: held.lockToken, ttlMs: 60_000, ackDeliveryId: held.last ?? null };
    held.last = (await org.refreshLockAndClaimInject(held.sessionId, options)).inject.deliveryId;
  },
};

async function benchInkling(label, database) {
  const memory = await createMemory({ database });
  const org = memory.org(ORG);
  let enqueued = 0;
  for (const [name, cycleOf] of Object.entries(CYCLES)) {
    const cycle = cycleOf(org);
    for (const workers of WORKERS) {
      const held = await Promise.all(Array.from({ length: workers }, () => hold(database, randomUUID())));
      enqueued += await measure(`${label}: ${name}`, workers, (worker, n) => cycle(held[worker], `${TEXT}${n}`));
      for (const { sessionId, last } of held) if (last) await org.ackMemoryInject(sessionId, last);
    }
  }
  await printBalance(database, enqueued);
  await memory.close();
}

async function printBalance(database, enqueued) {
  const [row] = await database.operator.query({
    text: `select count(*) filter (where status = 'acked')::int as acked,
        (count(*) - count(distinct delivery_id))::int + count(*) filter (where attempts > 1)::int as doubled
      from session_memory_injects`,
    values: [],
  });
  print(`  ${enqueued} enqueued, ${row.acked} acknowledged: ${enqueued - row.acked} lost, ${row.doubled} doubled`);
}

async function benchPgBoss(url) {
  const boss = new PgBoss({ connectionString: url, max: 16, supervise: false, schedule: false });
  await boss.start();
  for (const workers of WORKERS) {
    const queues = Array.from({ length: workers }, (_, worker) => `w${workers}-${worker}`);
    for (const queue of queues) await boss.createQueue(queue);
    await measure('pg-boss: send, fetch, complete', workers, async (worker, n) => {
      await boss.send(queues[worker], { text: `${TEXT}${n}` });
      const [job] = await boss.fetch(queues[worker]);
      await boss.complete(queues[worker], job.id);
    });
  }
  await boss.stop({ graceful: false });
}

const cluster = await startPostgresCluster();
try {
  for (const preparedStatements of [true, false]) {
    const schema = preparedStatements ? 'prepared' : 'unprepared';
    const database = await openPostgres({ connectionString: cluster.url, schema, max: 16, preparedStatements });
    await benchInkling(`PostgreSQL${preparedStatements ? '' : ', unprepared'}`, database);
  }
  await benchPgBoss(cluster.url);
  await benchInkling('PGlite', await openPglite());
} finally {
  await cluster.stop();
}
