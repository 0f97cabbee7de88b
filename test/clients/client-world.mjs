import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { run } from '../../scripts/lib/run.mjs';
import { runProgram } from './run-program.mjs';
import { BRANCH, FILE } from './script-steps.mjs';
import { snapshotTree } from './snapshot-tree.mjs';

// Five cases of several sessions each: over three minutes for the slowest client beside a load of 3.
const DOCTOR_PATIENCE_MS = 900_000;

/** A user of their own for one client, which is on the path: a home, a repository, a memory with its daemon. */
export function createWorld(agent, inklingProgram, clientProgram) {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), `client-${agent}-`)));
  const home = join(folder, 'home');
  const project = join(folder, 'project');
  mkdirSync(home);
  mkdirSync(project);
  createRepository(project);
  const inklingWith = async (more, ...args) => {
    const environment = { PATH: `${dirname(clientProgram)}${delimiter}${process.env.PATH}`, ...more };
    const patience = args[0] === 'doctor' ? { patienceMs: DOCTOR_PATIENCE_MS } : {};
    const options = { cwd: project, home, environment, ...patience };
    const result = await runProgram(process.execPath, [inklingProgram, ...args, '--json'], options);
    // Doctor ends with 1 when it is not content, and says why.
    if (result.status === 0 || (args[0] === 'doctor' && result.stdout !== '')) return JSON.parse(result.stdout);
    throw new Error(`inkling ${args.join(' ')} ended with ${result.status}: ${result.stdout}${result.stderr}`);
  };
  return {
    home,
    project,
    inkling: (...args) => inklingWith({}, ...args),
    /** With environment variables of its own. */
    inklingWith,
    remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }),
    write: (files) => {
      for (const [path, text] of Object.entries(files)) writeAt(join(home, path), text);
    },
    // The memory itself is not configuration.
    snapshot: () =>
      new Map([
        ...prefixed('home', snapshotTree(home, ['.local/share/inkling', '.cache', '.npm'])),
        ...prefixed('project', snapshotTree(project, ['.git/index'])),
      ]),
  };
}

function prefixed(name, files) {
  return [...files].map(([path, bytes]) => [`${name}/${path}`, bytes]);
}

/** Read by its owner only, as clients write their settings: one that others may read is closed for good by `inkling init`. */
function writeAt(path, text) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text, { mode: 0o600 });
}

function createRepository(project) {
  writeAt(join(project, FILE), 'export const cookie = { name: "session", days: 1 };\n');
  writeAt(join(project, 'README.md'), '# Gateway\n');
  const git = (...args) => run('git', ['-C', project, ...args], { capture: true });
  git('init', '--quiet', `--initial-branch=${BRANCH}`);
  git('add', '--all');
  git('-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', 'commit', '--quiet', '-m', 'Begin the gateway');
}
