import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
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
}

/** How it ended: `problem` is null when that was with 0. */
export interface ProgramEnd {
  readonly output: string;
  readonly problem: string | null;
}

/** What a person needs of an output to see what went wrong. */
const SHOWN_CHARACTERS = 300;

/** Runs a program and waits for its end. Rejects when it cannot be started. */
export async function runProgram(run: ProgramRun): Promise<ProgramEnd> {
  const { program, args, cwd, environment, patienceMs, clock } = run;
  // In a group of its own: clients start others, which keep its pipes open.
  const child = spawn(program, args, { cwd, env: environment, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
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
    const output = `${stdout}${stderr}`.trim();
    if (code === 0) return { output, problem: null };
    const how = isLate ? `did not end within ${patienceMs / 1000} s` : `ended with ${code ?? signal ?? 'unknown'}`;
    return { output, problem: `${program} ${how}: ${output.slice(-SHOWN_CHARACTERS)}` };
  } finally {
    cancel();
  }
}
