import { pathSegments } from '../../base/normalize-path.ts';

/** What can stand in a path in prose. Quotes, brackets and white space end it. */
const PATH_TOKEN = /[^\s"'`()[\]{}<>,;|*?]+/gu;

/** `:42:7` after a path names a line; the rest of the token is no part of the path. */
const LINE_NUMBER = /:\d.*$/u;

/** The full stop or colon of the sentence. A loop, because a pattern anchored at the end is quadratic on `.....x`. */
function withoutTrailingPunctuation(token: string): string {
  let end = token.length;
  while (end > 0 && '.:!'.includes(token[end - 1]!)) end--;
  return token.slice(0, end);
}

/**
 * Paths that a text names: tokens of at least two segments. A bare `index.ts` in prose names no particular file and does
 * not count (the contract differs here from the seed's substring match).
 */
export function pathsInText(text: string): string[][] {
  const found: string[][] = [];
  for (const [token] of text.matchAll(PATH_TOKEN)) {
    if (!token.includes('/') && !token.includes('\\')) continue;
    const segments = pathSegments(withoutTrailingPunctuation(token.replace(LINE_NUMBER, '')));
    if (segments.length >= 2) found.push(segments);
  }
  return found;
}
