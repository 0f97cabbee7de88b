import { existsSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { percentile } from '../base/figures.ts';

/** How the hook command's calls ended, as it saw them beside the agent. */
export type HookLog = ReturnType<typeof readHookLog>;

const FILE = 'hook.log';
/** Some 20,000 calls. */
const MAX_BYTES = 2 ** 20;

/** Reads what the hook command of a state directory noted. Lines that it did not write are passed over. */
export function readHookLog(stateDirectory: string) {
  const text = [`${FILE}.1`, FILE].map((name) => readIfThere(path.join(stateDirectory, name))).join('');
  const calls = text.split('\n').flatMap((line) => callOf(line) ?? []);
  const groups = new Map<string, Call[]>();
  for (const call of calls.filter(({ outcome }) => outcome === 'ok')) {
    const key = `${call.client} ${call.event}`;
    groups.set(key, [...(groups.get(key) ?? []), call]);
  }
  return {
    rows: [...groups.values()].flatMap((group) => rowOf(group) ?? []),
    /** Calls that the agent went on without, oldest first, by why: `daemon-down`, `too-late`, `paused`, `refused`, `no-curl`, `too-large`, `cut-off`. */
    failOpens: calls
      .filter(({ outcome }) => outcome !== 'ok')
      .map(({ began, client, event, outcome }) => ({
        at: new Date(began * 1000).toISOString(),
        client,
        event,
        cause: outcome,
      })),
  };
}

/** Why the daemon did not come up when a hook last started it; null = it did, or none has. */
export function readStartError(stateDirectory: string): string | null {
  return /^error .+$/m.exec(readIfThere(path.join(stateDirectory, 'start.log')))?.[0] ?? null;
}

/** Puts a log that is full aside, and the one before it and that of failed starts away. The daemon does it when it starts, and once an hour. */
export function rotateHookLog(stateDirectory: string): void {
  rmSync(path.join(stateDirectory, 'start.log'), { force: true });
  const file = path.join(stateDirectory, FILE);
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > MAX_BYTES) renameSync(file, `${file}.1`);
}

interface Call {
  readonly began: number;
  readonly ended: number;
  readonly client: string;
  readonly event: string;
  readonly outcome: string;
}

function readIfThere(file: string): string {
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}

function callOf(line: string): Call | null {
  const [, began, ended, client = '', event = '', outcome = ''] =
    /^(\d{9,11}(?:\.\d{1,9})?) (\d{9,11}(?:\.\d{1,9})?) (\S{1,64}) (\S{1,64}) ([a-z-]{1,32})$/.exec(line) ?? [];
  return began === undefined ? null : { began: Number(began), ended: Number(ended), client, event, outcome };
}

function rowOf(calls: readonly Call[]) {
  const [first] = calls;
  if (!first) return null;
  const times = calls.map(({ began, ended }) => (ended - began) * 1000);
  const at = (share: number): number => percentile(times, share);
  const { client, event } = first;
  return { client, event, answered: calls.length, p50Ms: at(0.5), p95Ms: at(0.95), p99Ms: at(0.99) };
}
