/** Reads something once, however often it is asked for; it is the same promise each time, so React need not wait for one that is kept. */
function once<Code>(read: () => Promise<Code>): () => Promise<Code> {
  let code: Promise<Code> | null = null;
  return () => (code ??= read());
}

/** The code of each view: files of their own, each read once and only when it is needed. */
export const viewCode = {
  help: once(() => import('./help/help-page.tsx')),
  sessions: once(() => import('./sessions/sessions-page.tsx')),
  session: once(() => import('./sessions/session-page.tsx')),
  topology: once(() => import('./topology/topology-page.tsx')),
  memory: once(() => import('./memory/memory-page.tsx')),
  observation: once(() => import('./memory/observation-page.tsx')),
  talks: once(() => import('./memory/talks/talks-page.tsx')),
  review: once(() => import('./memory/review-page.tsx')),
  graph: once(() => {
    // Both at once: the view asks for what draws only when it is there itself.
    void import('./graph/graph-canvas.tsx');
    return import('./graph/graph-page.tsx');
  }),
  analytics: once(() => import('./analytics/analytics-page.tsx')),
  admin: once(() => import('./admin/admin-page.tsx')),
} as const;

/** Which code an address needs; null = none of it. */
export function viewOf(path: string): keyof typeof viewCode | null {
  const [, place = '', part = ''] = path.split('/');
  if (place === '') return 'help';
  if (place === 'sessions') return part === '' ? 'sessions' : 'session';
  if (place === 'memory' && part === 'talks') return 'talks';
  if (place === 'memory') return part === '' ? 'memory' : 'observation';
  const isPart = ['help', 'session', 'observation', 'talks'].includes(place);
  return place in viewCode && !isPart ? (place as keyof typeof viewCode) : null;
}
