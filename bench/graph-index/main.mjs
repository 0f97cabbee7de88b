// How right the graph's import edges are, and how fast code is indexed.
//   npm run bench graph-index [-- --python /usr/lib/python3.11] [--misses]
// Edges are compared with what the TypeScript compiler and Python's modulefinder report of the same files. The target is 0.95.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { benchArguments } from '../lib/bench-arguments.mjs';
import { indexInMemory } from './index-in-memory.mjs';
import { typescriptImports } from './typescript-imports.mjs';

const values = benchArguments('graph-index');
const root = fileURLToPath(new URL('../..', import.meta.url));
const TARGET = 0.95;

const python = values.python ?? pythonLibrary();
const results = [];
for (const directory of ['node_modules/zod/src', 'packages/engine/src', 'packages/server/src']) {
  results.push(await measureCopy(directory));
}
if (python !== null) results.push(await measure('modulefinder', python, /\.py$/, pythonImports));
for (const result of results) print(result);
measureCommand();
process.exit(results.every(({ precision, recall }) => precision >= TARGET && recall >= TARGET) ? 0 : 1);

/** Somewhere else: inside of this repository, all of it would be indexed. */
async function measureCopy(directory) {
  const copy = realpathSync(mkdtempSync(join(tmpdir(), 'inkling-bench-')));
  try {
    cpSync(join(root, directory), copy, { recursive: true });
    return { ...(await measure('tsc', copy, /\.[mc]?[jt]sx?$/, typescriptImports)), directory };
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

async function measure(oracle, directory, pattern, importsOf) {
  const { report, modules, imports } = await indexInMemory(directory);
  const files = modules.filter((name) => pattern.test(name));
  const { pairs: expected, files: known } = importsOf(directory, files);
  const found = new Set([...imports].filter((pair) => known.has(pair.split(' ')[0])));
  const wrong = [...found].filter((pair) => !expected.has(pair));
  const missing = [...expected].filter((pair) => !found.has(pair));
  const right = found.size - wrong.length;
  return {
    oracle,
    directory,
    report,
    expected,
    wrong,
    missing,
    precision: right / found.size,
    recall: right / expected.size,
  };
}

function pythonImports(directory, files) {
  const script = fileURLToPath(new URL('python_imports.py', import.meta.url));
  const { stdout, status, stderr } = spawnSync('python3', [script, directory], {
    input: files.join('\n'),
    encoding: 'utf8',
    maxBuffer: 256 * 1024 * 1024,
  });
  if (status !== 0) throw new Error(`modulefinder ended with ${status}: ${stderr}`);
  const lines = stdout.trim().split('\n');
  return {
    pairs: new Set(lines.filter((line) => line.includes(' '))),
    files: new Set(lines.filter((line) => !line.includes(' '))),
  };
}

function pythonLibrary() {
  const found = existsSync('/usr/lib') ? readdirSync('/usr/lib').filter((name) => /^python3\.\d+$/.test(name)) : [];
  return found.length > 0 ? join('/usr/lib', found.at(-1)) : null;
}

function print({ oracle, directory, report, expected, wrong, missing, precision, recall }) {
  const perMinute = Math.round((report.files / report.elapsedMs) * 60_000);
  process.stdout.write(`${directory} (${report.files} files, ${perMinute} files/minute without a store)\n`);
  process.stdout.write(
    `  against ${oracle}: ${expected.size} imports, precision ${precision.toFixed(4)}, recall ${recall.toFixed(4)}\n`,
  );
  if (!values.misses) return;
  for (const pair of wrong) process.stdout.write(`    wrong   ${pair}\n`);
  for (const pair of missing) process.stdout.write(`    missing ${pair}\n`);
}

/** The command as it is used, with the embedded store: a first run, and one in which nothing has changed. */
function measureCommand() {
  const home = mkdtempSync(join(tmpdir(), 'inkling-bench-'));
  const cli = join(root, 'packages/server/dist/cli/main.js');
  try {
    for (const run of ['first run', 'second run']) {
      const { stdout, status, stderr } = spawnSync(
        process.execPath,
        [cli, 'graph', 'index', root, '--json', '--data-dir', join(home, 'data')],
        { encoding: 'utf8' },
      );
      if (status !== 0) throw new Error(`inkling graph index ended with ${status}: ${stderr}`);
      const { files, read, nodes, edges, elapsedMs } = JSON.parse(stdout);
      const perMinute = Math.round((files / elapsedMs) * 60_000);
      process.stdout.write(
        `inkling graph index, ${run}: ${files} files, ${read} read, ${nodes} nodes, ${edges} edges, ` +
          `${Math.round(elapsedMs)} ms, ${perMinute} files/minute\n`,
      );
    }
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}
