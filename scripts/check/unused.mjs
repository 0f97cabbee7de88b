import { listFiles } from '../lib/files.mjs';
import { run, tool } from '../lib/run.mjs';

/** Everything, then what is published alone: there a test is no user. What its own file uses may be exported for a test. */
const RUNS = [
  [],
  [
    ...['--production', '--config', 'knip.production.json'],
    ...['--workspace', 'packages/engine', '--workspace', 'packages/server'],
  ],
];

/** knip: unused files, exports and dependencies, and imports of packages that are not declared. */
export function unused() {
  const problems = RUNS.flatMap((args) => {
    const { status, stdout, stderr } = run(tool('knip'), ['--no-progress', ...args], { capture: true });
    return status === 0 ? [] : [`${stdout}${stderr}`.trim()];
  });
  const saw = listFiles().filter((path) => /\.(tsx?|mjs)$/.test(path)).length;
  return { saw, unit: 'files', problems };
}
