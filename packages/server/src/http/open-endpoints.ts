import type { Context, Hono } from 'hono';
import type { RequestEnv } from './caller.ts';
import type { DaemonMetrics } from './metrics.ts';

/** Asked every few seconds for as long as the daemon runs: they are counted, but their log lines would hide all others. */
export const PROBES: ReadonlySet<string> = new Set(['healthz', 'readyz', 'metrics']);

/** Whether the daemon can answer, and what it is short of. */
export type Readiness = 'ready' | 'starting' | 'draining' | 'database' | 'disk-full';

/** What answers without a caller. */
export interface OpenEndpoints {
  /** Tells this run of the daemon from every other, so that who finds its address knows whom it found. */
  readonly instance: string;
  readonly version: string;
  /** What the daemon is short of, until it can answer as well as it ever will, and again while it drains. */
  readonly readiness: () => Promise<Readiness>;
  /** How far the clock is behind the newest memory, in ms; 0 = it is not. */
  readonly clockBehindMs: () => number;
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
  { instance, version, readiness, clockBehindMs, metrics, document, admitToMetrics }: OpenEndpoints,
): void {
  app.use('/:probe{healthz|readyz|metrics|openapi.json}', async (context, next) => {
    context.set('operation', context.req.param('probe'));
    await next();
  });
  app.get('/healthz', (context) => {
    const behind = Math.round(clockBehindMs() / 1000);
    return context.json({ status: 'ok', instance, version, ...(behind > 0 ? { clockBehindSeconds: behind } : {}) });
  });
  app.get('/readyz', async (context) => {
    const reason = await readiness();
    if (reason === 'ready') return context.json({ status: 'ready' });
    return context.json({ status: 'not-ready', reason }, 503);
  });
  app.get('/metrics', async (context) => {
    await admitToMetrics?.(context);
    context.header('content-type', metrics.contentType);
    return context.body(await metrics.text());
  });
  app.get('/openapi.json', (context) => context.json(document()));
}
