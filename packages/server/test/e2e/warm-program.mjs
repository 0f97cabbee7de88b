// The built program, read once and then run for one command after another, as the parent asks. It does what src/cli/main.ts does: a process for
// each command takes up to a second of processor time, most of it for reading modules. One daemon that tests share is its child too: it ends
// with this process, and this one with the parent, however that ends.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';

const DIST = new URL('../../dist/', import.meta.url);
const MAIN = fileURLToPath(new URL('cli/main.js', DIST));
const [{ runProgram }, { spareResources }] = await Promise.all(
  ['cli/program.js', 'daemon/spare-resources.js'].map((file) => import(new URL(file, DIST))),
);

/** A stream in place of one of the process's own. */
function collector() {
  const pieces = [];
  const stream = new Writable({
    write(piece, _encoding, done) {
      pieces.push(piece);
      done();
    },
  });
  return { stream, text: () => Buffer.concat(pieces).toString('utf8') };
}

function become({ args, cwd, environment }, streams) {
  process.chdir(cwd);
  for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name];
  Object.assign(process.env, environment);
  process.argv = [process.execPath, MAIN, ...args];
  process.exitCode = undefined;
  for (const [name, value] of Object.entries(streams)) {
    Object.defineProperty(process, name, { value, configurable: true });
  }
}

async function run(command) {
  const [stdout, stderr] = [collector(), collector()];
  become(command, { stdin: Readable.from([Buffer.from(command.input)]), stdout: stdout.stream, stderr: stderr.stream });
  await runProgram();
  const code = process.exitCode ?? 0;
  process.exitCode = undefined;
  // A test removes its directory, and whoever stands in one that is gone cannot say where.
  process.chdir(path.parse(MAIN).root);
  return { code, stdout: stdout.text(), stderr: stderr.text() };
}

const home = realpathSync(mkdtempSync(path.join(tmpdir(), 'inkling-test-')));
const children = [];

async function startDaemon({ environment }) {
  const dataDir = path.join(home, 'data');
  mkdirSync(dataDir);
  const args = ['--liftoff-only', MAIN, 'up', '--port', '0', '--json', '--data-dir', dataDir];
  const env = { ...environment, HOME: home };
  const child = spawn(process.execPath, args, { cwd: home, env, stdio: ['ignore', 'pipe', 'inherit'] });
  children.push(child);
  const [line] = await Promise.race([once(createInterface(child.stdout), 'line'), once(child, 'close')]);
  if (typeof line !== 'string') throw new Error(`inkling up ended with ${line}`);
  return { dataDir, url: JSON.parse(line).url };
}

process.once('disconnect', () => process.exit());
process.once('exit', () => {
  for (const child of children) child.kill('SIGKILL');
  rmSync(home, { recursive: true, force: true, maxRetries: 3 });
});

spareResources();
let last = Promise.resolve();
process.on('message', ({ id, command, daemon }) => {
  const work = () => (daemon ? startDaemon(daemon) : run(command));
  // What fails outside of a command ends the process, which its parent tells every test that waits.
  last = last.then(async () => process.send({ id, answer: await work() }));
});
