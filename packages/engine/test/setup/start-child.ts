import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** A child process of a test, its lines of output, and its end. */
export interface Child {
  readonly pid: number;
  /** Lines of standard output, as they come. */
  readonly lines: AsyncIterator<string>;
  /** Kills it without a warning and answers every line that was still on its way. */
  kill(): Promise<string[]>;
}

/**
 * Starts a script of this folder in a process of its own. WebAssembly is not optimized in it: for a second of work that took half of the
 * processor time of opening a database.
 */
export function startChild(script: string, args: readonly string[]): Child {
  const path = fileURLToPath(new URL(script, import.meta.url));
  const child = spawn(process.execPath, ['--liftoff-only', path, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return { pid: child.pid!, lines, kill: () => kill(child, lines) };
}

async function kill(child: ChildProcess, lines: AsyncIterator<string>): Promise<string[]> {
  const ended = child.exitCode === null && child.signalCode === null ? once(child, 'exit') : Promise.resolve();
  child.kill('SIGKILL');
  const rest: string[] = [];
  for (let next = await lines.next(); !next.done; next = await lines.next()) rest.push(next.value);
  await ended;
  return rest;
}
