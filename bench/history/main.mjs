// What blocks in a history cost: `npm run bench history`. First the time to prune and to render a long one, then the provider's prompt
// cache: a scripted session of 50 turns, with every eviction mode beside no memory at all.
import { benchArguments } from '../lib/bench-arguments.mjs';
import { createRandom } from '../lib/random.mjs';
import { measureTimes } from './measure-times.mjs';
import { simulateSession } from './simulate-session.mjs';

const { turns: TURNS } = benchArguments('history');
const MODES = [
  { name: 'no memory', settings: { enabled: false } },
  { name: 'immediate, 3 blocks', settings: { eviction: 'immediate' } },
  { name: 'at-compaction, 3 blocks', settings: { eviction: 'at-compaction' } },
  { name: 'ephemeral, 0 blocks', settings: { max_injected_blocks_in_history: 0 } },
];

const print = (...cells) => process.stdout.write(`${cells.join('')}\n`);
const percent = (share) => `${(100 * share).toFixed(1)} %`;

for (const { what, median, worst, goal } of measureTimes(createRandom(7).next)) {
  print(
    what.padEnd(46),
    `${median.toFixed(2)} ms`.padStart(10),
    `   worst ${worst.toFixed(2)} ms`,
    goal ? `   goal ${goal} ms` : '',
  );
}

print();
print(
  'a session'.padEnd(26),
  'cached'.padStart(9),
  'to pay in full'.padStart(16),
  'prompt tokens'.padStart(15),
  'compactions'.padStart(13),
  'most blocks'.padStart(13),
);
const rows = [];
for (const { name, settings } of MODES)
  rows.push({ name, ...(await simulateSession(settings, TURNS, createRandom(11).next)) });
for (const { name, cached, prompt, compactions, mostBlocks } of rows) {
  print(
    name.padEnd(26),
    percent(cached / prompt).padStart(9),
    String(prompt - cached).padStart(16),
    String(prompt).padStart(15),
    String(compactions).padStart(13),
    String(mostBlocks).padStart(13),
  );
}
const [none, , late] = rows.map(({ cached, prompt }) => (100 * cached) / prompt);
print(`\nat-compaction is ${(none - late).toFixed(2)} points below no memory (goal: within 1)`);
