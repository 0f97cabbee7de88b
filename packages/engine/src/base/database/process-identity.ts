import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';

/** What tells one run of a process from every other, also from a later process that got the same pid. */
export interface ProcessIdentity {
  readonly host: string;
  readonly pid: number;
  /** When the process started, as its system says it; null where the system does not tell. Only equality means anything. */
  readonly started: string | null;
}

/** This process. */
export function ownIdentity(): ProcessIdentity {
  return { host: hostname(), pid: process.pid, started: startOf(process.pid) };
}

/**
 * True unless that run of the process has certainly ended: it ran on this host and its pid is free, or belongs to a
 * process with another start time. A process on another host cannot be seen from here, so it counts as alive.
 */
export function mayBeAlive(identity: ProcessIdentity): boolean {
  if (identity.host !== hostname()) return true;
  if (!isPidTaken(identity.pid)) return false;
  const started = startOf(identity.pid);
  return started === null || identity.started === null || started === identity.started;
}

function isPidTaken(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: the process exists and belongs to somebody else.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function startOf(pid: number): string | null {
  if (process.platform === 'linux') return linuxStart(pid);
  return process.platform === 'win32' ? null : psStart(pid);
}

/** Clock ticks since boot (field 22 of stat), and which boot: ticks alone repeat after a restart of the machine. */
function linuxStart(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The second field is the program's name in parentheses and may contain spaces and parentheses itself.
    const [state, ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    // A killed process that nobody has reaped (usual in a container without an init) keeps its pid but has ended.
    if (state === 'Z' || state === 'X') return 'ended';
    const ticks = fields[18];
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return ticks === undefined ? null : `${boot}/${ticks}`;
  } catch {
    return null; // The process ended this moment, or /proc is not mounted: the pid alone has to decide.
  }
}

function psStart(pid: number): string | null {
  try {
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim() || null;
  } catch {
    return null; // ps answers 1 for a pid that has ended.
  }
}
