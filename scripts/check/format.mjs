import { runAside, tool } from '../lib/run.mjs';

/** oxfmt, reading only. */
export async function format() {
  const { status, stdout, stderr } = await runAside(tool('oxfmt'), ['--check', '.']);
  const saw = Number(/on (\d+) files/.exec(stdout)?.[1] ?? 0);
  const problems = status === 0 ? [] : [`${stdout}${stderr}`.trim(), 'Run "npm run format".'];
  return { saw, unit: 'files', problems };
}
