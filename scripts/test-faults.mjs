// Breaks daemons and their stores while they are at work, and calls them at random; a ledger outside of them judges. Embedded and PostgreSQL at once.
//   npm run test:faults                              each fault once, 1,000 calls: under a minute on a quiet machine
//   npm run test:faults -- --rounds 20 --calls 100000
//   npm run test:faults -- --only disk --no-build    faults with this in their name; fuzz is one of them
// Each fault strikes at a random moment, which --seed decides. Linux only: it stops processes and mounts a disk where it may.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createRandom } from '../bench/lib/random.mjs';
import { root } from './lib/root.mjs';
import { runOrExit } from './lib/run.mjs';
import { scriptArguments } from './lib/script-arguments.mjs';
import { twoAtATime } from './lib/two-at-a-time.mjs';

const { values } = scriptArguments(import.meta.url, {
  options: {
    rounds: { type: 'string', default: '1' },
    calls: { type: 'string', default: '1000' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    only: { type: 'string', default: '' },
    'no-build': { type: 'boolean', default: false },
  },
});
const [rounds, calls, seed] = [values.rounds, values.calls, values.seed].map(Number);
if (![rounds, calls, seed].every((number) => Number.isSafeInteger(number) && number >= 0)) {
  process.stderr.write('--rounds, --calls and --seed are whole numbers\n');
  process.exit(2);
}
if (!values['no-build']) runOrExit(process.execPath, [join(root, 'scripts/build.mjs')]);
// After the build: they use what is built.
const { FAULTS } = await import('../test/faults/faults.mjs');
const { fuzz } = await import('../test/faults/fuzz.mjs');
const { createLedger } = await import('../test/faults/ledger.mjs');
const { createAsk, startLoad } = await import('../test/faults/load.mjs');
const { embeddedWorld, serverWorld } = await import('../test/faults/worlds.mjs');

const WORLDS = { embedded: embeddedWorld, server: serverWorld };
/** A fault strikes some time into the load, and the load goes on for some time behind it. */
const LONGEST_BEFORE_MS = 400;
const BEHIND_MS = 200;
const say = (line) => process.stdout.write(`${line}\n`);
const tally = { passed: 0, failed: 0 };

/** Strikes once under load; answers how long it took until a write was acknowledged again. */
async function strike(fault, { world, random }, ledger, sessions) {
  const askAt = (place) => createAsk(place);
  const ask = askAt(world.place);
  const load = startLoad({ ask, ledger, sessions });
  try {
    // Something must be there that can be lost.
    while (ledger.counts().acked === 0 || ledger.counts().stored === 0) await pause(10);
    await pause(random.below(LONGEST_BEFORE_MS));
    await fault.strike(world, { ask, askAt, random });
    const healedAt = performance.now();
    const recoveredAt = await load.firstSince(healedAt);
    await pause(BEHIND_MS);
    return recoveredAt - healedAt;
  } finally {
    await load.stop();
  }
}

/** What the store says now, asked of a daemon that is well. */
async function readStore({ url, token }, sessions) {
  const headers = { authorization: `Bearer ${token}` };
  const get = async (path) => (await fetch(`${url}${path}`, { headers })).text();
  const lines = (await get('/v1/observations/export')).split('\n').filter(Boolean);
  const observations = new Map(lines.map((line) => JSON.parse(line)).map(({ id, content }) => [id, content]));
  const injects = new Map();
  for (const id of sessions) injects.set(id, JSON.parse(await get(`/v1/sessions/${id}/injects?limit=1000`)).rows);
  return { observations, injects };
}

async function tryFault(fault, { world, random }) {
  if (fault.needs && !fault.needs(world)) return say(`not run  ${fault.name}: this process may not mount a disk`);
  const ledger = createLedger();
  const sessions = ['a', 'b'].map((name) => `${name}-${random.below(1e9)}`);
  const ask = createAsk(world.place);
  for (const id of sessions) await ask('POST /v1/sessions', { id, projectId: 'faults' });
  const times = [];
  for (let round = 0; round < rounds; round += 1) {
    try {
      times.push(await strike(fault, { world, random }, ledger, sessions));
    } catch (error) {
      ledger.wrong(error.stack ?? String(error));
    }
  }
  const wrongs = ledger.judge(await readStore(world.place(), sessions));
  const { stored, enqueued, acked } = ledger.counts();
  const seen = `${stored} statements, ${enqueued} blocks, ${acked} acknowledged`;
  if (stored === 0 || acked === 0) wrongs.push('nothing happened that could have been lost');
  tell(fault.name, wrongs, `${seen}; writes again after ${times.map((ms) => ms.toFixed(0)).join(', ')} ms`);
}

function tell(name, wrongs, seen) {
  tally[wrongs.length === 0 ? 'passed' : 'failed'] += 1;
  say(`${wrongs.length === 0 ? 'ok      ' : 'FAILED  '} ${name}: ${seen}`);
  for (const wrong of wrongs.slice(0, 10)) say(`           ${wrong}`);
}

async function tryFuzz(world) {
  const { url, token } = world.place();
  const ask = async (call, body, org = 'local') => {
    const [method, path] = call.split(' ');
    const headers = { authorization: `Bearer ${token}`, 'inkling-org': org, 'content-type': 'application/json' };
    const init = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
    const response = await fetch(`${url}${path}`, init);
    const text = await response.text();
    if (!response.ok) throw new Error(`${call}: ${text}`);
    return response.headers.get('content-type')?.startsWith('application/json') ? JSON.parse(text) : text;
  };
  const isWell = await fuzz({ url, ask, seed, calls, say });
  tell('fuzz', isWell ? [] : ['see above'], `${calls} calls`);
}

async function tryWorld([kind, open]) {
  const chosen = FAULTS.filter(({ name, on }) => on === kind && name.includes(values.only));
  const doesFuzz = kind === 'embedded' && calls > 0 && 'fuzz'.includes(values.only);
  if (chosen.length === 0 && !doesFuzz) return;
  const world = await open(join(folder, kind));
  // Each has its own, so that a seed decides the same for it, however the other one fares.
  const random = createRandom(seed);
  try {
    for (const fault of chosen) await tryFault(fault, { world, random });
    if (doesFuzz) await tryFuzz(world);
  } finally {
    await world.stop();
  }
}

const folder = mkdtempSync(join(tmpdir(), 'inkling-faults-'));
// However the run ends, no disk stays mounted and no daemon behind: worlds, opened or not, end what they began with this process.
process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 }));
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));
say(`seed ${seed}, ${rounds} rounds of each fault, ${calls} calls`);
await twoAtATime(Object.entries(WORLDS), tryWorld);
say(`${tally.passed} passed, ${tally.failed} failed`);
process.exit(tally.failed === 0 && tally.passed > 0 ? 0 : 1);
