import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { setTimeout } from 'node:timers/promises';
import { startScriptedModel } from '../../packages/server/dist/scripted-model/scripted-model.js';
import { questionsOf } from './check-delivery.mjs';
import { createWorld } from './client-world.mjs';
import { converse, endProblems } from './converse.mjs';
import { findBlocks } from './find-blocks.mjs';
import { PROPOSALS, RECAP, REFUSED, REPORTS, RULE, SETTLED } from './talks.mjs';

const DAYS = 5;
const CLOCK_BACK = pathToFileURL(join(import.meta.dirname, 'set-clock-back.mjs')).href;

/**
 * What was worked out with a real client days ago is in the first request of a later session, and what was refused is in none. The daemon
 * of the earlier sessions has a clock that is behind; that of the later ones is another one, on the same memory. Returns what is wrong, one
 * sentence each, and the blocks of the later sessions.
 */
export async function runTalks(recipe, installed, inklingProgram) {
  const world = createWorld(recipe.agent, inklingProgram, installed.program);
  // Each session has its own script; a client knows one address.
  const script = [];
  const model = await startScriptedModel(script);
  const place = { home: world.home, project: world.project, modelUrl: model.url };
  const hold = async ({ asked, answers }) => {
    script.splice(0, script.length, ...answers.map((say) => ({ say })));
    const seen = model.requests.length;
    const problems = endProblems('in a talk', await converse(recipe, installed, place, asked));
    return { problems, questions: questionsOf(model.requests.slice(seen)) };
  };
  try {
    world.write(recipe.files(place));
    const behind = { NODE_OPTIONS: `--import=${CLOCK_BACK}`, CLOCK_BACK_DAYS: String(DAYS) };
    const { url } = await world.inklingWith(behind, 'up', '--detach', '--port', '0');
    await world.inkling('init', '--agent', recipe.agent, '--yes');
    const earlier = [await hold(SETTLED), await hold(REFUSED)];
    const written = await untilWritten(world);
    await world.inkling('down');
    // Where the client knows it.
    await world.inkling('up', '--detach', '--port', new URL(url).port);
    const settled = await hold({ asked: [REPORTS.settled], answers: ['I look at the report.'] });
    const refused = await hold({ asked: [REPORTS.refused], answers: ['I look at the workers.'] });
    const problems = [
      ...[...earlier, settled, refused].flatMap((held) => held.problems),
      ...written,
      ...checkTalks(settled.questions, refused.questions),
    ];
    const blocks = [settled, refused]
      .flatMap(({ questions }) => questions.slice(0, 1))
      .flatMap(({ parts }) => findBlocks(parts));
    const details = problems.length === 0 ? [] : blocks.map(({ text }) => text);
    return { problems, details, blocks: blocks.map(({ part, tokens }) => ({ role: part.role, tokens })) };
  } finally {
    await model.close();
    await world.inkling('down').catch((error) => process.stderr.write(`inkling down: ${error.message}\n`));
    world.remove();
  }
}

/** Exchanges are written behind the answers of hooks. They are dated when they were said. */
async function untilWritten({ inkling }) {
  let rows = [];
  for (let look = 0; look < 100; look += 1) {
    ({ talks: rows } = await inkling('review'));
    if (rows.length === 2) break;
    await setTimeout(100);
  }
  const days = rows.map(({ lastAt }) => Math.round((Date.now() - Date.parse(lastAt)) / 86_400_000));
  return days.join() === `${DAYS},${DAYS}`
    ? []
    : [`the talks of two sessions, ${DAYS} days old, are: ${days.join(', ')}`];
}

function checkTalks(settled, refused) {
  const shown = settled[0]
    ? findBlocks(settled[0].parts)
        .map(({ text }) => text)
        .join('\n')
    : '';
  return [
    ...[RULE, RECAP].filter((words) => !shown.includes(words)).map((words) => `the first request lacks: ${words}`),
    ...Object.values(PROPOSALS)
      .filter((words) => [...settled, ...refused].some(({ parts }) => parts.some(({ text }) => text.includes(words))))
      .map((words) => `a later session is shown what was refused: ${words}`),
  ];
}
