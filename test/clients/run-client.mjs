import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { keepBusy } from '../../scripts/lib/keep-busy.mjs';
import { describeNotes } from '../../packages/server/dist/connect/trial/judge-case.js';
import { startScriptedModel } from '../../packages/server/dist/scripted-model/scripted-model.js';
import { checkAnswers } from './check-answers.mjs';
import { checkCompaction } from './check-compaction.mjs';
import { checkDelivery, lastBlocks, questionsOf } from './check-delivery.mjs';
import { createWorld } from './client-world.mjs';
import { converse, endProblems } from './converse.mjs';
import { runProgram } from './run-program.mjs';
import { NOTES, PROMPT, scriptSteps } from './script-steps.mjs';
import { treeDifferences } from './snapshot-tree.mjs';

/** Tokens of each block, both lines of its frame included: a session without a work type, an event, a tool call. */
const BUDGETS = { start: 500, prompt: 200, toolCall: 200 };

/**
 * Connects one installed client with `inkling init`, runs it against the scripted model, and takes Inkling away again. Returns what is
 * wrong, one sentence each, how the cases of doctor ended, and what arrived.
 */
export async function runClient(recipe, installed, inklingProgram, load) {
  const world = createWorld(recipe.agent, inklingProgram, installed.program);
  const model = await startScriptedModel(scriptSteps(world.project));
  const place = { home: world.home, project: world.project, modelUrl: model.url };
  try {
    world.write(recipe.files(place));
    const { pid } = await world.inkling('up', '--detach', '--port', '0');
    const expected = await rememberNotes(world);
    const before = world.snapshot();
    const problems = [...(await connectTwice(world, recipe, before))];
    // The first session of a daemon that has answered nobody yet: what arrives late is wrong.
    const ended = await runOnce(recipe, installed, place);
    const requests = [...model.requests];
    problems.push(...endProblems('with memory', ended), ...missingTools(requests, recipe));
    problems.push(...checkDelivery({ requests, expected, budgets: BUDGETS, roles: recipe.roles }));
    problems.push(...(await untilHeard(() => checkAnswers(world.home, 1))));
    const live = await examine(world, recipe, load);
    problems.push(...live.problems);
    problems.push(...(await besideItsPlugin({ world, recipe, installed, place, model })));
    problems.push(...(await whileCompacting({ recipe, installed, place, model, expected })));
    if (recipe.compaction) problems.push(...(await untilHeard(() => checkAnswers(world.home, 2))));
    problems.push(...(await whileDaemonHangs({ pid, recipe, installed, place, model })));
    await world.inkling('init', '--agent', recipe.agent, '--remove', '--yes');
    problems.push(...leftovers(recipe, before, world.snapshot()), ...serversLeft(world, recipe));
    const details = [...live.told, ...(problems.length === 0 ? [] : evidence(world, { requests }, ended))];
    const blocks = lastBlocks(requests).map(({ part, tokens }) => ({ role: part.role, tokens }));
    return { problems, details, blocks };
  } finally {
    await model.close();
    await world.inkling('down').catch((error) => process.stderr.write(`inkling down: ${error.message}\n`));
    world.remove();
  }
}

/** What was said is written behind the answers of hooks, and Copilot CLI writes its own transcript when it has ended. */
async function untilHeard(check) {
  for (let look = 0; look < 50; look += 1) {
    if ((await check()).length === 0) return [];
    await setTimeout(100);
  }
  return check();
}

/**
 * The canary of `inkling doctor --live` goes through the installed hooks; then it runs the client by itself, in a home of its own, and finds its
 * canary in what the model was sent.
 */
async function examine({ inkling }, { agent, doctorSays }, load) {
  const calm = keepBusy(Number(load));
  const { clients } = await inkling('doctor', '--live', '--client', agent).finally(calm);
  const found = clients.find(({ connection }) => connection === 'connected') ?? null;
  const { trial, cases } = found ?? {};
  const problems = [
    ...hookProblems(found, doctorSays),
    ...serverProblems(found),
    ...trialProblems(trial ?? { outcome: 'not run' }),
    ...caseProblems(cases ?? []),
  ];
  return { problems, told: cases?.length > 0 ? [cases.map(tellCase).join(', ')] : [] };
}

function hookProblems(found, doctorSays) {
  const canary = (found?.canary ?? [])
    .map(({ event, outcome, problem }) => `${event} ${problem ?? outcome}`)
    .join(', ');
  const said = found?.passedOver ?? null;
  const isExpected = doctorSays === undefined ? said === null : doctorSays.test(said ?? '');
  return [
    ...(arrived(found) ? [] : [`the canary of doctor did not arrive: ${canary || 'not connected'}`]),
    ...(isExpected ? [] : [`doctor says of the hooks: ${said}`]),
  ];
}

function serverProblems(found) {
  const { mcp = null } = found ?? {};
  return mcp?.probe?.outcome === 'answers' ? [] : [`doctor says of the MCP server: ${JSON.stringify(mcp)}`];
}

/** Late is allowed, and told. */
function tellCase(one) {
  return `${one.name} ${one.outcome}${one.outcome === 'late' ? ` (${describeNotes(one)})` : ''}`;
}

function caseProblems(cases) {
  if (cases.length === 0) return ['doctor --live put the client through no case'];
  return cases
    .filter(({ outcome }) => ['lost', 'twice', 'failed'].includes(outcome))
    .map((result) => `${result.name} ${result.outcome}: ${JSON.stringify(result)}`);
}

function trialProblems({ outcome, problem, canaries }) {
  const places = (canaries ?? []).map(({ at, spokenBy, inTranscript }) => `${at} ${spokenBy} ${inTranscript}`);
  return outcome === 'arrived' ? [] : [`doctor --live: ${outcome}, ${problem ?? (places.join(', ') || 'no canary')}`];
}

function arrived(found) {
  const canary = found?.canary ?? [];
  return canary.length > 0 && canary.every(({ outcome }) => outcome === 'arrived' || outcome === 'answered');
}

/** How a block names a memory: the last 40 bits of its id as eight digits of Crockford's base32. Written out here so that it is checked from outside. */
function shortIdOf(id) {
  const bits = BigInt(`0x${id.slice(-10)}`);
  return Array.from(
    { length: 8 },
    (_, at) => '0123456789abcdefghjkmnpqrstvwxyz'[Number((bits >> BigInt(35 - 5 * at)) & 31n)],
  ).join('');
}

async function rememberNotes({ inkling }) {
  const entries = [];
  for (const [name, { content, paths }] of Object.entries(NOTES)) {
    const named = paths.flatMap((path) => ['--path', path]);
    entries.push([name, shortIdOf((await inkling('remember', content, ...named)).id)]);
  }
  return Object.fromEntries(entries);
}

/** Connecting and removing leaves every byte as it was, and connecting twice is connecting once. Leaves the client connected. */
async function connectTwice({ inkling, snapshot }, { agent }, before) {
  await inkling('init', '--agent', agent, '--yes');
  const once = snapshot();
  await inkling('init', '--agent', agent, '--yes');
  const twice = treeDifferences(once, snapshot()).map((problem) => `a second init changed something: ${problem}`);
  await inkling('init', '--agent', agent, '--remove', '--yes');
  const restored = treeDifferences(before, snapshot()).map((problem) => `after init --remove ${problem}`);
  const changed = treeDifferences(before, once).length === 0 ? ['init changed nothing'] : [];
  await inkling('init', '--agent', agent, '--yes');
  return [...changed, ...twice, ...restored];
}

function runOnce(recipe, { program }, place, more = []) {
  const { args, environment } = recipe.run(place, PROMPT);
  return runProgram(program, [...args, ...more], { cwd: place.project, home: place.home, environment });
}

/** A conversation of several turns, one of which compacts it. */
async function whileCompacting({ recipe, installed, place, model, expected }) {
  const { compaction } = recipe;
  if (!compaction) return [];
  const seen = model.requests.length;
  const ended = await converse(recipe, installed, place, compaction.asked(PROMPT));
  const requests = model.requests.slice(seen);
  const problems = checkCompaction({ requests, expected, summarises: compaction.summarises });
  return [...endProblems('while it compacted', ended), ...problems];
}

/** Memory that hangs is no reason for an agent to stop: it does its whole work, without a block. */
async function whileDaemonHangs({ pid, recipe, installed, place, model }) {
  const seen = model.requests.length;
  process.kill(pid, 'SIGSTOP');
  const ended = await runOnce(recipe, installed, place).finally(() => process.kill(pid, 'SIGCONT'));
  const requests = model.requests.slice(seen);
  return [
    ...endProblems('while the daemon hung', ended),
    ...(questionsOf(requests).length < 3 ? ['while the daemon hung the agent did not do its work'] : []),
    ...(lastBlocks(requests).length > 0 ? ['while the daemon hung a block arrived'] : []),
  ];
}

/** What the client wrote itself while it ran (transcripts, caches) is its own; what it had before is as it was. */
function leftovers({ rewrites = [], keeps = [] }, before, after) {
  return [...before]
    .filter(([path, bytes]) => after.get(path) !== bytes && !rewrites.includes(path))
    .map(([path]) => `after the run and init --remove ${path} is not as it was`)
    .concat(
      [...after.keys()]
        .filter((path) => /inkling/i.test(path) && !before.has(path) && !keeps.includes(path))
        .map((path) => `${path} was left behind`),
    );
}

/** The model is offered each of our tools, under one name: a server that is registered twice would bring each twice. */
function missingTools(requests, { toolNames, offered = ({ tools }) => tools }) {
  const last = questionsOf(requests).at(-1);
  const ours = last
    ? offered(last)
        .filter((name) => /inkling/i.test(name))
        .toSorted()
    : [];
  const expected = toolNames.toSorted();
  if (ours.join() === expected.join()) return [];
  return [`the model was offered ${ours.join(', ') || 'no tool of ours'}, expected ${expected.join(', ')}`];
}

/** A plugin names the MCP server too: the client starts one of the two. */
async function besideItsPlugin({ world, recipe, installed, place, model }) {
  if (!recipe.pluginArgs) return [];
  const directory = join(world.home, '.local/share/inkling/plugin');
  await world.inkling('init', '--plugin', directory);
  const seen = model.requests.length;
  const ended = await runOnce(recipe, installed, place, recipe.pluginArgs(directory));
  const problems = missingTools(model.requests.slice(seen), recipe);
  return [...endProblems('beside its plugin', ended), ...problems.map((problem) => `beside its plugin ${problem}`)];
}

/** A file that the client writes itself holds no server of ours afterwards. */
function serversLeft({ home }, { mcpFile }) {
  const file = join(home, mcpFile);
  const isLeft = existsSync(file) && /mcp\.sh/.test(readFileSync(file, 'utf8'));
  return isLeft ? [`after the run and init --remove ${mcpFile} still names our MCP server`] : [];
}

function evidence({ home }, model, { stdout, stderr }) {
  const told = ['hook.log', 'daemon.log'].map((name) => {
    const file = join(home, '.local/share/inkling', name);
    return `${name}: ${existsSync(file) ? readFileSync(file, 'utf8').slice(-3000) : 'none'}`;
  });
  const blocks = lastBlocks(model.requests).map(
    ({ part, text }) => `block, ${part.role} in message ${part.message}: ${text}`,
  );
  return [
    ...told,
    ...blocks,
    `requests: ${model.requests.map(({ method, path, asked }) => `${method} ${path}${asked ? ` (${asked.tools.length} tools)` : ''}`).join(', ')}`,
    ...questionsOf(model.requests).map(
      ({ parts }, index) =>
        `question ${index}: ${parts
          .slice(-6)
          .map((part) => `${part.role} ${part.kind}: ${part.text.slice(0, 160).replaceAll('\n', ' ')}`)
          .join(' | ')}`,
    ),
    `stdout: ${stdout.slice(-800)}`,
    `stderr: ${stderr.slice(-800)}`,
  ];
}
