// How much of a decision the start block for a bug report holds: talked over in an earlier session (chats), written in a commit (history),
// and what a block has when nothing is known (silence); with all parts of remembered talks, and with each one switched off.
//   npm run bench talks -- --data <file> [--budget 200,500,750]
// A set is { tasks: [{ source: 'conversation' | 'history', report, policy, chats: [[{role, text}]], subject, rationale, module }],
// decoys: [[{role, text}]], history: [{date, subject, body, paths}] } as .json or .json.gz.
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { estimateTokens } from '@inkling/engine';
import { benchArguments, fromArgument } from '../lib/bench-arguments.mjs';
import { blockOf, createDecisionMemory, openingFound } from './decision-memory.mjs';
import { TALK_PARTS } from './talk-parts.mjs';
import { wordCoverage } from './word-coverage.mjs';

/** A task is reached when its block holds so much of the decision. */
const REACHED = 0.6;
const SILENCE_BUDGET = 500;
/** A short block shows a long statement in part; from the report alone the question is what is to be found. */
const HISTORY = [
  { budget: 200, withFile: true },
  { budget: 500, withFile: false },
];
/** A start block's floor of relevance, and a tool call's. */
const FLOORS = [0.25, 0.4];

const options = benchArguments('talks');
const set = fromArgument('talks', () => {
  const bytes = readFileSync(options.data);
  return JSON.parse(options.data.endsWith('.gz') ? gunzipSync(bytes) : bytes);
});
const mean = (numbers) => numbers.reduce((sum, each) => sum + each, 0) / Math.max(1, numbers.length);
const percent = (share) => (100 * share).toFixed(1);

/** `coverage / reached / tokens` of the tasks' blocks. */
async function decided(memory, tasks, decisionOf, request) {
  const found = [];
  for (const task of tasks) {
    const paths = request.withFile ? [task.module] : [];
    const block = await blockOf(memory, { ...request, question: task.report, paths });
    found.push({ coverage: wordCoverage(decisionOf(task), task.report, block), tokens: estimateTokens(block) });
  }
  const coverages = found.map(({ coverage }) => coverage);
  const reached = mean(coverages.map((coverage) => Number(coverage >= REACHED)));
  return `${percent(mean(coverages))} / ${percent(reached)} / ${mean(found.map(({ tokens }) => tokens)).toFixed(0)}`;
}

/** `tokens / empty blocks` where nothing is known of the reports. */
async function silent(memory, request) {
  const tokens = [];
  for (const { report } of set.tasks) {
    tokens.push(estimateTokens(await blockOf(memory, { ...request, projectId: 'silence', question: report })));
  }
  return `${mean(tokens).toFixed(0)} / ${tokens.filter((each) => each === 0).length} of ${tokens.length}`;
}

/** How many sessions are found by what they began with, which they are stored without: first / above each floor. */
async function found(memory) {
  const all = [];
  for (const opening of memory.openings) all.push(await openingFound(memory, opening));
  const counts = [
    all.filter(({ isFirst }) => isFirst),
    ...FLOORS.map((floor) => all.filter(({ relevance }) => relevance >= floor)),
  ];
  return `${counts.map(({ length }) => length).join(' / ')} of ${all.length}`;
}

async function row(memory, { name, ...request }) {
  const cells = [];
  for (const budget of options.budget) {
    cells.push(
      await decided(memory, memory.talked, ({ policy }) => policy, { ...request, projectId: 'chats', budget }),
    );
  }
  cells.push(await silent(memory, { ...request, budget: SILENCE_BUDGET }), await found(memory));
  for (const { budget, withFile } of HISTORY) {
    const decisionOf = ({ subject, rationale }) => `${subject} ${rationale}`;
    cells.push(
      await decided(memory, memory.documented, decisionOf, { ...request, projectId: 'history', budget, withFile }),
    );
  }
  process.stdout.write(`| ${[name, ...cells].join(' | ')} |\n`);
}

async function withMemory(search, work) {
  const memory = await createDecisionMemory(set, search);
  await work(memory);
  await memory.close();
}

const titles = [
  '',
  ...options.budget.map((budget) => `chats ${budget}`),
  `silence ${SILENCE_BUDGET}`,
  'openings',
  ...HISTORY.map(({ budget, withFile }) => `history ${budget}${withFile ? ' and the file' : ''}`),
];
process.stdout.write(`| ${titles.join(' | ')} |\n|${titles.map(() => ' --- |').join('')}\n`);
await withMemory({}, async (memory) => {
  await row(memory, { name: 'all parts' });
  for (const part of TALK_PARTS) if (!part.search) await row(memory, { ...part, name: `without ${part.name}` });
});
for (const { name, search } of TALK_PARTS) {
  if (search) await withMemory(search, (memory) => row(memory, { name: `without ${name}` }));
}
