import { readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { InklingError } from '@inkling/engine/errors';
import { recordAt } from '../base/record.ts';

/** A daemon that answers. */
export interface FoundDaemon extends DaemonFacts {
  readonly ready: boolean;
  /** What it is short of while it is not ready, as /readyz says. */
  readonly reason?: string;
  /** How far its clock is behind its newest memory. (Default: not at all) */
  readonly clockBehindSeconds?: number;
  /** No git is on its path. (Default: there is) */
  readonly withoutGit?: true;
}

// On the loopback interface a healthy daemon answers in a millisecond; a machine that swaps takes longer.
const PATIENCE_MS = 5_000;

/**
 * The daemon of a state directory, when it answers and is the one that its file names; null when there is none: no file, nobody at its
 * address, or somebody else. Rejects with `daemon-unavailable` when it neither answers nor refuses.
 */
export async function findDaemon(directory: string): Promise<FoundDaemon | null> {
  const facts = readDaemonFile(directory);
  if (!facts) {
    await removeStrayFile(directory);
    return null;
  }
  const { instance, clockBehindSeconds, withoutGit } = await ask(facts, '/healthz');
  if (instance !== facts.instance) return null;
  const { status, reason } = await ask(facts, '/readyz');
  return {
    ...facts,
    ready: status === 'ready',
    ...(typeof reason === 'string' ? { reason } : {}),
    ...(typeof clockBehindSeconds === 'number' ? { clockBehindSeconds } : {}),
    ...(withoutGit === true ? { withoutGit } : {}),
  };
}

/**
 * Removes the file of another directory that was copied here, for hooks look at its address alone. While the daemon that it names runs, or does not say, it
 * stays: a directory may show another inode than its daemon saw (through a mount, to a container).
 */
async function removeStrayFile(directory: string): Promise<void> {
  const file = path.join(directory, FILE);
  const stray = readJson(file);
  if (!isFacts(stray)) return;
  const said = await ask(stray, '/healthz').catch(() => null);
  if (said === null || said['instance'] === stray.instance) return;
  // A daemon of this directory may have come up meanwhile.
  if (recordAt(readJson(file))['instance'] === stray.instance) rmSync(file, { force: true });
}

/** What the daemon says; nothing when nobody is there, or the answer is none of a daemon's. */
async function ask({ url, pid }: DaemonFacts, path: string): Promise<Readonly<Record<string, unknown>>> {
  try {
    const response = await fetch(`${url}${path}`, { signal: AbortSignal.timeout(PATIENCE_MS) });
    return recordAt(await response.json());
  } catch (cause) {
    if (!(cause instanceof Error) || cause.name !== 'TimeoutError') return {};
    throw new InklingError('daemon-unavailable', `The daemon at ${url} (process ${pid}) does not answer.`, {
      hint: 'Wait, or end it by its process id.',
      cause,
      details: { pid, url },
    });
  }
}

/** What a running daemon says about itself in its state directory. */
export interface DaemonFacts {
  readonly pid: number;
  /** Tells this run from every other; its /healthz says the same. */
  readonly instance: string;
  readonly url: string;
  /** With the hash of its build, where it has one: `0.1.0+1f2e3d4c5b6a`. */
  readonly version: string;
  /** ISO-8601 UTC. */
  readonly startedAt: string;
}

/**
 * The facts with device and inode of the directory: whose a copy of the directory is not. The copied file names the daemon of the original. Earlier versions
 * wrote the inode alone, or nothing.
 */
type StoredFacts = DaemonFacts & { readonly directory?: string };

const FILE = 'daemon.json';

/** Writes the file, in one step: whoever reads it sees all of it. */
export function writeDaemonFile(directory: string, facts: DaemonFacts): void {
  const draft = path.join(directory, `${FILE}.${facts.instance}`);
  const stored: StoredFacts = { ...facts, directory: inodeOf(directory) };
  writeFileSync(draft, `${JSON.stringify(stored, null, 2)}\n`, { mode: 0o600, flag: 'wx' });
  renameSync(draft, path.join(directory, FILE));
}

/** The daemon that the directory names, alive or not; null when there is no such file, none that can be read, or a copy of another directory's. */
export function readDaemonFile(directory: string): DaemonFacts | null {
  const found = readJson(path.join(directory, FILE));
  if (!isFacts(found)) return null;
  const { directory: owner, ...facts } = found;
  const inode = inodeOf(directory);
  return owner === undefined || owner === inode || inode.endsWith(`:${owner}`) ? facts : null;
}

/** Stays when the directory is moved or renamed; a copy has another. With its device: a snapshot keeps the inodes. */
function inodeOf(directory: string): string {
  const { dev, ino } = statSync(directory, { bigint: true });
  return `${dev}:${ino}`;
}

/** By hand: every start and every hook comes by here, and a library of schemas takes longer to read than all the rest. */
function isFacts(value: unknown): value is StoredFacts {
  const { pid, instance, url, version, startedAt } = recordAt(value);
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
