/**
 * One path as it is stored, searched and compared: `/` as separator, no empty, `.` or `..` segment, no leading or trailing `/`.
 * A leading `..` or root is dropped, because what is left still matches by suffix. Case and spaces are kept. '' when nothing is left.
 */
export function normalizePath(path: string): string {
  return pathSegments(path).join('/');
}

/** The segments of {@link normalizePath}. */
export function pathSegments(path: string): string[] {
  const segments: string[] = [];
  for (const segment of path.split(/[\\/]/u)) {
    if (segment === '' || segment === '.') continue;
    if (segment === '..') segments.pop();
    else segments.push(segment);
  }
  return segments;
}
