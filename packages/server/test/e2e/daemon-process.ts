import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { startInkling, type InklingOptions } from './inkling-process.ts';

/** A daemon in a process of its own. */
export interface DaemonProcess {
  readonly child: ChildProcess;
  readonly url: string;
  readonly pid: number;
  /** Sends the signal and answers how the process ended: its exit code, or the signal. */
  end(signal: NodeJS.Signals): Promise<number | NodeJS.Signals>;
}

/** Starts `inkling up` on any free port and waits until it is ready. */
export async function startDaemonProcess(
  options: InklingOptions,
  args: readonly string[] = [],
): Promise<DaemonProcess> {
  const child = startInkling(['up', '--port', '0', '--json', ...args], options);
  const ended = once(child, 'close') as Promise<[number | null, NodeJS.Signals | null]>;
  let stderr = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  if (!child.stdout) throw new Error('it was started with a pipe');
  const first = await Promise.race([once(createInterface(child.stdout), 'line'), ended]);
  if (typeof first[0] !== 'string') throw new Error(`inkling up ended with ${first[0]}: ${stderr}`);
  const { url, pid } = JSON.parse(first[0]) as { url: string; pid: number };
  return {
    child,
    url,
    pid,
    async end(signal) {
      child.kill(signal);
      const [code, by] = await ended;
      return code ?? by ?? 0;
    },
  };
}
