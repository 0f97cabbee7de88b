// What the lines of blocks cost in real tokens: start blocks and tool-call blocks over a repository's own history and documents, compact beside
// classic. The share of what only names and dates (ids, dates, weights, headings), blocks over their budget, and the estimate beside the real count.
//   npm run bench lines [-- --repository DIR] [--blocks 120] [--show 3]
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createMemory } from '@inkling/engine';
import { openPglite } from '@inkling/engine/pglite';
import { benchArguments } from '../lib/bench-arguments.mjs';
import { describeBlocks } from './describe-blocks.mjs';

const options = benchArguments('lines');
const repository = options.repository ?? fileURLToPath(new URL('../..', import.meta.url));
const cli = fileURLToPath(new URL('../../packages/server/dist/cli/main.js', import.meta.url));
const { blameLines } = await import(new URL('../../packages/server/dist/git/file-history.js', import.meta.url).href);
const PROJECT = 'bench';
const linesOf = (path) => blameLines(repository, 'HEAD', path);
/** The budgets that sessions have by default: 750, 600, 500, 400 and 300 tokens. */
const WORK_TYPES = ['bug_fix', 'refactor', 'unknown', 'feature', 'chore'];
const TOOL_BUDGET = 200;
const home = mkdtempSync(join(tmpdir(), 'inkling-bench-'));
const dataDir = join(home, 'data');

/** Commits spread over the history, with the first file that each touched. */
function tasksOf(count) {
  const log = git('log', '--no-merges', '--format=%x00%H%x01%s', '--name-only', '-n', '4000').split('\0').slice(1);
  const commits = log.flatMap((entry) => {
    const [head, ...files] = entry.split('\n').filter(Boolean);
    const [, subject] = head.split('\u0001');
    return files.length === 0 ? [] : [{ subject, path: files[0] }];
  });
  const step = Math.max(1, commits.length / count);
  return Array.from({ length: Math.min(count, commits.length) }, (_, at) => commits[Math.floor(at * step)]);
}

function git(...args) {
  return run('git', ['-C', repository, ...args]);
}

function run(command, args) {
  const { status, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8', maxBuffer: 256 * 1024 * 1024 });
  if (status !== 0) throw new Error(`${command} ended with ${status}: ${stderr}`);
  return stdout;
}

/** The blocks of the tasks in one format: a start block and a tool call's block for each. */
async function blocksIn(lineFormat, tasks) {
  const memory = await createMemory({ database: openPglite({ dataDir }), lineFormat });
  const org = memory.org('local');
  await org.warm({ projectId: PROJECT });
  const blocks = [];
  const capability = {
    supportsMessageInjection: true,
    injectMessage: async (_sessionId, block) => void blocks.push({ kind: 'tool call', block, budget: TOOL_BUDGET }),
  };
  const injector = org.createInSessionInjector({
    ...{ capability, loadSeen: undefined, recordInjection: undefined },
    blame: ({ path }) => linesOf(path),
  });
  for (const [at, { subject, path }] of tasks.entries()) {
    const sessionId = `${lineFormat}-${at}`;
    const where = { sessionId, projectId: PROJECT, agentId: 'bench' };
    const start = await org.buildSessionMemoryBlock({
      ...where,
      workType: WORK_TYPES[at % WORK_TYPES.length],
      queryText: subject,
      deadlineMs: 10_000,
      linesOf,
    });
    if (start.block !== '') blocks.push({ kind: 'start', block: start.block, budget: start.budgetTokens });
    await injector.handleVerbEvent({
      ...where,
      ...{ orgId: 'local', phase: 'pre-verb', tool: 'Edit', paths: [path], query: subject, emittedAt: Date.now() },
    });
  }
  await memory.close();
  return blocks;
}

try {
  const store = ['--project', PROJECT, '--data-dir', dataDir];
  run(process.execPath, [cli, 'import', 'git', repository, ...store]);
  const tasks = tasksOf(Math.ceil(options.blocks / 2));
  for (const format of ['compact', 'classic']) {
    const blocks = await blocksIn(format, tasks);
    process.stdout.write(`${format}\n${describeBlocks(blocks, format, options.show)}\n`);
  }
} finally {
  rmSync(home, { recursive: true, force: true });
}
