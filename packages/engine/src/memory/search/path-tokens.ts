import { tokenize } from './tokenize.ts';

/** `name.test.ts`, `name.d.ts` and `name.rs` are all `name`: the extension says what a file is, not what it is about. */
const EXTENSION = /\.(?:test|spec|d)?\.?\w{1,8}$/;

/**
 * One spelling for a path: `/` as separator, no `./`, no empty or trailing segments, `..` resolved where it can be.
 * Case is kept; a leading `/` is dropped, so an absolute path ends with the relative one.
 */
export function normalizePath(path: string): string {
  const segments: string[] = [];
  for (const segment of path.trim().replaceAll('\\', '/').split('/')) {
    if (segment === '' || segment === '.') continue;
    if (segment === '..' && segments.length > 0 && segments.at(-1) !== '..') segments.pop();
    else segments.push(segment);
  }
  return segments.join('/');
}

/** True when the paths are equal, or one ends with the other at a segment boundary. Both must be normalised. */
export function isSamePath(left: string, right: string): boolean {
  if (left === '' || right === '') return false;
  if (left.length === right.length) return left === right;
  return left.length > right.length ? left.endsWith(`/${right}`) : right.endsWith(`/${left}`);
}

/** The tokens of a path: each segment without its extension, split as text is; stop words stay, they are names here. */
export function pathTokens(path: string): string[] {
  const tokens: string[] = [];
  for (const segment of normalizePath(path).split('/')) {
    const name = segment.startsWith('.') ? segment : segment.replace(EXTENSION, '');
    for (const token of tokenize(name, { keepStopWords: true })) tokens.push(token);
  }
  return tokens;
}
