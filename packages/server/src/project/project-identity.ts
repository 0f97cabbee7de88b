import { createHash } from 'node:crypto';
import { existsSync, realpathSync } from 'node:fs';
import { realpath } from 'node:fs/promises';
import path from 'node:path';
import { InklingError } from '@inkling/engine/errors';
import { findRepositoryPlace, gitDirectoryAt } from '../git/locate-repository.ts';
import { runGit } from '../git/run-git.ts';
import { relativePath } from './relative-path.ts';

// 48 bits: two local directories with one name meet by chance once in 10^14 pairs.
const HASH_DIGITS = 12;

/**
 * The project that a directory belongs to: the same for every subdirectory, work tree and clone of one repository.
 *
 * `host/owner/name` of the remote "origin", else `local/<name>-<hash of the repository's place on disk>`; outside git, or
 * without a git program, `local/<name>-<hash of the directory>`. `warn` is told of a git program that is missing where there is a repository.
 */
export async function projectIdentity(
  directory: string,
  find = findRepositoryPlace,
  warn: (missing: unknown) => void = () => undefined,
): Promise<string> {
  const unfound = async (error: unknown): Promise<null> => {
    const none = withoutGit(error);
    if ((await gitDirectoryAt(directory)) !== null) warn(error);
    return none;
  };
  const [repository, remote] = await Promise.all([
    find(directory).catch(unfound),
    remoteOf(directory).catch(withoutGit),
  ]);
  if (repository && remote !== null) return remote;
  // Without links: one directory is one project, however it is reached.
  const place = await realpath(repository?.commonDirectory ?? directory);
  return localIdentity(repository ? repositoryName(place) : path.basename(place), place);
}

/** The project of a directory of which nothing can be read: no other directory's. */
export function unreadableIdentity(directory: string): string {
  return localIdentity(path.basename(directory), directory);
}

/** Asked while it is looked for the repository: a session's first event waits for both. */
async function remoteOf(directory: string): Promise<string | null> {
  const origin = await runGit(directory, ['remote', 'get-url', 'origin']);
  return origin.exitCode === 0 ? normaliseRemoteUrl(origin.stdout) : null;
}

/** A work tree's own directory may be called anything; the common directory is what they share. */
function repositoryName(commonDirectory: string): string {
  const base = path.basename(commonDirectory);
  return base === '.git' ? path.basename(path.dirname(commonDirectory)) : base.replace(/\.git$/, '');
}

function localIdentity(name: string, place: string): string {
  const hash = createHash('sha256').update(place, 'utf8').digest('hex').slice(0, HASH_DIGITS);
  return `local/${name.replaceAll(/\p{Cc}/gu, ' ') || 'root'}-${hash}`;
}

function withoutGit(error: unknown): null {
  if (InklingError.isInstance(error) && error.code === 'dependency-missing') return null;
  throw error;
}

// "[git@host:2222]:owner/repo" is how a port is told without a scheme.
const SCP_FORM_WITH_PORT = /^\[([^\]/\s]+)\]:\/?/;
// "git@host:owner/repo" has no scheme; a lone letter before the colon is a Windows drive, not a host.
const SCP_FORM = /^(?:[^@/\s]+@)?([^:/\s]{2,}):(?!\/\/)\/?(.+)$/;
const URL_FORM = /^[a-z][a-z0-9+.-]*:\/\//i;
// These hosts treat owner and name without regard to case, so two people may have cloned one repository under two spellings.
const CASELESS_HOSTS = new Set(['github.com', 'gitlab.com', 'bitbucket.org']);

/** Hosts whose ssh has an address of its own, with how the web addresses the same repository. */
const SSH_ADDRESSES: readonly (readonly [RegExp, string])[] = [
  [/^ssh\.(github\.com)\//, '$1/'],
  [/^altssh\.(gitlab\.com|bitbucket\.org)\//, '$1/'],
  [/^ssh\.dev\.azure\.com\/v3\/([^/]+)\/([^/]+)\//, 'dev.azure.com/$1/$2/_git/'],
];

/**
 * One name for one remote repository, whichever form its URL has: `host/owner/name`, without user, password, port of the
 * scheme, `.git` or a trailing slash. `git@github.com:o/r.git` and `https://token@github.com/o/r` both give `github.com/o/r`.
 * Null for a remote that is a directory on this disk, which means nothing elsewhere.
 */
export function normaliseRemoteUrl(remote: string): string | null {
  const text = remote.trim().replace(SCP_FORM_WITH_PORT, 'ssh://$1/');
  const parts = URL_FORM.test(text) ? urlParts(text) : scpParts(text);
  if (!parts) return null;
  const host = parts.host.toLowerCase();
  const repository = parts.path
    .replace(/\/+/g, '/')
    .replace(/^\/|\/$/g, '')
    .replace(/\.git$/i, '')
    .replace(/\/$/, '');
  if (host === '' || repository === '') return null;
  const address = SSH_ADDRESSES.reduce((text, [ssh, web]) => text.replace(ssh, web), `${host}/${repository}`);
  return CASELESS_HOSTS.has(address.split('/', 1)[0]!) ? address.toLowerCase() : address;
}

interface RemoteParts {
  readonly host: string;
  readonly path: string;
}

function urlParts(text: string): RemoteParts | null {
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  if (url.protocol === 'file:') return null;
  // An ssh port says how to connect, not what is there; the port of a web address is part of the host's name.
  const isPortless = url.protocol.includes('ssh') || url.protocol === 'git:';
  const inScm = /^\/scm\/([^/]+\/[^/]+\/?)$/.exec(url.pathname)?.[1];
  // Bitbucket Server has repositories below scm/ for the web, at a port of its own for ssh, and no regard to case. On other hosts scm is an owner.
  const hostname = url.hostname.toLowerCase();
  const isOther = CASELESS_HOSTS.has(hostname) || hostname.startsWith('gitlab.');
  if (!isOther && (isPortless ? url.port === '7999' : inScm !== undefined))
    return { host: url.hostname, path: (inScm ?? url.pathname).toLowerCase() };
  return { host: isPortless ? url.hostname : url.host, path: url.pathname };
}

function scpParts(text: string): RemoteParts | null {
  const [, host, path] = SCP_FORM.exec(text) ?? [];
  return host === undefined || path === undefined ? null : { host, path };
}

/**
 * Where a project's own file of settings stands: the top of the repository, else, as without a git program, the directory itself. Fails for a
 * directory that is gone.
 */
export async function topOfProject(directory: string): Promise<string> {
  const place = await findRepositoryPlace(directory).catch(withoutGit);
  return place?.workTree ?? directory;
}

/**
 * Files as somebody names them in a directory, told from the top of its project. One that is at the top only is meant there. What lies outside stays
 * absolute.
 */
export async function pathsFromTop(named: readonly string[], directory: string): Promise<readonly string[]> {
  if (named.length === 0) return [];
  const root = await topOfProject(directory);
  const isIn = (place: string, each: string): boolean => existsSync(path.resolve(place, each));
  return named.map((each) => {
    const isAtTop = isIn(root, each) && !isIn(directory, each);
    return relativePath(withoutLinks(each), { root, directory: isAtTop ? root : directory });
  });
}

/** Git tells the top of a repository without links. */
function withoutLinks(file: string): string {
  const folder = path.dirname(file);
  return path.isAbsolute(file) && existsSync(folder) ? path.join(realpathSync(folder), path.basename(file)) : file;
}
