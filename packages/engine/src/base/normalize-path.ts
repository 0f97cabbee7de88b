import { wellFormedText } from './text/well-formed-text.ts';

/**
 * One path as it is stored, searched and compared: `/` as separator, no empty, `.` or `..` segment, no leading or trailing `/`, letters
 * composed (NFC), what no database holds replaced (U+FFFD). A leading `..` or root is dropped, because what is left still matches by suffix. Case and spaces are kept. '' when nothing
 * is left.
 */
export function normalizePath(path: string): string {
  return pathSegments(path).join('/');
}

/** Nothing up to `ÿ` changes when it is composed. Looking costs a path nothing that can be measured, composing it some 100 ns more. */
const PERHAPS_DECOMPOSED = /[^\0-ÿ]/u;

/** The segments of {@link normalizePath}. A file system of macOS may name `ü` by two characters where git names it by one. */
export function pathSegments(path: string): string[] {
  const segments: string[] = [];
  const mayChange = PERHAPS_DECOMPOSED.test(path) || path.includes('\0');
  const composed = mayChange ? wellFormedText(path).normalize('NFC') : path;
  for (const segment of composed.split(/[\\/]/u)) {
    if (segment === '' || segment === '.') continue;
    if (segment === '..') segments.pop();
    else segments.push(segment);
  }
  return segments;
}

/**
 * True when the paths are the same file as far as their spelling tells: equal, or one ends with the other at a segment
 * boundary (`/home/me/repo/src/auth.ts` and `src/auth.ts`). `auth.ts` does not match `oauth.ts`. Takes segments, see pathSegments.
 */
export function pathsOverlap(a: readonly string[], b: readonly string[]): boolean {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  if (short.length === 0) return false;
  const offset = long.length - short.length;
  return short.every((segment, index) => segment === long[offset + index]);
}

/** Tests, documents, examples and data: whatever is changed touches them, so they say least of what a change is about. */
const BESIDE_THE_CODE =
  /(?:^|\/)(?:tests?|__tests__|specs?|testing|examples?|docs?|benchmarks?|fixtures)\/|(?:^|\/)(?:test_[^/]*|conftest\.\w+)$|[._-](?:test|spec)s?\.\w+$|\.(?:md|mdx|markdown|rst|txt|adoc|json|jsonl|ya?ml|toml|lock|cfg|ini|svg|png|csv)$|(?:^|\/)[^/.]+$|(?:^|\/)\.[^/]+/iu;

/** True for a path of code that runs, as its name tells. */
export const isCodePath = (path: string): boolean => !BESIDE_THE_CODE.test(path);
