// What others find, and how much of a decision each token that they inject holds, beside Inkling, in one run:
//   npm run bench peers [-- --data <directory>] [--peers <directory>] [--budget 200,500] [--limit 100] [--sets a,b] [--only inkling,bm25]
// Recall sets and decision sets are the files of `npm run bench quality` and `npm run bench talks`, in one directory. Ends with what the
// encoder costs.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { createMiniLmEmbedder } from '@inkling/engine';
import { benchArguments, fromArgument } from '../lib/bench-arguments.mjs';
import { percentile } from '../lib/statistics.mjs';
import { measureSet } from '../quality/lib/measure-set.mjs';
import { readSets } from '../quality/lib/read-sets.mjs';
import { withOutsideFailures } from '../quality/lib/rivals/with-outside-failures.mjs';
import { contenders } from './contenders.mjs';
import { measureDecisions, QUESTIONS } from './measure-decisions.mjs';

const options = benchArguments('peers');
const BESIDE = fileURLToPath(new URL('../../../shared/eval/data', import.meta.url));
const COST_QUERIES = 100;
const print = (text) => process.stdout.write(`${text}\n`);
const progress = (text) => process.stderr.write(`${text}\n`);
const percent = (share) => (100 * share).toFixed(1);
const row = (cells) => `| ${cells.join(' | ')} |`;
const heading = (titles) => `${row(titles)}\n${row(titles.map(() => '---'))}`;

/** A contender's cells, or why there are none: one that fails has neither lost nor won. */
async function cellsOf(contender, name, count, measure) {
  if (contender.failure) return [contender.failure, ...Array.from({ length: count - 1 }, () => '')];
  progress(`${name}: ${contender.name}`);
  try {
    return await withOutsideFailures(measure);
  } catch (error) {
    return [
      `not measured: ${String(error.message ?? error).split('\n')[0]}`,
      ...Array.from({ length: count - 1 }, () => ''),
    ];
  }
}

const decisionCell = (figures) => {
  if (figures === undefined) return '—';
  const { coverage, reached, tokens } = figures;
  const each = tokens === 0 ? '—' : ((100 * coverage) / (tokens / 100)).toFixed(1);
  return `${percent(coverage)} / ${percent(reached)} / ${tokens.toFixed(0)} / ${each}`;
};
const silenceCell = ({ tokens, empty, tasks }) => `${tokens.toFixed(0)} / ${empty} of ${tasks}`;

async function decisionTable(name, set, rivals) {
  const columns = QUESTIONS.flatMap((question) => options.budget.map((budget) => `${question.name} ${budget}`));
  print(`\n### ${name}\n\n${heading(['', ...columns])}`);
  for (const rival of rivals) {
    const cells = await cellsOf(rival, name, columns.length, async () => {
      const figures = await measureDecisions(rival, set, options.budget);
      return columns.map((column) => {
        const found = figures.get(column);
        return column.startsWith('silence') && found ? silenceCell(found) : decisionCell(found);
      });
    });
    print(row([rival.name, ...cells]));
  }
}

const sizeOf = ({ stores }) => Math.max(...stores.map(({ items }) => items.length));

async function recallTable(set, rivals) {
  print(`\n### ${set.name} (${sizeOf(set)} items)\n`);
  let groups;
  for (const rival of rivals) {
    const tooMany =
      rival.mostItems < sizeOf(set) ? `not measured: over ${rival.mostItems} items take too long to write` : undefined;
    const cells = await cellsOf({ failure: tooMany, ...rival }, set.name, (groups?.length ?? 1) + 1, async () => {
      const measured = await measureSet(rival.create, set, { limit: options.limit });
      if (!groups) {
        groups = [...measured.groups.keys()];
        print(
          heading(['R@10 / MRR', ...groups.map((group) => `${group} (${measured.groups.get(group).n})`), 'p50 ms']),
        );
      }
      const found = groups.map((group) => {
        const { recall10, mrr } = measured.groups.get(group);
        return rival.needsFile && group === 'text' ? '—' : `${percent(recall10)} / ${percent(mrr)}`;
      });
      return [...found, measured.p50.toFixed(1)];
    });
    print(row([rival.name, ...cells]));
  }
}

/** What a question's vector costs in processor time, and what the encoder weighs. */
async function encoderCost(questions) {
  const before = process.memoryUsage().rss;
  const model = createMiniLmEmbedder();
  await model.embed(['first'], { kind: 'query' });
  const [times, used] = [[], process.cpuUsage()];
  for (const text of questions) {
    const start = performance.now();
    await model.embed([text], { kind: 'query' });
    times.push(performance.now() - start);
  }
  const { user, system } = process.cpuUsage(used);
  const mebibytes = (process.memoryUsage().rss - before) / 2 ** 20;
  const each = (user + system) / 1000 / questions.length;
  return `The encoder: ${each.toFixed(1)} ms of processor for each of ${questions.length} questions (p50 ${percentile(times, 0.5).toFixed(1)} ms by the clock), ${mebibytes.toFixed(0)} MB of memory.`;
}

const directory = options.data ?? (existsSync(BESIDE) ? BESIDE : undefined);
const recallSets = fromArgument('peers', () => {
  if (directory === undefined) throw new Error(`--data is missing, and there are no sets in ${BESIDE}`);
  return readSets(directory, options.sets);
});
// First, while the process holds little else.
const cost = await encoderCost(
  recallSets.flatMap(({ stores }) =>
    stores.flatMap(({ queries }) => queries.slice(0, COST_QUERIES / 4).map(({ text }) => text)),
  ),
);
const rivals = contenders(options.peers && resolve(options.peers), options.only);
for (const file of readdirSync(directory).filter((name) => /^decisions.*\.json\.gz$/.test(name))) {
  await decisionTable(file, JSON.parse(gunzipSync(readFileSync(join(directory, file)))), rivals);
}
for (const set of recallSets) await recallTable(set, rivals);
print(`\n${cost}`);
process.exit(0);
