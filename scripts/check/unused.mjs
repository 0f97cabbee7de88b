import { listFiles } from '../lib/files.mjs';
import { runAside, tool } from '../lib/run.mjs';
import { twoAtATime } from '../lib/two-at-a-time.mjs';

/** Everything, then what is published alone: there a test is no user. What its own file uses may be exported for a test. */
const RUNS = [
  [],
  [
    ...['--production', '--config', 'knip.production.json'],
    ...['--workspace', 'packages/engine', '--workspace', 'packages/server'],
  ],
];

/** knip: unused files, exports and dependencies, and imports of packages that are not declared. */
export async function unused() {
  const runs = await twoAtATime(RUNS, (args) => runAside(tool('knip'), ['--no-progress', ...args]));
  const problems = runs.filter(({ status }) => status !== 0).map(({ stdout, stderr }) => `${stdout}${stderr}`.trim());
  const saw = listFiles().filter((path) => /\.(tsx?|mjs)$/.test(path)).length;
  return { saw, unit: 'files', problems };
}
