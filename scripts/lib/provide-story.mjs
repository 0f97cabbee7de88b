import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { provideNode } from '../pack/node-versions.mjs';
import { runAside } from './run.mjs';

/** The Node for a story that the running one is too old for. */
const NEWER_NODE = 24;

/** What npm said first about why it failed. */
function reasonIn(output) {
  const lines = output.split('\n').filter((line) => line.startsWith('npm error') && line.trim() !== 'npm error');
  return lines.slice(0, 2).join(' ') || 'npm said nothing';
}

/** Whether the running Node is one that `engines` takes; of a range only its lower bound is read. */
function suits({ engines = {} }) {
  const [major = 0, minor = 0] = (/(\d+)(?:\.(\d+))?/.exec(engines.node ?? '')?.slice(1) ?? []).map((part) =>
    Number(part ?? 0),
  );
  const [runningMajor, runningMinor] = process.versions.node.split('.').map(Number);
  return runningMajor > major || (runningMajor === major && runningMinor >= minor);
}

/** The exact versions of the manifest are there already. */
function isInstalled(folder, { dependencies = {} }) {
  return Object.entries(dependencies).every(([name, version]) => {
    const manifest = join(folder, 'node_modules', name, 'package.json');
    return existsSync(manifest) && JSON.parse(readFileSync(manifest, 'utf8')).version === version;
  });
}

/**
 * Installs what a story's own package.json asks for and answers the Node to run it with, or the problem. Its packages stay out of the root's
 * install: they are hundreds of megabytes that only who runs the examples needs. Install scripts do not run.
 */
export async function provideStory(folder) {
  const path = join(folder, 'package.json');
  if (!existsSync(path)) return { node: process.execPath };
  const manifest = JSON.parse(readFileSync(path, 'utf8'));
  if (!isInstalled(folder, manifest)) {
    const flags = ['--no-audit', '--no-fund', '--no-package-lock', '--ignore-scripts', '--engine-strict=false'];
    const { status, stdout, stderr } = await runAside('npm', ['install', ...flags], { cwd: folder });
    if (status !== 0) return { problem: reasonIn(`${stdout}\n${stderr}`) };
  }
  if (suits(manifest)) return { node: process.execPath };
  try {
    return { node: (await provideNode(NEWER_NODE)).path };
  } catch (error) {
    return { problem: error.message };
  }
}
