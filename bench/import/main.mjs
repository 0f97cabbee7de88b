// How fast a git history is imported: seconds and commits per second, first run and second run.
//   npm run bench import [-- --commits 10000] [--database-url postgres://…] [--repository DIR]
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { benchArguments } from '../lib/bench-arguments.mjs';
import { historyStream } from './history-stream.mjs';

const values = benchArguments('import');
const cli = fileURLToPath(new URL('../../packages/server/dist/cli/main.js', import.meta.url));
const home = mkdtempSync(join(tmpdir(), 'inkling-bench-'));
const storage = values['database-url']
  ? ['--database-url', values['database-url']]
  : ['--data-dir', join(home, 'data')];

try {
  const repository = values.repository ?? (await makeRepository(join(home, 'repository'), values.commits));
  // A project of its own, so that a server's other projects are neither read nor changed.
  const project = `bench/import-${process.pid}`;
  for (const run of ['first run', 'second run']) print(run, importOnce(repository, project));
  inkling('forget', '--project-all', '--yes', '--project', project);
} finally {
  rmSync(home, { recursive: true, force: true });
}

async function makeRepository(directory, commits) {
  execFileSync('git', ['init', '--quiet', '--initial-branch=main', directory]);
  const git = spawn('git', ['-C', directory, 'fast-import', '--quiet'], { stdio: ['pipe', 'ignore', 'inherit'] });
  for (const piece of historyStream(commits)) {
    if (!git.stdin.write(piece)) await once(git.stdin, 'drain');
  }
  git.stdin.end();
  const [code] = await once(git, 'close');
  if (code !== 0) throw new Error(`git fast-import ended with ${code}`);
  return directory;
}

function importOnce(repository, project) {
  const startedAt = performance.now();
  const report = JSON.parse(inkling('import', 'git', repository, '--project', project));
  return { report, wallMs: performance.now() - startedAt };
}

function inkling(...args) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [cli, ...args, ...storage, '--json'], {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  if (status !== 0) throw new Error(`inkling ${args[0]} ended with ${status}: ${stderr}`);
  return stdout;
}

function print(run, { report, wallMs }) {
  const { commits, imported, duplicates, elapsedMs } = report;
  const rate = commits > 0 ? `${Math.round(commits / (elapsedMs / 1000))} commits/s` : 'nothing to read';
  const times = `${(elapsedMs / 1000).toFixed(1)} s import, ${(wallMs / 1000).toFixed(1)} s with start and end of the process`;
  process.stdout.write(`${run}: ${commits} commits, ${imported} new, ${duplicates} duplicates: ${times}, ${rate}\n`);
}
