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
