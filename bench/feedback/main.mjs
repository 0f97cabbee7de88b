// What feedback makes of 200 memories, a third of them harmful, when outcomes are noisy; the plain moving average towards 1 beside it. It
// simulates the rule, not the store. With a repository: whether what was learned from its history shows in later blocks.
//   npm run bench feedback -- [sessions] [seed] [--repository DIR [--commits 3000]]
import { nextWeight, weightStep } from '@inkling/engine/building-blocks';
import { benchArguments } from '../lib/bench-arguments.mjs';
import { describeLearning } from './describe-learning.mjs';
import { learnFromHistory } from './learn-from-history.mjs';

const MEMORIES = 200;
const GIVEN = 8; // a block holds that many lines
const { sessions, seed, repository, commits } = benchArguments('feedback');

/** mulberry32: the same seed gives the same run. */
function random(state) {
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

// A session is accepted by what it used, and by much else: 30 % of the outcomes say nothing of the memories.
function outcomeOf(used, next) {
  if (next() < 0.3) return next() < 0.6 ? 'accepted' : next() < 0.5 ? 'rework' : 'rejected';
  const harmful = used.filter((memory) => memory.harmful).length;
  if (harmful === 0) return 'accepted';
  return next() < harmful / used.length ? 'rejected' : 'rework';
}

// An agent that was misled notices it one time in five.
const NOTICES = 0.2;

const RULES = {
  inkling(memory, outcome, next) {
    if (memory.harmful && next() < NOTICES) {
      memory.strikes += 1;
      return nextWeight(memory.weight, weightStep('misleading', memory.strikes));
    }
    return nextWeight(memory.weight, weightStep(outcome, 0));
  },
  // The plain EMA: α 0.1, accepted 1, rework 0.5, rejected 0. Its ceiling is the weight of the untested.
  plain: (memory, outcome) => 0.9 * memory.weight + 0.1 * { accepted: 1, rework: 0.5, rejected: 0 }[outcome],
};

function simulate(rule) {
  const next = random(seed);
  const memories = Array.from({ length: MEMORIES }, (_, id) => ({
    id,
    harmful: id % 3 === 0,
    weight: 1,
    uses: 0,
    strikes: 0,
  }));
  const steps = [];
  for (let session = 1; session <= sessions; session++) {
    const given = Array.from({ length: GIVEN }, () => memories[Math.floor(next() * MEMORIES)]);
    // Used is what the agent cites or whose file it edits: a third of what it was given.
    const used = [...new Set(given)].filter(() => next() < 1 / 3);
    if (used.length === 0) continue;
    const outcome = outcomeOf(used, next);
    for (const memory of used) {
      memory.uses += 1;
      memory.weight = rule(memory, outcome, next);
    }
    if (session % Math.max(1, Math.floor(sessions / 12)) === 0) steps.push({ session, ...summary(memories) });
  }
  return steps;
}

const mean = (list) => list.reduce((sum, { weight }) => sum + weight, 0) / Math.max(1, list.length);
const share = (list, test) => list.filter(test).length / Math.max(1, list.length);

function summary(memories) {
  const tested = memories.filter(({ uses }) => uses > 0);
  const harmful = tested.filter((memory) => memory.harmful);
  const helpful = tested.filter((memory) => !memory.harmful);
  return {
    harmful: mean(harmful),
    helpful: mean(helpful),
    sunk: share(harmful, ({ weight }) => weight < 1),
    risen: share(helpful, ({ weight }) => weight > 1),
  };
}

const percent = (value) => `${(100 * value).toFixed(0)} %`.padStart(6);

function printSimulation() {
  for (const [name, rule] of Object.entries(RULES)) {
    const steps = simulate(rule);
    process.stdout.write(`\n${name}\nsession  harmful  helpful  harmful below 1  helpful above 1\n`);
    for (const { session, harmful, helpful, sunk, risen } of steps) {
      const weights = `${harmful.toFixed(2).padStart(7)}  ${helpful.toFixed(2).padStart(7)}`;
      process.stdout.write(
        `${String(session).padStart(7)}  ${weights}  ${percent(sunk).padStart(15)}  ${percent(risen).padStart(15)}\n`,
      );
    }
    const first = steps.find(({ harmful, helpful }) => harmful < 1 && helpful > 1);
    process.stdout.write(
      `harmful below neutral and helpful above it, on the mean, ${first ? `from session ${first.session}` : 'never'}\n`,
    );
  }
}

if (repository === undefined) printSimulation();
else {
  const say = (line) => process.stderr.write(`${line}\n`);
  process.stdout.write(describeLearning(await learnFromHistory(repository, { commits, sessions }, say)));
}
