import { wellFormedText } from './well-formed-text.ts';

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
