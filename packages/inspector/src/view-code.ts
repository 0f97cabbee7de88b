/** The code of each view: files of their own, each read once and only when it is needed. */
export const viewCode = {
  sessions: () => import('./sessions/sessions-page.tsx'),
  session: () => import('./sessions/session-page.tsx'),
  topology: () => import('./topology/topology-page.tsx'),
  memory: () => import('./memory/memory-page.tsx'),
  observation: () => import('./memory/observation-page.tsx'),
  review: () => import('./memory/review-page.tsx'),
  graph() {
    // Both at once: the view asks for what draws only when it is there itself.
    void import('./graph/graph-canvas.tsx');
    return import('./graph/graph-page.tsx');
  },
  analytics: () => import('./analytics/analytics-page.tsx'),
  admin: () => import('./admin/admin-page.tsx'),
} as const;

/** Which code an address needs; null = none of it. */
export function viewOf(path: string): keyof typeof viewCode | null {
  const [, place = '', part = ''] = path.split('/');
  if (place === '' || place === 'sessions') return part === '' ? 'sessions' : 'session';
  if (place === 'memory') return part === '' ? 'memory' : 'observation';
  return place in viewCode && place !== 'session' && place !== 'observation' ? (place as keyof typeof viewCode) : null;
}
