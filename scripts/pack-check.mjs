// Packs both published packages as npm would publish them, checks the tarballs, installs them into an empty project and runs them there.
//   npm run pack-check
//   npm run pack-check -- --no-build       on the packages as they are built
//   npm run pack-check -- --into <folder>  keeps the project there: test:clients takes it
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { PUBLISHED, manifestOf } from './lib/packages.mjs';
import { root } from './lib/root.mjs';
import { runAside, runAsideOrThrow, runOrExit, tool } from './lib/run.mjs';
import { scriptArguments } from './lib/script-arguments.mjs';
import { snippetsOf } from './lib/snippets.mjs';
import { twoAtATime } from './lib/two-at-a-time.mjs';
import { NODE_MAJORS, provideNode } from './pack/node-versions.mjs';
import { contentProblems, packPackage } from './pack/pack-package.mjs';

const KB = 1024;
// Measured, plus a quarter. Raising one is a line in the changelog.
const BUDGETS = {
  '@inkling/engine': { packed: 3900 * KB, unpacked: 6800 * KB },
  inkling: { packed: 835 * KB, unpacked: 2615 * KB },
};

let checks = 0;
function check(label, problems) {
  checks += 1;
  process.stdout.write(`${problems.length === 0 ? 'ok  ' : 'FAIL'} ${label}\n`);
  for (const problem of problems) process.stdout.write(`     ${problem}\n`);
  if (problems.length > 0) process.exitCode = 1;
}

/** Runs a command; the check fails when it does, or when its output lacks `expected`. */
async function checkRun(label, command, args, { cwd, env, expected = '' } = {}) {
  const { status, stdout, stderr } = await runAside(command, args, { cwd, env });
  const fine = status === 0 && stdout.includes(expected);
  check(
    label,
    fine ? [] : [`status ${status}, expected "${expected}" in:`, stdout.trim(), stderr.trim()].filter(Boolean),
  );
}

async function checkTarball(directory, packed) {
  const size = `${(packed.packedBytes / KB).toFixed(0)} KB packed, ${(packed.unpackedBytes / KB).toFixed(0)} KB unpacked`;
  check(
    `${packed.name}: ${packed.files.length} files, ${size}`,
    contentProblems(directory, packed, BUDGETS[packed.name]),
  );
  await checkRun(`${packed.name}: publint`, tool('publint'), ['run', packed.tarball, '--strict']);
  const importable = Object.values(manifestOf(directory).exports ?? {}).some((target) => typeof target === 'object');
  if (importable)
    await checkRun(`${packed.name}: types resolve (attw)`, tool('attw'), [
      packed.tarball,
      '--profile',
      'esm-only',
      '--no-color',
    ]);
}

async function installInto(project, tarballs) {
  mkdirSync(project, { recursive: true });
  writeFileSync(join(project, 'package.json'), '{ "name": "empty-project", "private": true, "type": "module" }\n');
  await runAsideOrThrow('npm', ['install', '--no-audit', '--no-fund', ...tarballs], { cwd: project });
  const readme = readFileSync(join(root, 'README.md'), 'utf8');
  const [example] = snippetsOf(readme);
  if (!example) throw new Error('README.md shows no library example');
  writeFileSync(join(project, 'example.mjs'), example.shown);
}

async function checkOnNode(major, project, folder) {
  const node = await provideNode(major);
  const cli = join(project, 'node_modules/inkling/bin/inkling.js');
  const data = ['--data-dir', join(folder, `data-${major}`)];
  const options = { cwd: project };
  await checkRun(`Node ${node.version}: the README's library example`, node.path, ['example.mjs'], options);
  await checkRun(`Node ${node.version}: inkling --version`, node.path, [cli, '--version'], {
    ...options,
    expected: manifestOf(PUBLISHED[1]).version,
  });
  await checkRun(
    `Node ${node.version}: inkling remember`,
    node.path,
    [cli, 'remember', 'The session cookie is set by the gateway', ...data],
    options,
  );
  await checkRun(`Node ${node.version}: inkling recall`, node.path, [cli, 'recall', 'session cookie', ...data], {
    ...options,
    expected: 'gateway',
  });
}

async function checkTarballs(packed) {
  for (const [index, directory] of PUBLISHED.entries()) await checkTarball(directory, packed[index]);
}

async function checkInstalled(packed, project, folder) {
  await installInto(
    project,
    packed.map(({ tarball }) => tarball),
  );
  await checkRun('npx inkling --version', 'npx', ['inkling', '--version'], {
    cwd: project,
    expected: manifestOf(PUBLISHED[1]).version,
  });
  await twoAtATime(NODE_MAJORS, (major) => checkOnNode(major, project, folder));
}

const { values } = scriptArguments(import.meta.url, {
  options: { 'no-build': { type: 'boolean', default: false }, into: { type: 'string' } },
});
const folder = mkdtempSync(join(tmpdir(), 'inkling-pack-'));
try {
  if (!values['no-build']) runOrExit(process.execPath, [join(root, 'scripts/build.mjs')]);
  const packed = await twoAtATime(PUBLISHED, (directory) => packPackage(directory, folder));
  const project = resolve(values.into ?? join(folder, 'project'));
  await twoAtATime([() => checkInstalled(packed, project, folder), () => checkTarballs(packed)], (part) => part());
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.stdout.write(`pack-check: ${checks} checks, ${process.exitCode ? 'failed' : 'all passed'}\n`);
