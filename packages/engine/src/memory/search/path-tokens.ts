import { pathSegments } from '../../base/normalize-path.ts';
import { tokenize } from './tokenize.ts';

/** `name.test.ts`, `name.d.ts` and `name.rs` are all `name`: the extension says what a file is, not what it is about. */
const EXTENSION = /\.(?:test|spec|d)?\.?\w{1,8}$/;

/** True when the paths are equal, or one ends with the other at a segment boundary. Both must be normalised. */
export function isSamePath(left: string, right: string): boolean {
  if (left === '' || right === '') return false;
  if (left.length === right.length) return left === right;
  return left.length > right.length ? left.endsWith(`/${right}`) : right.endsWith(`/${left}`);
}

/** The tokens of a path: each segment without its extension, split as text is; stop words stay, they are names here. */
export function pathTokens(path: string): string[] {
  const tokens: string[] = [];
  for (const segment of pathSegments(path)) {
    const name = segment.startsWith('.') ? segment : segment.replace(EXTENSION, '');
    for (const token of tokenize(name, { keepStopWords: true })) tokens.push(token);
  }
  return tokens;
}
