import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { homedir, userInfo } from 'node:os';
import path from 'node:path';
import { InklingError } from '@inkling/engine/errors';
import { unusableState } from './make-state-directory.ts';

/** Where memory is kept. */
export type Storage =
  | {
      readonly kind: 'pglite';
      readonly dataDirectory: string;
      /** Who said so; nobody has of the default place. */
      readonly namedBy?: '--data-dir' | 'INKLING_DATA_DIR';
    }
  | {
      readonly kind: 'postgres';
      readonly connectionString: string;
      /** Who said so. `DATABASE_URL` may be meant for another program, so it never gets a schema without being asked. */
      readonly namedBy: '--database-url' | 'INKLING_DATABASE_URL' | 'DATABASE_URL';
    };

/** What the command line says about storage. */
export interface StorageFlags {
  readonly dataDir?: string | undefined;
  readonly databaseUrl?: string | undefined;
}

/**
 * Decides where memory is kept, first found first: `--database-url`, `--data-dir`, `INKLING_DATABASE_URL`, `INKLING_DATA_DIR`,
 * `DATABASE_URL`, the default data directory.
 * @throws InklingError `invalid-input` when both flags are given, or a URL is none.
 */
export function resolveStorage(flags: StorageFlags, host: HostFacts): Storage {
  const { environment } = host;
  if (flags.databaseUrl && flags.dataDir) {
    throw new InklingError('invalid-input', '--database-url and --data-dir exclude each other.', { hint: 'Give one.' });
  }
  if (flags.databaseUrl) return postgres(flags.databaseUrl, '--database-url');
  if (flags.dataDir) return { ...pglite(flags.dataDir), namedBy: '--data-dir' };
  const { INKLING_DATABASE_URL: ownUrl, INKLING_DATA_DIR: ownDirectory, DATABASE_URL: sharedUrl } = environment;
  if (ownUrl) return postgres(ownUrl, 'INKLING_DATABASE_URL');
  if (ownDirectory) return { ...pglite(ownDirectory), namedBy: 'INKLING_DATA_DIR' };
  // Not ours alone: a URL of another kind of database is another program's business.
  if (sharedUrl && isPostgresUrl(sharedUrl)) return postgres(sharedUrl, 'DATABASE_URL');
  return pglite(defaultDataDirectory(host));
}

function pglite(directory: string): Storage & { readonly kind: 'pglite' } {
  return { kind: 'pglite', dataDirectory: path.resolve(directory) };
}

function postgres(
  connectionString: string,
  namedBy: '--database-url' | 'INKLING_DATABASE_URL' | 'DATABASE_URL',
): Storage {
  if (isPostgresUrl(connectionString)) return { kind: 'postgres', connectionString, namedBy };
  // The value is not repeated: it may hold a password.
  throw new InklingError('invalid-input', `${namedBy} is not a PostgreSQL URL.`, {
    hint: 'Write it as postgres://user@host:5432/name.',
  });
}

function isPostgresUrl(text: string): boolean {
  return /^postgres(ql)?:\/\//.test(text) && URL.canParse(text);
}

/**
 * Whether an embedded store is in a directory. Connecting agents puts files of its own there, so the directory says nothing; the owner's
 * file is there while the first one makes the store. Of a place that is no directory, opening it says what is wrong.
 * @throws InklingError `data-directory-invalid` where nobody lets us look: another user's store is not a store that is missing.
 */
export function hasStore(dataDirectory: string): boolean {
  try {
    return readdirSync(dataDirectory).some((name) => name === 'postgres' || name === 'owner.json');
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    if (code !== 'ENOENT' && code !== 'ENOTDIR') throw unusableState(dataDirectory, cause);
    return code === 'ENOTDIR';
  }
}

/** The storage in words, without user and password: for people and logs. */
export function describeStorage(storage: Storage): string {
  if (storage.kind === 'pglite') return storage.dataDirectory;
  const { host, pathname } = new URL(storage.connectionString);
  return `PostgreSQL ${host}${pathname}`;
}

/** What the default place depends on. */
export interface HostFacts {
  readonly environment: NodeJS.ProcessEnv;
  readonly platform: NodeJS.Platform;
  readonly home: string;
}

/** The facts of this machine and its user. */
export function thisHost(): HostFacts {
  return { environment: process.env, platform: process.platform, home: homeDirectory() };
}

/**
 * The home of this user. Node takes `$HOME` as it is: an empty or a relative one, which would be another place in every working directory,
 * gives way to what the system knows. Fails with `invalid-input` where it knows none.
 */
export function homeDirectory(named: () => string = homedir): string {
  try {
    const home = named();
    return path.isAbsolute(home) ? home : userInfo().homedir;
  } catch (cause) {
    throw new InklingError('invalid-input', 'This user has no home directory.', {
      hint: 'Set HOME to an absolute path.',
      cause,
    });
  }
}

/** A directory of the XDG specification, which says to ignore a relative one: it would be another place in every working directory. */
export function xdgDirectory(
  name: 'XDG_DATA_HOME' | 'XDG_CONFIG_HOME',
  environment: NodeJS.ProcessEnv,
): string | undefined {
  const directory = environment[name];
  return directory && path.isAbsolute(directory) ? directory : undefined;
}

/**
 * Where memory lives when nobody says otherwise: `inkling` in `$XDG_DATA_HOME`, else in `%LOCALAPPDATA%` on Windows, else in
 * `~/.local/share`. One place for all projects, so that one daemon can serve them.
 */
function defaultDataDirectory({ environment, platform, home }: HostFacts): string {
  const xdg = xdgDirectory('XDG_DATA_HOME', environment);
  if (xdg) return path.join(xdg, 'inkling');
  const local = environment['LOCALAPPDATA'];
  if (platform === 'win32' && local) return path.join(local, 'inkling');
  return path.join(home, '.local', 'share', 'inkling');
}

/**
 * Where a daemon keeps its token, its log and the file that says where it listens. For an embedded store that is the data directory; for a
 * server `INKLING_STATE_DIR`, else a directory of the server's name in the default data directory. Several daemons on one server
 * and one machine need one each.
 */
export function stateDirectory(storage: Storage, host: HostFacts): string {
  if (storage.kind === 'pglite') return storage.dataDirectory;
  const named = host.environment['INKLING_STATE_DIR'];
  if (named) return path.resolve(named);
  const { host: address, pathname } = new URL(storage.connectionString);
  const name = createHash('sha256').update(`${address}${pathname}`).digest('hex').slice(0, 16);
  return path.join(defaultDataDirectory(host), 'servers', name);
}
