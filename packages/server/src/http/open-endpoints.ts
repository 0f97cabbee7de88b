import type { Env, Hono } from 'hono';
import type { DaemonMetrics } from './metrics.ts';

/** What answers without a caller. */
export interface OpenEndpoints {
  readonly ready: () => boolean;
  readonly metrics: DaemonMetrics;
  readonly document: unknown;
}

/**
 * What supervisors, monitors and tools ask for before they have a key: health, readiness, metrics and the API's description. Nothing
 * of them is an organisation's.
 */
export function openEndpoints<E extends Env>(app: Hono<E>, { ready, metrics, document }: OpenEndpoints): void {
  app.get('/healthz', (context) => context.json({ status: 'ok' }));
  app.get('/readyz', (context) => {
    const isReady = ready();
    return context.json({ status: isReady ? 'ready' : 'not-ready' }, isReady ? 200 : 503);
  });
  app.get('/metrics', async (context) => {
    context.header('content-type', metrics.contentType);
    return context.body(await metrics.text());
  });
  app.get('/openapi.json', (context) => context.json(document as object));
}
