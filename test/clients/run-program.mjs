import { spawn } from 'node:child_process';
import { once } from 'node:events';

// Slowest of the five on a loaded machine: 35 s.
const PATIENCE_MS = 180_000;

/**
 * Runs a program to its end, with nothing of this machine's settings but where programs are. The scripted model answers from this
 * process, so waiting must not block it.
 */
export async function runProgram(command, args, { cwd, home, environment = {} }) {
  const { PATH, TMPDIR } = process.env;
  const child = spawn(command, args, {
    cwd,
    env: {
      PATH,
      ...(TMPDIR === undefined ? {} : { TMPDIR }),
      HOME: home,
      LANG: 'C.UTF-8',
      GIT_CONFIG_GLOBAL: '/dev/null',
      GIT_CONFIG_NOSYSTEM: '1',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text) => (stderr += text));
  let late = false;
  const timer = setTimeout(() => {
    late = true;
    // It and whatever it started.
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
  }, PATIENCE_MS);
  const [code, signal] = await once(child, 'close');
  clearTimeout(timer);
  const status = late ? `no end within ${PATIENCE_MS / 1000} s` : (code ?? signal);
  return { status, stdout, stderr };
}
