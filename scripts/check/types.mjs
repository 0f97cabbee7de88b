import { runAside, tool } from '../lib/run.mjs';
import { twoAtATime } from '../lib/two-at-a-time.mjs';

/** Everything but the web app, and the web app, which is compiled for browsers. */
const PROJECTS = ['tsconfig.json', 'packages/inspector/tsconfig.json'];

/** Compiles sources and tests together without writing anything; the build already compiled the sources alone. */
export async function types() {
  const seen = await twoAtATime(PROJECTS, compile);
  const problems = seen.flatMap((project) => project.problems);
  const files = seen.reduce((sum, project) => sum + project.files, 0);
  const tests = seen.reduce((sum, project) => sum + project.tests, 0);
  const isBlind = seen.some((project) => project.files === 0) || tests === 0;
  return { saw: isBlind ? 0 : files, unit: 'files', problems, note: `${tests} of them tests` };
}

async function compile(project) {
  const args = ['-p', project, '--listFiles', '--pretty', 'false'];
  const { status, stdout, stderr } = await runAside(tool('tsc'), args);
  const lines = stdout.split('\n');
  const files = lines.filter(
    (line) => /^\/.*\.tsx?$/.test(line) && !line.includes('/node_modules/') && !line.endsWith('.d.ts'),
  );
  const tests = files.filter((file) => /\.test\.tsx?$/.test(file)).length;
  const messages = lines.filter((line) => line.trim() !== '' && !line.startsWith('/'));
  const problems = status === 0 ? [] : [...messages, stderr.trim()].filter(Boolean);
  return { files: files.length, tests, problems };
}
