import type { Context, Hono } from 'hono';
import type { DaemonMetrics } from './metrics.ts';
import type { RequestEnv } from './request-env.ts';

/** Asked every few seconds for as long as the daemon runs: they are counted, but their log lines would hide all others. */
export const PROBES: ReadonlySet<string> = new Set(['healthz', 'readyz', 'metrics']);

/** What answers without a caller. */
export interface OpenEndpoints {
  /** Tells this run of the daemon from every other, so that who finds its address knows whom it found. */
  readonly instance: string;
  readonly version: string;
  readonly ready: () => boolean | Promise<boolean>;
  /** Refuses who may not read the figures. (Default: nobody) */
  readonly admitToMetrics?: (context: Context<RequestEnv>) => Promise<unknown>;
  readonly metrics: DaemonMetrics;
  /** The API's description. */
  readonly document: () => object;
}

/**
 * What supervisors, monitors and tools ask for before they have a key: health, readiness, metrics and the API's description. Nothing
 * of them is an organisation's.
 */
export function openEndpoints(
  app: Hono<RequestEnv>,
  { instance, version, ready, metrics, document, admitToMetrics }: OpenEndpoints,
): void {
  app.use('/:probe{healthz|readyz|metrics|openapi.json}', async (context, next) => {
    context.set('operation', context.req.param('probe'));
    await next();
  });
  app.get('/healthz', (context) => context.json({ status: 'ok', instance, version }));
  app.get('/readyz', async (context) => {
    const isReady = await ready();
    return context.json({ status: isReady ? 'ready' : 'not-ready' }, isReady ? 200 : 503);
  });
  app.get('/metrics', async (context) => {
    await admitToMetrics?.(context);
    context.header('content-type', metrics.contentType);
    return context.body(await metrics.text());
  });
  app.get('/openapi.json', (context) => context.json(document()));
}
