// What asking git for the history of a file costs a tool call: a repository with many commits, small files and one of 10,000 lines,
// on a memory that holds its commits. Each call begins before its tool and ends when the tool has run.
//   npm run bench file-history -- [--commits 100000] [--lines 10000] [--calls 300] [--tool-ms 30]
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createMemory, systemClock } from '@inkling/engine';
import { openPglite } from '@inkling/engine/pglite';
import { createFileHistory } from '../../packages/server/dist/git/file-history.js';
import { benchArguments } from '../lib/bench-arguments.mjs';
import { createRandom } from '../lib/random.mjs';
import { summary } from '../lib/statistics.mjs';

const options = benchArguments('file-history');
const BIG = 'src/big.py';
const FILES = 2000;
const BIG_CHANGES = 400;
const WORDS =
  'parse token option width cache retry header cookie session expire route buffer stream flush encode decode limit order'.split(
    ' ',
  );
const random = createRandom(7);
const line = () =>
  `    ${random.pick(WORDS)}_${random.pick(WORDS)} = ${random.pick(WORDS)}(${random.pick(WORDS)}, ${random.below(100)})`;
const subject = () =>
  `${random.pick(WORDS)} of ${random.pick(WORDS)} keeps the ${random.pick(WORDS)} ${random.pick(WORDS)}`;

function git(directory, args, input) {
  return new Promise((resolve, reject) => {
    const child = spawn('git', ['-C', directory, ...args], { stdio: [input ? 'pipe' : 'ignore', 'pipe', 'inherit'] });
    let out = '';
    child.stdout.on('data', (text) => (out += text));
    child.on('close', (code) => (code === 0 ? resolve(out) : reject(new Error(`git ${args[0]} ended with ${code}`))));
    if (input) feed(child.stdin, input).catch(reject);
  });
}

async function feed(stream, parts) {
  for (const part of parts) if (!stream.write(part)) await new Promise((resolve) => stream.once('drain', resolve));
  stream.end();
}

/** Commits as `git fast-import` reads them: every so often one changes a line of the big file, all others one of a small one. */
function* history() {
  const big = Array.from({ length: options.lines }, line);
  const small = Array.from({ length: FILES }, () => Array.from({ length: 40 }, line));
  const every = Math.max(1, Math.floor(options.commits / BIG_CHANGES));
  for (let at = 0; at < options.commits; at += 1) {
    const isBig = at % every === 0;
    const file = random.below(FILES);
    const lines = isBig ? big : small[file];
    lines[random.below(lines.length)] = line();
    const text = Buffer.from(lines.join('\n') + '\n');
    const message = Buffer.from(subject());
    yield `commit refs/heads/main\ncommitter Ada <ada@example.org> ${1_400_000_000 + at * 60} +0000\ndata ${message.length}\n`;
    yield message;
    yield `\nM 100644 inline ${isBig ? BIG : `src/f${file}.py`}\ndata ${text.length}\n`;
    yield text;
    yield '\n';
  }
}

async function rowsOf(directory) {
  const log = await git(directory, ['log', '--format=%x01%H %ct %s', '--name-only']);
  return log
    .split('\x01')
    .slice(1)
    .map((entry) => {
      const [head, , ...paths] = entry.trim().split('\n');
      const [hash, time, ...words] = head.split(' ');
      return {
        content: words.join(' '),
        kind: 'commit',
        agentId: 'git',
        projectId: 'p',
        source: 'import',
        createdAt: new Date(Number(time) * 1000).toISOString(),
        metadata: { commit: hash, paths: paths.filter(Boolean) },
      };
    });
}

async function play(org, directory) {
  const blame = createFileHistory(systemClock);
  const times = [];
  const outcomes = {};
  const injector = org.createInSessionInjector({
    prefetch: true,
    capability: { supportsMessageInjection: true, injectMessage: async () => undefined },
    blame,
  });
  for (let call = 0; call < options.calls; call += 1) {
    const sessionId = `s${Math.floor(call / 30)}`;
    if (call % 30 === 0) {
      await org.sessions.create({ id: sessionId, projectId: 'p', agentId: 'bench', workItem: { title: subject() } });
      await org.sessions.claim(sessionId, { workerId: 'bench', ttlMs: 3_600_000 });
    }
    const path = join(directory, call % 10 === 0 ? BIG : `src/f${random.below(FILES)}.py`);
    const event = {
      sessionId,
      orgId: 'bench',
      projectId: 'p',
      agentId: 'bench',
      tool: 'Edit',
      paths: [path],
      callId: `c${call}`,
    };
    const before = performance.now();
    await injector.handleVerbEvent({ ...event, phase: 'pre-verb', emittedAt: Date.now() });
    const waited = performance.now() - before;
    await pause(options['tool-ms']);
    const start = performance.now();
    const { outcome } = await injector.handleVerbEvent({ ...event, phase: 'post-verb', emittedAt: Date.now() });
    times.push(waited + performance.now() - start);
    outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
  }
  return { times, outcomes };
}

const directory = mkdtempSync(join(tmpdir(), 'inkling-file-history-'));
try {
  await git(directory, ['init', '-q', '-b', 'main']);
  await git(directory, ['fast-import', '--quiet'], history());
  await git(directory, ['reset', '-q', '--hard', 'main']);
  const cold = createFileHistory(systemClock);
  for (const path of [BIG, 'src/f1.py', 'src/f2.py', 'src/f3.py']) {
    const start = performance.now();
    const lines = await cold({ path, directory });
    const told = lines === null ? 'not within its time' : `${lines.length} lines`;
    process.stdout.write(
      `git blame ${path.padEnd(12)} ${(performance.now() - start).toFixed(0).padStart(5)} ms, ${told}\n`,
    );
  }
  const memory = await createMemory({ database: await openPglite() });
  const org = memory.org('bench');
  await org.observations.importRows(await rowsOf(directory));
  await org.warm({ projectId: 'p' });
  const { times, outcomes } = await play(org, directory);
  const late = times.filter((time) => time > 105).length;
  process.stdout.write(
    `${options.commits} commits, ${options.calls} tool calls: ${summary(times)}, ${late} over 105 ms\n`,
  );
  process.stdout.write(`outcomes: ${JSON.stringify(outcomes)}\n`);
  await memory.close();
} finally {
  rmSync(directory, { recursive: true, force: true });
}
process.exit(0);
