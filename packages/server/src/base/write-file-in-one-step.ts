import { randomBytes } from 'node:crypto';
import { realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';

/**
 * Writes a file so that whoever reads it sees the old bytes or the new ones. A link stays a link: what it leads to is written. A file that is
 * there keeps its mode.
 */
export function writeFileInOneStep(file: string, bytes: Uint8Array, mode = 0o644): void {
  const target = targetOf(file);
  const draft = `${target}.inkling-${randomBytes(6).toString('hex')}`;
  try {
    writeFileSync(draft, bytes, { mode: modeOf(target) ?? mode, flag: 'wx' });
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

function modeOf(file: string): number | null {
  const mode = statSync(file, { throwIfNoEntry: false })?.mode;
  return mode === undefined ? null : mode & 0o777;
}
