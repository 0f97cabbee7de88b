import { pathSegments } from '../../base/normalize-path.ts';
import { pathsOverlap } from '../../base/paths-overlap.ts';
import { pathsInText } from './paths-in-text.ts';

/** Added to the relevance of a memory about the focal file, capped at 1. Source: seed "In-Session Injection". */
export const PATH_OVERLAP_BOOST = 0.2;

/** What the path boost needs of an item. */
export interface PathBoostable {
  /** Absolute relevance, 0…1. */
  readonly relevance: number;
  readonly content: string;
  readonly metadata: { readonly paths?: readonly string[] };
}

/** What the path boost tells of an item. */
export interface PathBoosted {
  /** What was really added: less than the boost where the cap of 1 bit. */
  readonly pathBoost: number;
}

function concerns(item: PathBoostable, focal: readonly (readonly string[])[]): boolean {
  const { paths = [] } = item.metadata;
  const own = paths.length > 0 ? paths.map(pathSegments) : pathsInText(item.content);
  return own.some((path) => focal.some((hint) => pathsOverlap(path, hint)));
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
  const given = typeof focalPaths === 'string' ? [focalPaths] : (focalPaths ?? []);
  const focal = given.map(pathSegments).filter((segments) => segments.length > 0);
  return scored.map((item) => {
    if (focal.length === 0 || !concerns(item, focal)) return { ...item, pathBoost: 0 };
    const relevance = Math.min(1, item.relevance + PATH_OVERLAP_BOOST);
    return { ...item, relevance, pathBoost: Math.max(0, relevance - item.relevance) };
  });
}
