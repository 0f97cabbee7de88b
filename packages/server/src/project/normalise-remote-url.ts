// "git@host:owner/repo" has no scheme; a lone letter before the colon is a Windows drive, not a host.
const SCP_FORM = /^(?:[^@/\s]+@)?([^:/\s]{2,}):(?!\/\/)\/?(.+)$/;
const URL_FORM = /^[a-z][a-z0-9+.-]*:\/\//i;
// These hosts treat owner and name without regard to case, so two people may have cloned one repository under two spellings.
const CASELESS_HOSTS = new Set(['github.com', 'gitlab.com', 'bitbucket.org']);

/**
 * One name for one remote repository, whichever form its URL has: `host/owner/name`, without user, password, port of the
 * scheme, `.git` or a trailing slash. `git@github.com:o/r.git` and `https://token@github.com/o/r` both give `github.com/o/r`.
 * Null for a remote that is a directory on this disk, which means nothing elsewhere.
 */
export function normaliseRemoteUrl(remote: string): string | null {
  const text = remote.trim();
  const parts = URL_FORM.test(text) ? urlParts(text) : scpParts(text);
  if (!parts) return null;
  const host = parts.host.toLowerCase();
  const repository = parts.path
    .replace(/\/+/g, '/')
    .replace(/^\/|\/$/g, '')
    .replace(/\.git$/i, '')
    .replace(/\/$/, '');
  if (host === '' || repository === '') return null;
  return `${host}/${CASELESS_HOSTS.has(host) ? repository.toLowerCase() : repository}`;
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
  const host = url.protocol.includes('ssh') || url.protocol === 'git:' ? url.hostname : url.host;
  return { host, path: url.pathname };
}

function scpParts(text: string): RemoteParts | null {
  const [, host, path] = SCP_FORM.exec(text) ?? [];
  return host === undefined || path === undefined ? null : { host, path };
}
