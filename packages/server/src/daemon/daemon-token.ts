import { randomBytes } from 'node:crypto';
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const TOKEN_FILE = 'daemon-token';

/** The token of a state directory; null when no daemon ever ran there. */
export function readDaemonToken(directory: string): string | null {
  try {
    return readFileSync(path.join(directory, TOKEN_FILE), 'utf8').trim() || null;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/**
 * The token of a state directory, made when there is none: 256 random bits, readable by their owner only. It stays the same from run to
 * run, so that agents that were connected once stay connected. Remove the file to change it.
 */
export function ensureDaemonToken(directory: string): string {
  const known = readDaemonToken(directory);
  if (known !== null) return known;
  const draft = path.join(directory, `${TOKEN_FILE}.${randomBytes(8).toString('hex')}`);
  writeFileSync(draft, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flag: 'wx' });
  try {
    // A link does not replace: of two that start at once, both go on with the first one's token.
    linkSync(draft, path.join(directory, TOKEN_FILE));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  return readDaemonToken(directory) ?? ensureDaemonToken(directory);
}
