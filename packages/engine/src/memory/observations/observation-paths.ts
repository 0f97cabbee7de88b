import { normalizePath } from '../../base/normalize-path.ts';

/** The paths of a statement: each normalised, empty ones dropped, the first of equal ones kept, order unchanged. */
export function normalizeObservationPaths(paths: readonly string[]): string[] {
  return [...new Set(paths.map(normalizePath))].filter((path) => path !== '');
}
