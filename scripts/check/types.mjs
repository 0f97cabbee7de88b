import { run, tool } from '../lib/run.mjs';

/** Compiles sources and tests together without writing anything; the build already compiled the sources alone. */
export function types() {
  const args = ['-p', 'tsconfig.json', '--listFiles', '--pretty', 'false'];
  const { status, stdout, stderr } = run(tool('tsc'), args, { capture: true });
  const lines = stdout.split('\n');
  const files = lines.filter(
    (line) => /^\/.*\.ts$/.test(line) && !line.includes('/node_modules/') && !line.endsWith('.d.ts'),
  );
  const tests = files.filter((file) => file.endsWith('.test.ts')).length;
  const messages = lines.filter((line) => line.trim() !== '' && !line.startsWith('/'));
  const problems = status === 0 ? [] : [...messages, stderr.trim()].filter(Boolean);
  return { saw: tests === 0 ? 0 : files.length, unit: 'files', problems, note: `${tests} of them tests` };
}
