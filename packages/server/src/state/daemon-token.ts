import { createHmac, randomBytes } from 'node:crypto';
import { linkSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { InklingError } from '@inkling/engine/errors';
import { unusableState } from '../config/make-state-directory.ts';

const TOKEN_FILE = 'daemon-token';

/** 128 bits, as base64url writes them: what nobody guesses. Ours has twice as many. */
const SHORTEST = 22;

/**
 * The token of a state directory; null when no daemon ever ran there. Fails with `data-directory-invalid` on one that is no secret: empty, short,
 * or readable by others, or that we may not read.
 */
export function readDaemonToken(directory: string): string | null {
  const file = path.join(directory, TOKEN_FILE);
  try {
    const token = readFileSync(file, 'utf8').trim();
    if (token.length < SHORTEST) throw noSecret(file, `has ${token.length} characters; ${SHORTEST} are the least`);
    const { mode } = statSync(file);
    // Windows has no such bits, and says that everybody may read.
    if (process.platform !== 'win32' && (mode & 0o077) !== 0) throw noSecret(file, 'may be read by others');
    return token;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw InklingError.isInstance(error) ? error : unusableState(file, error);
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
  try {
    writeFileSync(draft, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flag: 'wx' });
    // A link does not replace: of two that start at once, both go on with the first one's token.
    linkSync(draft, path.join(directory, TOKEN_FILE));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw unusableState(directory, error);
  } finally {
    rmSync(draft, { force: true });
  }
  return readDaemonToken(directory) ?? ensureDaemonToken(directory);
}

function noSecret(file: string, why: string): InklingError {
  return new InklingError('data-directory-invalid', `The token in ${file} ${why}.`, {
    hint: 'Remove the file: the next start makes a new one. Whoever has the old one is shut out. Where files have no modes (a Windows drive in WSL), keep the data elsewhere: INKLING_DATA_DIR.',
    details: { file },
  });
}

/**
 * The token for the hooks of one organisation's agents, derived from the token of the state directory: it changes with that one, and does not
 * tell it. It may stand where the other one must not, in settings of a user's own programs.
 */
export function hookTokenOf(daemonToken: string, orgId: string): string {
  return createHmac('sha256', daemonToken).update(`agent-hooks\n${orgId}`).digest('base64url');
}
