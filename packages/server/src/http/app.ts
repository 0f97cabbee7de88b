import { randomUUID } from 'node:crypto';
import { InklingError } from '@inkling/engine/errors';
import { type Context, Hono } from 'hono';
import { streamSSE } from 'hono/streaming';
import { ERROR_ENDS, type ProblemStatus } from '../base/error-ends.ts';
import { toldOf } from '../base/told-of-error.ts';
import { ANY_ROLE, type Endpoint, type EndpointShape, type Problem } from '../contract/endpoint.ts';
import { admit, admitting, checkOrigin, isStillAdmitted } from './admit.ts';
import type { Caller, RequestEnv } from './caller.ts';
import { inspectorPages } from './inspector-pages.ts';
import { mountMcp } from './mount-mcp.ts';
import { openapiDocument } from './openapi.ts';
import { checkNames, limitBody, readRequest } from './read-request.ts';
import { bindRequest, requireAdministration } from './rights.ts';
import type { AppOptions, Call, Route, Services } from './route.ts';
import { routes } from './routes/routes.ts';

/**
 * The HTTP API as a function from request to response; serving it is the daemon's part. Every request is measured, logged without its
 * content and answered: with the endpoint's answer, or with a coded problem.
 */
export function createApp(options: AppOptions): Hono<RequestEnv> {
  const app = new Hono<RequestEnv>();
  app.use(async (context, next) => {
    await observed(options, context, next);
  });
  app.use(async (context, next) => {
    const isProbe = options.isOnNetwork === true && HEALTH.has(context.req.path);
    if (!isProbe) checkOrigin(context.req.header('host'), context.req.header('origin'), options.origins);
    await next();
  });
  mountOpen(app, options);
  for (const route of routes) mount(app, route, options);
  if (options.inspector) inspectorPages(app, options.inspector);
  mountMcp(app, options);
  app.notFound(() => {
    throw noSuchRoute();
  });
  app.onError((error, context) => {
    context.set('failure', error);
    const problem = problemOfError(error, context.get('requestId'));
    const seconds = problem.error.details['retryAfterSeconds'];
    if (typeof seconds === 'number') context.header('retry-after', String(seconds));
    return context.json(problem, statusOfError(error));
  });
  return app;
}

/** Asked every few seconds for as long as the daemon runs: they are counted, but their log lines would hide all others. */
const PROBES: ReadonlySet<string> = new Set(['healthz', 'readyz', 'metrics']);

/** Load balancers and orchestrators ask for these by the address of the machine. */
const HEALTH: ReadonlySet<string> = new Set(['/healthz', '/readyz']);

const METRICS = { id: 'metrics', roles: ANY_ROLE } as const;

/** What answers without a caller: what supervisors, monitors and tools ask for before they have a key. Nothing of it is an organisation's. */
function mountOpen(app: Hono<RequestEnv>, options: AppOptions): void {
  const { instance, version, readiness, clockBehindMs = () => 0, isWithoutGit = () => false, metrics } = options;
  app.use('/:probe{healthz|readyz|metrics|openapi.json}', async (context, next) => {
    context.set('operation', context.req.param('probe'));
    await next();
  });
  app.get('/healthz', (context) => {
    const behind = Math.round(clockBehindMs() / 1000);
    const trouble = {
      ...(behind > 0 ? { clockBehindSeconds: behind } : {}),
      ...(isWithoutGit() ? { withoutGit: true } : {}),
    };
    return context.json({ status: 'ok', instance, version, ...trouble });
  });
  app.get('/readyz', async (context) => {
    const reason = await readiness();
    if (reason === 'ready') return context.json({ status: 'ready' });
    return context.json({ status: 'not-ready', reason }, 503);
  });
  app.get('/metrics', async (context) => {
    if (options.isOnNetwork) await admit(context, METRICS, options);
    context.header('content-type', metrics.contentType);
    return context.body(await metrics.text());
  });
  // Written when somebody first asks: JSON Schema of every endpoint is work of a tenth of a second, and few daemons are asked.
  let document: object | null = null;
  const endpoints = routes.map(({ endpoint }) => endpoint);
  app.get('/openapi.json', (context) => context.json((document ??= openapiDocument(endpoints, version))));
}

async function observed(
  { metrics, log, clock }: AppOptions,
  context: Context<RequestEnv>,
  next: () => Promise<void>,
): Promise<void> {
  const startedAt = clock.monotonic();
  // Our own, always: one that a client gives could be another request's, or a text for the log.
  const requestId = randomUUID();
  context.set('requestId', requestId);
  await next();
  context.header('x-request-id', requestId);
  const { status } = context.res;
  const operation = context.get('operation') ?? 'unmatched';
  const elapsedMs = clock.monotonic() - startedAt;
  metrics.observeRequest(operation, status, elapsedMs / 1000);
  const failure: unknown = context.get('failure');
  // A daemon that is not ready says so with 503, which is no failure of it.
  if (PROBES.has(operation) && (status < 500 || failure === undefined)) return;
  const caller = context.get('caller') as Caller | undefined;
  log.request({
    requestId,
    operation,
    method: context.req.method,
    status,
    elapsedMs,
    ...(caller ? { orgId: caller.orgId, actor: caller.actor } : {}),
    ...(failure === undefined ? {} : { code: problemOfError(failure, requestId).error.code }),
  });
  if (failure !== undefined && status >= 500) log.failure(failure, requestId);
}

function mount(app: Hono<RequestEnv>, route: Route, options: AppOptions): void {
  const { endpoint, handle } = route;
  // Not the options themselves: they hold the memory of every organisation.
  const { clock, metrics, agents, inspectorAccess, log, draining } = options;
  const services: Services = { clock, metrics, agents, inspectorAccess, log, draining };
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1');
  const admitted = admitting(endpoint, options);
  app.on(endpoint.method.toUpperCase(), path, admitted, limitBody(endpoint.maxBodyBytes), async (context) => {
    const caller = context.get('caller');
    const memory = options.memory.org(caller.orgId);
    await requireAdministration(caller, endpoint, { memory, metrics });
    const checked = await bindRequest({ caller, endpoint, memory }, await readRequest(context, endpoint));
    // In a payload, names of sessions are redacted where they are kept.
    if (!endpoint.takesPayload) checkNames(endpoint, checked);
    const call = {
      ...checked,
      memory,
      caller,
      operation: endpoint.id,
      services,
      signal: context.req.raw.signal,
      isStillAdmitted: () => isStillAdmitted(context, options.access),
      header: (name: string) => context.req.header(name),
    } as Call<EndpointShape>;
    const failed = (error: unknown): void => log.failure(error, context.get('requestId'));
    return answerWith(context, endpoint, await handle(call), failed);
  });
}

export function problemOfError(error: unknown, requestId: string): Problem {
  return { error: { ...toldOf(error), requestId } };
}

export function statusOfError(error: unknown): ProblemStatus {
  return InklingError.isInstance(error) ? ERROR_ENDS[error.code][0] : 500;
}

function noSuchRoute(): InklingError {
  return new InklingError('route-not-found', 'Nothing answers to this method and path.', {
    hint: 'The document at /openapi.json lists what does.',
  });
}

/** `failed` is told of what goes wrong after the answer has begun. */
export function answerWith(
  context: Context,
  endpoint: Endpoint,
  answer: unknown,
  failed: (error: unknown) => void,
): Response {
  // What is remembered is nobody else's: no proxy or browser keeps it.
  context.header('cache-control', 'no-store');
  if (endpoint.format === 'ndjson') return answerLines(context, answer as AsyncIterable<unknown>, failed);
  if (endpoint.format === 'events') return answerEvents(context, answer as AsyncIterable<NumberedEvent>);
  return context.json(answer ?? {}, endpoint.status ?? 200);
}

/** One JSON value a line, written as fast as the client reads. What fails midway breaks the connection: an answer that ends has all rows. */
function answerLines(context: Context, rows: AsyncIterable<unknown>, failed: (error: unknown) => void): Response {
  context.header('content-type', 'application/x-ndjson');
  async function* lines(): AsyncGenerator<Uint8Array> {
    const encoder = new TextEncoder();
    try {
      for await (const row of rows) yield encoder.encode(`${JSON.stringify(row)}\n`);
    } catch (error) {
      failed(error);
      throw error;
    }
  }
  return context.body(ReadableStream.from(lines()));
}

interface NumberedEvent {
  readonly seq: number;
}

// Shorter than the minute after which proxies give up on a silent connection.
const HEARTBEAT_MS = 15_000;

/** Server-sent events whose ids are their numbers, with a comment now and then while nothing happens. */
function answerEvents(context: Context, events: AsyncIterable<NumberedEvent>): Response {
  return streamSSE(context, async (output) => {
    const heartbeat = setInterval(() => void output.write(': still here\n\n'), HEARTBEAT_MS);
    try {
      for await (const event of events) {
        if (output.aborted) return;
        await output.writeSSE({ id: String(event.seq), data: JSON.stringify(event) });
      }
    } finally {
      clearInterval(heartbeat);
    }
  });
}
