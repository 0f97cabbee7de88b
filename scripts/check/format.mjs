import { run, tool } from '../lib/run.mjs';

/** oxfmt, reading only. */
export function format() {
  const { status, stdout, stderr } = run(tool('oxfmt'), ['--check', '.'], { capture: true });
  const saw = Number(/on (\d+) files/.exec(stdout)?.[1] ?? 0);
  const problems = status === 0 ? [] : [`${stdout}${stderr}`.trim(), 'Run "npm run format".'];
  return { saw, unit: 'files', problems };
}
