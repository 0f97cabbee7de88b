import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { createInterface } from 'node:readline';
import type { Clock } from '@inkling/engine';

/** A program to run to its end. */
export interface ProgramRun {
  readonly program: string;
  readonly args: readonly string[];
  readonly cwd: string;
  /** All that it finds there. */
  readonly environment: Readonly<Record<string, string>>;
  /** Milliseconds until it is ended, with whatever it started. */
  readonly patienceMs: number;
  readonly clock: Clock;
  /** Lines for its standard input, one after each line of its output that `endsTurn` knows. (Default: it has no standard input) */
  readonly turns?: readonly string[];
  readonly endsTurn?: (line: string) => boolean;
}

/** What a person needs of an output to see what went wrong. */
const SHOWN_CHARACTERS = 300;

/** Runs a program and waits for its end. Answers what went wrong; null = it ended with 0. Rejects when it cannot be started. */
export async function runProgram(run: ProgramRun): Promise<string | null> {
  const { program, args, cwd, environment, patienceMs, clock } = run;
  // In a group of its own: clients start others, which keep its pipes open.
  const child = spawn(program, args, { cwd, env: environment, stdio: ['pipe', 'pipe', 'pipe'], detached: true });
  takeTurns(child, run);
  let isLate = false;
  const cancel = clock.schedule(() => {
    isLate = true;
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
  }, patienceMs);
  try {
    const [stdout, stderr, [code, signal]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'close') as Promise<[number | null, string | null]>,
    ]);
    if (code === 0) return null;
    const how = isLate ? `did not end within ${patienceMs / 1000} s` : `ended with ${code ?? signal ?? 'unknown'}`;
    return `${program} ${how}: ${`${stdout}${stderr}`.trim().slice(-SHOWN_CHARACTERS)}`;
  } finally {
    cancel();
  }
}

/** Without turns its standard input ends at once. */
function takeTurns(
  { stdin, stdout }: ChildProcessWithoutNullStreams,
  { turns = [], endsTurn = () => false }: ProgramRun,
): void {
  const left = [...turns];
  // It may end before it has read; what it did is seen elsewhere.
  stdin.on('error', () => undefined);
  const next = (): void => {
    const turn = left.shift();
    if (turn === undefined) stdin.end();
    else stdin.write(`${turn}\n`);
  };
  createInterface({ input: stdout }).on('line', (line) => {
    if (endsTurn(line)) next();
  });
  next();
}
