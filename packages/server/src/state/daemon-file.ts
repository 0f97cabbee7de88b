import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** What a running daemon says about itself in its state directory. */
export interface DaemonFacts {
  readonly pid: number;
  /** Tells this run from every other; its /healthz says the same. */
  readonly instance: string;
  readonly url: string;
  readonly version: string;
  /** ISO-8601 UTC. */
  readonly startedAt: string;
}

const FILE = 'daemon.json';

/** Writes the file, in one step: whoever reads it sees all of it. */
export function writeDaemonFile(directory: string, facts: DaemonFacts): void {
  const draft = path.join(directory, `${FILE}.${facts.instance}`);
  writeFileSync(draft, `${JSON.stringify(facts, null, 2)}\n`, { mode: 0o600, flag: 'wx' });
  renameSync(draft, path.join(directory, FILE));
}

/** The daemon that the directory names, alive or not; null when there is no such file, or none that can be read. */
export function readDaemonFile(directory: string): DaemonFacts | null {
  const found = readJson(path.join(directory, FILE));
  return isFacts(found) ? found : null;
}

/** By hand: every start and every hook comes by here, and a library of schemas takes longer to read than all the rest. */
function isFacts(value: unknown): value is DaemonFacts {
  if (typeof value !== 'object' || value === null) return false;
  const { pid, instance, url, version, startedAt } = value as Partial<Record<keyof DaemonFacts, unknown>>;
  const texts = [instance, url, version, startedAt];
  if (!texts.every((text) => typeof text === 'string' && text !== '')) return false;
  return Number.isInteger(pid) && Number(pid) > 0 && URL.canParse(String(url));
}

/** Removes the file of this run; another's stays. */
export function removeDaemonFile(directory: string, instance: string): void {
  if (readDaemonFile(directory)?.instance === instance) rmSync(path.join(directory, FILE), { force: true });
}

function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as unknown;
  } catch {
    // Not there, or damaged: the same as no daemon. Whether one holds the data is the owner file's to say.
    return null;
  }
}

/** Registered to nobody, and below the range that systems hand out by themselves. */
export const DEFAULT_PORT = 4655;
