import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

// A client's slowest turn beside a load took 35 s.
const PATIENCE_MS = 180_000;

/**
 * Runs a program to its end, with nothing of this machine's settings but where programs are. The scripted model answers from this
 * process, so waiting must not block it. `turns` are lines for its standard input, one after each line of its output that `endsTurn`
 * knows. (Default: it has no standard input)
 */
export async function runProgram(
  command,
  args,
  { cwd, home, environment = {}, turns = null, endsTurn = () => false, patienceMs = PATIENCE_MS },
) {
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
    stdio: [turns === null ? 'ignore' : 'pipe', 'pipe', 'pipe'],
    detached: true,
  });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text) => (stderr += text));
  if (turns !== null) takeTurns(child, turns, endsTurn);
  let late = false;
  const timer = setTimeout(() => {
    late = true;
    // It and whatever it started.
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
  }, patienceMs);
  const [code, signal] = await once(child, 'close');
  clearTimeout(timer);
  const status = late ? `no end within ${PATIENCE_MS / 1000} s` : (code ?? signal);
  return { status, stdout, stderr };
}

function takeTurns({ stdin, stdout }, turns, endsTurn) {
  const left = [...turns];
  const next = () => (left.length === 0 ? stdin.end() : stdin.write(`${left.shift()}\n`));
  // Whether it took them is seen by what it did.
  stdin.on('error', () => undefined);
  createInterface({ input: stdout }).on('line', (line) => {
    if (endsTurn(line)) next();
  });
  next();
}
