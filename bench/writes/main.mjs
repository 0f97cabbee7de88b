// What the hooks of agents cost an embedded database's one connection: how long it was busy for each tool call, with what, and the longest
// that anybody behind it waited for one transaction. Sessions of Claude Code are played through the daemon's own service, in process.
//   npm run bench writes -- [--observations 100000] [--calls 600] [--sessions 4] [--every 250] [--data-dir DIR]
// `--every`: milliseconds from one tool call of a session to its next. `--data-dir`: kept and used again; each run works on a copy.
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createMemory, systemClock } from '@inkling/engine';
import { openPglite } from '@inkling/engine/pglite';
import { createHookServices } from '../../packages/server/dist/agents/hook-services.js';
import { benchArguments } from '../lib/bench-arguments.mjs';
import { fillDataDirectory } from '../lib/daemon-process.mjs';
import { percentile, summary } from '../lib/statistics.mjs';
import { syntheticRows, withQueries } from '../lib/synthetic-rows.mjs';
import { processorTimeOf, watchConnection } from './watch-connection.mjs';

const options = benchArguments('writes');
const { observations, calls, sessions, every: everyMs } = options;
const PROJECT = 'bench';
/** How long a tool runs. */
const TOOL_MS = 30;
/** Tool calls of one session before another takes its place. */
const CALLS_PER_SESSION = 40;
const print = (line) => process.stdout.write(`${line}\n`);

const folder = mkdtempSync(join(tmpdir(), 'inkling-bench-'));
const dataDir = join(folder, 'data');

async function prepare() {
  const kept = options['data-dir'];
  if (kept === undefined) return fillDataDirectory(dataDir, PROJECT, observations, print);
  if (!existsSync(kept)) await fillDataDirectory(kept, PROJECT, observations, print);
  cpSync(kept, dataDir, { recursive: true });
  const queries = [];
  const rows = syntheticRows({ count: observations, seed: 1, projectId: PROJECT });
  drain(withQueries(rows, observations, 500, queries));
  return queries;
}

function drain(rows) {
  let count = 0;
  for (const row of rows) count += row ? 1 : 0;
  return count;
}

/** One agent: sessions one after another, each a prompt and its tool calls; answers how long its hooks waited. */
async function play(services, org, agent, queries, count, round) {
  const times = [];
  let sessionId = '';
  const hook = async (event, fields) => {
    const payload = { hook_event_name: event, session_id: sessionId, cwd: '/nowhere', ...fields };
    const startedAt = performance.now();
    await services.answer(org, { client: 'claude-code', payload, isOff: false, signal: new AbortController().signal });
    times.push(performance.now() - startedAt);
  };
  let next = performance.now() + (agent * everyMs) / sessions;
  for (let call = 0; call < count; call += 1) {
    const { text, path } = queries[(agent * 37 + call) % queries.length];
    await pause(Math.max(0, next - performance.now()));
    next += everyMs;
    if (call % CALLS_PER_SESSION === 0) {
      if (sessionId !== '') await hook('SessionEnd', { reason: 'other' });
      sessionId = `${round}-${agent}-${call}`;
      await hook('SessionStart', { source: 'startup' });
      await hook('UserPromptSubmit', { prompt: text });
    }
    const tool_input =
      call % 2 === 0 ? { file_path: path, old_string: 'one', new_string: 'two' } : { pattern: text.split(' ')[0] };
    const tool = { tool_name: call % 2 === 0 ? 'Edit' : 'Grep', tool_input, tool_use_id: `call-${call}` };
    await hook('PreToolUse', tool);
    await pause(TOOL_MS);
    await hook('PostToolUse', { ...tool, tool_response: 'done' });
  }
  return times;
}

async function measure(queries) {
  const watched = watchConnection();
  const database = await openPglite({ dataDir });
  const memory = await createMemory({ database, onError: told });
  const org = memory.org('local');
  await org.warm({ projectId: PROJECT });
  await memory.warmUp();
  const services = createHookServices({
    clock: systemClock,
    secret: 'bench',
    projectOf: async () => PROJECT,
    issueOf: async () => null,
    onError: told,
    onVerbEvent: () => undefined,
  });
  const perAgent = Math.ceil(calls / sessions);
  const agents = Array.from({ length: sessions }, (_, agent) => agent);
  const playAll = async (count, round) =>
    (await Promise.all(agents.map((agent) => play(services, org, agent, queries, count, round)))).flat();
  await playAll(5, 'warm');
  await pause(2000);
  const processorTime = await processorTimeOf(database);
  watched.reset(processorTime);
  const before = processorTime();
  const times = await playAll(perAgent, 'told');
  await services.settled();
  await pause(2000);
  report(watched.transactions(), times, perAgent * sessions, before === null ? null : processorTime() - before);
  await memory.close();
}

function told(error) {
  print(`failed: ${error instanceof Error ? error.message : String(error)}`);
}

function report(transactions, times, toolCalls, processorMs) {
  const busy = transactions.reduce((sum, { ms }) => sum + ms, 0);
  print(
    `${observations} observations, ${sessions} sessions at once, ${toolCalls} tool calls, one every ${everyMs} ms each`,
  );
  print(`  hooks        ${summary(times)}`);
  const longest = Math.max(...transactions.map(({ ms }) => ms)).toFixed(1);
  const processor = processorMs === null ? '' : `, ${(processorMs / toolCalls).toFixed(2)} of processor time`;
  print(
    `  connection   ${(busy / toolCalls).toFixed(2)} ms a tool call${processor}; ${transactions.length} transactions, the longest ${longest}`,
  );
  const lines = [...new Set(transactions.map(({ kind }) => kind))].map((kind) => {
    const own = transactions.filter((one) => one.kind === kind);
    const list = own.map(({ ms }) => ms);
    const processor = own.reduce((sum, { processorMs }) => sum + (processorMs ?? Number.NaN), 0) / own.length;
    const most = Math.max(...own.map(({ processorMs }) => processorMs ?? Number.NaN));
    return { kind, list, processor, most, total: list.reduce((sum, ms) => sum + ms, 0) };
  });
  for (const { kind, list, total, processor, most } of lines.toSorted((a, b) => b.total - a.total)) {
    const at = (share) => percentile(list, share).toFixed(2).padStart(7);
    print(
      `  ${(total / toolCalls).toFixed(3).padStart(7)} ms a call  ${String(list.length).padStart(5)} times  processor ${processor.toFixed(2).padStart(5)} ms, at most ${most.toFixed(2).padStart(5)}  p50 ${at(0.5)}  p99 ${at(0.99)}  max ${at(1)}  ${kind}`,
    );
  }
}

try {
  await measure(await prepare());
} finally {
  rmSync(folder, { recursive: true, force: true });
}
