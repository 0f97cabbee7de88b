// What Inkling's hooks add to an agent's tool call, as seen from beside the agent: a driver that calls the hooks as Claude Code does, one before
// the call and one after it, over HTTP on a connection that is kept, and by the installed hook command. Beside them in the same run: an HTTP server
// that does nothing, and `node -e 0`, which is what a hook in JavaScript costs before it has done anything.
//   npm run bench agent -- [--observations 100000] [--calls 300] [--sessions 1] [--tool-ms 30] [--starts 100] [--load 4] [--data <directory>]
// `--data` keeps the filled data directory, and takes it when it is there: 100,000 observations take minutes to write.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { projectIdentity } from '../../packages/server/dist/project/project-identity.js';
import { benchArguments } from '../lib/bench-arguments.mjs';
import { createRunner, hookRunner } from '../lib/client-hooks.mjs';
import { cli, createCaller, fillDataDirectory, startDaemon } from '../lib/daemon-process.mjs';
import { summary } from '../lib/statistics.mjs';
import { measureStarts } from './starts.mjs';

const options = benchArguments('agent');
const { observations, calls, sessions: agents, 'tool-ms': toolMs, starts, load } = options;
/** A tool call of an agent waits no longer than this for both of its hooks: the contract's budget, and 5 ms. */
const LIMIT_MS = 105;
const THINK_MS = 100;
const PROJECT = 'example.com/bench/agent';
/** In the names of sessions: a session of an earlier run on the same directory would be gone on with, and has seen its blocks. */
const RUN = Date.now().toString(36);
/** Nobody waits for more of them. */
const SPAWNS = 40;

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'inkling-bench-')));
const dataDir = resolve(options.data ?? join(folder, 'data'));
const home = join(folder, 'home');
const work = join(folder, 'work');
const print = (line) => process.stdout.write(`${line}\n`);

const run = createRunner({ cwd: folder, home, dataDir });

/** One agent: tool calls one after another, each with its hooks around it. */
async function play(hook, name, queries, count, report) {
  const session = { session_id: name, cwd: work };
  await hook('SessionStart', { ...session, hook_event_name: 'SessionStart', source: 'startup' });
  await hook('UserPromptSubmit', { ...session, hook_event_name: 'UserPromptSubmit', prompt: queries[0].text });
  for (let call = 0; call < count; call += 1) {
    const { text, path } = queries[(name.length * 37 + call) % queries.length];
    const tool = {
      ...session,
      tool_name: call % 2 === 0 ? 'Edit' : 'Grep',
      tool_input: call % 2 === 0 ? { file_path: path } : { pattern: text },
      tool_use_id: `${name}-${call}`,
    };
    // A model thinks for seconds between two calls; a tenth of one is enough for what goes on behind an answer.
    await pause(THINK_MS);
    let startedAt = performance.now();
    await hook('PreToolUse', { ...tool, hook_event_name: 'PreToolUse' });
    const before = performance.now() - startedAt;
    await pause(toolMs);
    startedAt = performance.now();
    const answer = await hook('PostToolUse', { ...tool, hook_event_name: 'PostToolUse', tool_response: {} });
    const added = before + performance.now() - startedAt;
    report(added, answer.includes('[Context from memory]'), before);
  }
  await hook('SessionEnd', { ...session, hook_event_name: 'SessionEnd', reason: 'bench' });
}

async function measure(label, hook, queries, count) {
  const times = [];
  const befores = [];
  let blocks = 0;
  const report = (ms, hasBlock, before) => {
    times.push(ms);
    befores.push(before);
    if (hasBlock) blocks += 1;
  };
  const each = Math.ceil(count / agents);
  await Promise.all(
    Array.from({ length: agents }, (_, agent) =>
      play(hook, `${label}-${agent}-${RUN}`.replaceAll(' ', '-'), queries, each, report),
    ),
  );
  const late = times.flatMap((ms, call) => (ms > LIMIT_MS ? [call + 1] : []));
  const which = late.length === 0 ? '' : ` (calls ${late.join(', ')})`;
  print(
    `${label.padEnd(22)} ${summary(times)}   ${late.length} of ${times.length} over ${LIMIT_MS} ms${which}, ${blocks} blocks`,
  );
  print(`  ${'of it before the call'.padEnd(20)} ${summary(befores)}`);
}

/** What two requests to another process take on this machine, whoever answers. */
async function measureBareServer(queries, count) {
  const server = `require('node:http').createServer((request, response) => {
    request.resume().on('end', () => response.end('{}'));
  }).listen(0, '127.0.0.1', function () { console.log(this.address().port); })`;
  const child = spawn(process.execPath, ['-e', server], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [port] = await once(child.stdout, 'data');
  const url = `http://127.0.0.1:${String(port).trim()}/`;
  const events = ['SessionStart', 'UserPromptSubmit', 'PreToolUse', 'PostToolUse', 'SessionEnd'];
  const hooks = Object.fromEntries(events.map((event) => [event, [{ hooks: [{ type: 'http', url, headers: {} }] }]]));
  try {
    await measure('bare HTTP server', hookRunner({ hooks }, run), queries, count);
  } finally {
    child.kill();
    await once(child, 'exit');
  }
}

async function measureSpawns(label, command, args) {
  const times = [];
  for (let n = 0; n < SPAWNS; n += 1) {
    const startedAt = performance.now();
    await run(command, args);
    times.push(performance.now() - startedAt);
  }
  print(`${label.padEnd(22)} ${summary(times)}   each event`);
}

async function settingsOf(args, cwd, file) {
  await run(process.execPath, [cli, 'init', '--agent', 'claude-code', '--yes', '--json', ...args], { cwd });
  return JSON.parse(readFileSync(file, 'utf8'));
}

/** Filled now, or by an earlier run with as many observations. Its sessions' directory is another each time, its project is not. */
async function filledDirectory() {
  const note = join(dataDir, 'bench.json');
  if (existsSync(note)) {
    const filled = JSON.parse(readFileSync(note, 'utf8'));
    if (filled.observations !== observations) throw new Error(`${dataDir} holds ${filled.observations} observations`);
    return filled.queries;
  }
  const made = await fillDataDirectory(dataDir, PROJECT, observations, print);
  writeFileSync(note, JSON.stringify({ observations, queries: made }));
  return made;
}

for (const directory of [home, work]) mkdirSync(directory);
// A project by its remote: the same in whichever directory.
for (const args of [
  ['init', '--quiet'],
  ['remote', 'add', 'origin', `https://${PROJECT}.git`],
]) {
  await run('git', ['-C', work, ...args]);
}
if ((await projectIdentity(work)) !== PROJECT) throw new Error('the directory is not of the project');
const queries = await filledDirectory();
const daemon = await startDaemon(['--data-dir', dataDir]);
try {
  print(
    `${observations} observations, ${agents} sessions at once, tools that run ${toolMs} ms; added to each tool call, both hooks together:`,
  );
  const user = await settingsOf([], work, join(home, '.claude', 'settings.json'));
  const shared = await settingsOf(['--in-project'], work, join(work, '.claude', 'settings.json'));
  await measure('http hooks', hookRunner(user, run), queries, calls);
  await measureBareServer(queries, Math.ceil(calls / 3));
  await measure('hook command', hookRunner(shared, run), queries, Math.ceil(calls / 3));
  await measureSpawns('node -e 0', process.execPath, ['-e', '0']);
  await measureSpawns('sh -c true', 'sh', ['-c', 'true']);
  if (starts > 0) {
    const { first, all } = await measureStarts({
      hook: hookRunner(user, run),
      ...{ queries, folder, work, count: starts, load, run: RUN },
    });
    print(
      `start blocks beside a load of ${load}: ${first} of ${starts} in the first request, ${all} of ${starts} at all`,
    );
  }
  const { rows } = await createCaller(daemon.url, dataDir)('GET /v1/hooks');
  for (const { event, outcomes, p50Ms, p99Ms } of rows) {
    print(
      `  in the daemon: ${event.padEnd(14)} p50 ${p50Ms.toFixed(1)} p99 ${p99Ms.toFixed(1)} ms  ${JSON.stringify(outcomes)}`,
    );
  }
} finally {
  daemon.child.kill('SIGTERM');
  await once(daemon.child, 'exit');
  rmSync(folder, { recursive: true, force: true });
}
