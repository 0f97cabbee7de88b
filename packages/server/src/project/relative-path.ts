import path from 'node:path';

/** Where an agent worked, in its own spelling. */
export interface WorkPlace {
  /** The top of the repository; null = not known: then the directory stands for it. */
  readonly root: string | null;
  /** Where relative paths start from. (Default: the root) */
  readonly directory?: string | null;
}

/**
 * A path as a client reports it, told from the top of the repository with `/` between its parts: absolute or from a sub-directory, with
 * Windows separators, as a `file://` URL. What lies outside stays absolute; without a place a relative path stays as it is. Pure, never fails.
 */
export function relativePath(reported: string, { root, directory = null }: WorkPlace): string {
  const start = directory ?? root;
  const top = root ?? directory;
  // The address of something else.
  if (reported === '' || /^(?!file:)[a-z][a-z0-9+.-]+:\/\//iu.test(reported)) return reported;
  if (start === null || top === null) return slashed(reported, false);
  const [from, base] = [slashed(start, false), slashed(top, false)];
  const given = slashed(reported, DRIVE.test(from));
  const spelled = linkedTop(from, base);
  const fromTop = (text: string): string => below(text, base) ?? below(text, spelled) ?? text;
  // Some clients tell relative paths from the top wherever they stand.
  const isWhole = isAbsolute(given) || given.startsWith(`${fromTop(from)}/`);
  return fromTop(isWhole ? given : path.posix.join(from, given));
}

const DRIVE = /^[a-z]:/iu;

function slashed(text: string, isWindows: boolean): string {
  const plain = text.startsWith('file://') ? decoded(text.slice('file://'.length)) : text;
  // On other systems a backslash may be part of a name; beside a slash it is.
  const isTheirs = isWindows || DRIVE.test(plain) || plain.startsWith('\\\\') || !plain.includes('/');
  const normal = path.posix.normalize(isTheirs ? plain.replaceAll('\\', '/') : plain);
  const bare = normal.length > 1 ? normal.replace(/\/$/u, '') : normal;
  return bare.replace(DRIVE, (drive) => drive.toLowerCase());
}

/** `/C:/work` of a URL is `C:/work`. */
function decoded(text: string): string {
  const bare = text.replace(/^localhost(?=\/)/u, '').replace(/^\/(?=[a-z](?::|%3a))/iu, '');
  try {
    return decodeURIComponent(bare);
  } catch (error) {
    // A path that was put behind file:// without being encoded.
    if (error instanceof URIError) return bare;
    throw error;
  }
}

const isAbsolute = (text: string): boolean => text.startsWith('/') || DRIVE.test(text);

function below(text: string, top: string): string | null {
  if (text === top) return '.';
  const prefix = top.endsWith('/') ? top : `${top}/`;
  return text.startsWith(prefix) ? text.slice(prefix.length) : null;
}

/** git resolves links in the top's path, clients do not (`/tmp` of macOS): then it is the folder of that name around the directory. */
function linkedTop(from: string, top: string): string {
  if (below(from, top) !== null) return top;
  const parts = from.split('/');
  const at = parts.lastIndexOf(path.posix.basename(top));
  return at > 0 ? parts.slice(0, at + 1).join('/') : top;
}
