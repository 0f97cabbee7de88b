// What the inspector asks, on a full organisation: `npm run bench insight [observations] [sessions]`, by default 100,000 and 10,000, on
// PGlite (in memory) and PostgreSQL. Three times each; the middle one is printed, and each must stay below a second.
import { createMemory } from '@inkling/engine';
import { openPostgres } from '@inkling/engine/pg';
import { openPglite } from '@inkling/engine/pglite';
import { startPostgresCluster } from '../../scripts/postgres-cluster.mjs';
import { benchArguments } from '../lib/bench-arguments.mjs';
import { percentile } from '../lib/statistics.mjs';
import { seedStatements } from './seed.mjs';

const { observations, sessions } = benchArguments('insight');
const TIMES = 3;
const TARGET_MS = 1000;
const print = (line) => process.stdout.write(`${line}\n`);

// Whoever looks with a key: what policies keep from them is left out.
const VIEWER = { agentId: 'key:bench' };
const QUARTER = { since: new Date(Date.now() - 91 * 86_400_000) };
const QUESTIONS = {
  'sessions, a page': (org) => org.sessions.list({ limit: 50 }),
  'sessions, by text': (org) => org.sessions.list({ text: 'room399', limit: 50 }),
  'live topology': (org) => org.inspection.topology({ limit: 200 }),
  'injections of a session': (org) => org.inspection.injections('s77'),
  'tool calls of a session': (org) => org.inspection.verbEvents('s77'),
  'observations, a page': (org) => org.observations.list({ minWeight: 1.4, limit: 50 }),
  'feedback impact': (org) => org.inspection.feedbackImpact(QUARTER),
  'context budget': (org) => org.inspection.contextBudget(QUARTER),
  'budget change': (org) => org.inspection.budgetChange({ ...QUARTER, workType: 'feature', budgetTokens: 600 }),
  latency: (org) => org.inspection.latency(QUARTER),
  'top observations': (org) => org.inspection.topObservations(QUARTER),
  drift: (org) => org.inspection.drift(QUARTER),
  coverage: (org) => org.inspection.coverage({ depth: 2 }),
  'top observations, viewed': (org) => org.inspection.topObservations({ ...QUARTER, viewer: VIEWER }),
  'drift, viewed': (org) => org.inspection.drift({ ...QUARTER, viewer: VIEWER }),
  'coverage, viewed': (org) => org.inspection.coverage({ depth: 2, viewer: VIEWER }),
  'trends by kind': (org) => org.inspection.trends({ ...QUARTER, by: 'kind' }),
  health: (org) => org.inspection.health(QUARTER),
};

async function measure(database) {
  const tenant = database.tenant('bench');
  for (const statement of seedStatements({ observations, sessions })) await tenant.query(statement);
  await database.operator.query({ text: 'analyze', values: [] });
  const memory = await createMemory({ database });
  const org = memory.org('bench');
  let slow = 0;
  for (const [name, ask] of Object.entries(QUESTIONS)) {
    const taken = [];
    for (let time = 0; time < TIMES; time += 1) {
      const start = performance.now();
      await ask(org);
      taken.push(performance.now() - start);
    }
    const middle = percentile(taken, 0.5);
    if (middle > TARGET_MS) slow += 1;
    print(`  ${name.padEnd(26)} ${middle.toFixed(0).padStart(6)} ms${middle > TARGET_MS ? '  over a second' : ''}`);
  }
  await memory.close();
  return slow;
}

print(`${observations} observations, ${sessions} sessions`);
print('PGlite');
let slow = await measure(await openPglite());
const cluster = await startPostgresCluster();
try {
  print('PostgreSQL');
  slow += await measure(await openPostgres({ connectionString: cluster.url }));
} finally {
  await cluster.stop();
}
process.exit(slow === 0 ? 0 : 1);
