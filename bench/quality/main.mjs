// What the ranking finds, what each of its parts is worth, and what others find, in one run:
//   npm run bench quality -- --data <directory> [--sets a,b] [--limit 100] [--when right|wrong] [--peers] [--adapters <directory>]
//     [--json out.json]
// A set is { name, unit, stores: [{ id, items: [{id, text, ts, session, speaker?, paths?}],
// queries: [{text, paths?, context?, at, rel: {id: grade}}] }] } as .json or .json.gz; a query sees the first `at` items.
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { benchArguments, fromArgument } from '../lib/bench-arguments.mjs';
import { createEvaluationStore } from './lib/evaluation-store.mjs';
import { createIndexAdapter } from './lib/index-adapter.mjs';
import { measureSet } from './lib/measure-set.mjs';
import { RANKING_PARTS } from './lib/ranking-parts.mjs';
import { readSets } from './lib/read-sets.mjs';
import { resultTable } from './lib/result-table.mjs';
import { sayWhen } from './lib/say-when.mjs';
import { installPackages } from './lib/rivals/install-packages.mjs';
import { PEERS } from './lib/rivals/peers.mjs';
import { createPlainBm25 } from './lib/rivals/plain-bm25.mjs';
import { createPostgresText } from './lib/rivals/postgres-text.mjs';
import { withOutsideFailures } from './lib/rivals/with-outside-failures.mjs';

const options = benchArguments('quality');
const print = (text) => process.stdout.write(`${text}\n`);
/** Tables go to standard output, so that it can be kept as it is. */
const progress = (text) => process.stderr.write(`${text}\n`);
const explain = (error) => String(error.message ?? error).split('\n')[0];

/** The design first: it is what every other row is measured against. */
const CONTENDERS = [
  { name: 'the whole ranking', create: () => createIndexAdapter() },
  ...RANKING_PARTS.map(({ name, patch }) => ({
    name: `without ${name}`,
    create: () => createIndexAdapter(patch),
    part: true,
  })),
  { name: 'the product (library, database, policy)', create: () => createEvaluationStore() },
  { name: 'BM25, stems, stop words', create: createPlainBm25 },
  { name: 'PostgreSQL full text', create: createPostgresText },
];

/** A rival that cannot be had is a row that says so: it has neither lost nor won. */
async function rival(name, load) {
  try {
    return { name, create: await load() };
  } catch (error) {
    return { name, failure: `not measured: ${explain(error)}` };
  }
}

async function peers(folder) {
  const rivals = [];
  for (const { name, packages, load } of PEERS) {
    progress(`installing ${packages.join(' ')}`);
    rivals.push(await rival(name, () => load(installPackages(folder, packages))));
  }
  return rivals;
}

async function adaptersIn(directory) {
  const rivals = [];
  for (const file of readdirSync(directory).filter((name) => name.endsWith('.mjs'))) {
    const load = async () => (await import(pathToFileURL(resolve(directory, file)))).default;
    rivals.push(await rival(`adapter ${file.replace(/\.mjs$/, '')}`, load));
  }
  return rivals;
}

async function measure(contender, set) {
  if (contender.failure) return contender;
  progress(`${set.name}: ${contender.name}`);
  try {
    const measured = await withOutsideFailures(() => measureSet(contender.create, set, { limit: options.limit }));
    return { ...contender, ...measured };
  } catch (error) {
    return { ...contender, failure: `not measured: ${explain(error)}` };
  }
}

async function measureAll(sets, contenders) {
  const measured = [];
  for (const set of sets) {
    const rows = [];
    for (const contender of contenders) rows.push(await measure(contender, set));
    print(resultTable(set, rows));
    measured.push({
      set: set.name,
      rows: rows.map((row) => ({ ...row, groups: Object.fromEntries(row.groups ?? []) })),
    });
    // After each set: a long run that is stopped keeps what it has measured.
    if (options.json) writeFileSync(options.json, `${JSON.stringify(measured, null, 2)}\n`);
  }
}

const asTheyAre = fromArgument('quality', () => readSets(options.data, options.sets));
const sets = options.when === undefined ? asTheyAre : asTheyAre.map((set) => sayWhen(set, options.when === 'right'));
const folder = mkdtempSync(join(tmpdir(), 'inkling-peers-'));
try {
  const rivals = [
    ...(options.peers ? await peers(folder) : []),
    ...(options.adapters ? await adaptersIn(options.adapters) : []),
  ];
  await measureAll(sets, [...CONTENDERS, ...rivals]);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
