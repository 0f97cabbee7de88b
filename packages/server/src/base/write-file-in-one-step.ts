import { randomBytes } from 'node:crypto';
import { realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';

/**
 * Writes a file so that whoever reads it sees the old bytes or the new ones. A link stays a link: what it leads to is written. A file that is
 * there keeps its mode, less what a `mode` that is given keeps from others. (Default of a new file: 0o644)
 */
export function writeFileInOneStep(file: string, bytes: Uint8Array, mode?: number): void {
  const target = targetOf(file);
  const draft = `${target}.inkling-${randomBytes(6).toString('hex')}`;
  try {
    writeFileSync(draft, bytes, { mode: modeOf(target, mode), flag: 'wx' });
    renameSync(draft, target);
  } finally {
    rmSync(draft, { force: true });
  }
}

function targetOf(file: string): string {
  try {
    return realpathSync(file);
  } catch {
    // Not there yet.
    return file;
  }
}

function modeOf(file: string, mode?: number): number {
  const there = statSync(file, { throwIfNoEntry: false })?.mode;
  if (there === undefined) return mode ?? 0o644;
  return there & (mode === undefined ? 0o777 : 0o700 | mode);
}

/** Whether a file gives others more than `mode` does. Windows has no such bits. */
export function isOpenerThan(mode: number, file: string): boolean {
  const there = statSync(file, { throwIfNoEntry: false })?.mode ?? 0;
  return process.platform !== 'win32' && (there & 0o077 & ~mode) !== 0;
}
