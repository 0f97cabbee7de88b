import { pathSegments, pathsOverlap } from '../../base/normalize-path.ts';

/** Added to the relevance of a memory about the focal file, capped at 1. Source: seed "In-Session Injection". */
export const PATH_OVERLAP_BOOST = 0.2;

/** What tells whether an item concerns a path. */
export interface Concerning {
  readonly content: string;
  readonly metadata: { readonly paths?: readonly string[] };
}

/** What the path boost needs of an item. */
export interface PathBoostable extends Concerning {
  /** Absolute relevance, 0…1. */
  readonly relevance: number;
}

/** What the path boost tells of an item. */
export interface PathBoosted {
  /** What was really added: less than the boost where the cap of 1 bit. */
  readonly pathBoost: number;
}

/** Whether an item concerns one of the focal paths, or one of those that are `whole`: nothing may stand before them. */
export function concernsPaths(
  focalPaths: string | readonly string[] | undefined,
  whole: readonly string[] = [],
): (item: Concerning) => boolean {
  const given = typeof focalPaths === 'string' ? [focalPaths] : (focalPaths ?? []);
  const focal = given.map(pathSegments).filter((segments) => segments.length > 0);
  if (focal.length + whole.length === 0) return () => false;
  const overlaps = (path: readonly string[]): boolean =>
    focal.some((segments) => pathsOverlap(path, segments)) || whole.includes(path.join('/'));
  return ({ content, metadata: { paths = [] } }) =>
    paths.length === 0 ? pathsInText(content).some(overlaps) : paths.some((path) => overlaps(pathSegments(path)));
}

/** The relevance of what concerns a focal path. */
export function boostedRelevance(relevance: number): number {
  return Math.min(1, relevance + PATH_OVERLAP_BOOST);
}

/**
 * Raises the relevance of the items that concern a focal path by {@link PATH_OVERLAP_BOOST}, once, capped at 1.
 * `metadata.paths` decides where there are any; only items without paths are judged by the paths their text names.
 * The order of the items does not change.
 */
export function boostByPathOverlap<T extends PathBoostable>(
  scored: readonly T[],
  focalPaths: string | readonly string[] | undefined,
): (T & PathBoosted)[] {
  const concerns = concernsPaths(focalPaths);
  return scored.map((item) => {
    if (!concerns(item)) return { ...item, pathBoost: 0 };
    const relevance = boostedRelevance(item.relevance);
    return { ...item, relevance, pathBoost: Math.max(0, relevance - item.relevance) };
  });
}

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
