/**
 * One path as it is compared everywhere: `/` as separator, no empty, `.` or inner `..` segment, no leading or trailing `/`.
 * A leading `..` or root is dropped, because what is left still matches by suffix. Returns '' when nothing is left.
 */
export function normalizeObservationPath(path: string): string {
  const segments: string[] = [];
  for (const segment of path.replaceAll('\\', '/').split('/')) {
    if (segment === '' || segment === '.') continue;
    if (segment === '..') segments.pop();
    else segments.push(segment);
  }
  return segments.join('/');
}

/** The paths of a statement: each normalised, empty ones dropped, the first of equal ones kept, order unchanged. */
export function normalizeObservationPaths(paths: readonly string[]): string[] {
  return [...new Set(paths.map(normalizeObservationPath))].filter((path) => path !== '');
}
