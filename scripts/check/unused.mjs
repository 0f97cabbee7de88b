import { listFiles } from '../lib/files.mjs';
import { run, tool } from '../lib/run.mjs';

/** knip: unused files, exports and dependencies, and imports of packages that are not declared. */
export function unused() {
  const { status, stdout, stderr } = run(tool('knip'), ['--no-progress'], {
    capture: true,
  });
  const saw = listFiles().filter((path) => /\.(tsx?|mjs)$/.test(path)).length;
  return { saw, unit: 'files', problems: status === 0 ? [] : [`${stdout}${stderr}`.trim()] };
}
