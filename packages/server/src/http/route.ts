import type { Clock, Memory, OrgMemory } from '@inkling/engine';
import type { HookServices } from '../agents/hook-services.ts';
import type { Endpoint, EndpointShape, ReadonlyDeep } from '../contract/endpoint.ts';
import type { InspectorAccess } from '../state/inspector-access.ts';
import type { Admission, OriginRules } from './admit.ts';
import type { Caller } from './caller.ts';
import type { InspectorFiles } from './inspector-pages.ts';
import type { DaemonMetrics } from './metrics.ts';
import type { DaemonLog } from './request-log.ts';

/** What handlers may use beside the caller's memory. */
export interface Services {
  readonly clock: Clock;
  readonly metrics: DaemonMetrics;
  readonly agents: HookServices;
  readonly inspectorAccess: InspectorAccess;
  /** For what fails after the caller has its answer. */
  readonly log: Pick<DaemonLog, 'failure'>;
  /** Aborts when the daemon drains: long answers end then. */
  readonly draining: AbortSignal;
}

/** Whether the daemon can answer, and what it is short of. */
export type Readiness = 'ready' | 'starting' | 'draining' | 'database' | 'read-only' | 'disk-full';

export interface AppOptions extends Services, Admission {
  readonly memory: Memory;
  readonly origins: OriginRules;
  readonly log: DaemonLog;
  /** Tells this run of the daemon from every other, so that who finds its address knows whom it found. */
  readonly instance: string;
  readonly version: string;
  /** What the daemon is short of, until it can answer as well as it ever will, and again while it drains. */
  readonly readiness: () => Promise<Readiness>;
  /** How far the clock is behind the newest memory, in ms; 0 = it is not. (Default: 0) */
  readonly clockBehindMs?: () => number;
  /** No git is on the daemon's path. (Default: there is) */
  readonly isWithoutGit?: () => boolean;
  /** Other machines reach the daemon: figures are for callers only, and probes may ask by any name. (Default: false) */
  readonly isOnNetwork?: boolean;
  /** The web app, read when it is first asked for. (Default: none) */
  readonly inspector?: () => InspectorFiles;
}

type Part<Shape extends EndpointShape, Name extends string> = Shape extends Record<Name, infer Type> ? Type : undefined;

/** One checked request. */
export interface Call<Shape extends EndpointShape> {
  readonly params: Part<Shape, 'params'>;
  readonly query: Part<Shape, 'query'>;
  readonly body: Part<Shape, 'body'>;
  /** The caller's organisation: there is no way from a handler to another. */
  readonly memory: OrgMemory;
  readonly caller: Caller;
  /** The endpoint's id. */
  readonly operation: string;
  readonly services: Services;
  /** Aborts when the client is gone. */
  readonly signal: AbortSignal;
  /** Whether the caller would be let in now: for answers that last. */
  readonly isStillAdmitted: () => Promise<boolean>;
  header(name: string): string | undefined;
}

/** Who writes, where, and by which operation. */
export type Writing = Pick<Call<EndpointShape>, 'caller' | 'operation' | 'memory'> & {
  readonly services: { readonly metrics: Pick<DaemonMetrics, 'countShadowDenial'> };
};

/** An endpoint with its handler, as the application mounts it. */
export interface Route {
  readonly endpoint: Endpoint;
  readonly handle: (call: Call<EndpointShape>) => Promise<unknown>;
}

/**
 * Pairs an endpoint with its handler. What arrives has passed the endpoint's schemas and its roles; what is thrown becomes a coded
 * problem. A handler holds no logic of its own: it asks the engine and answers.
 */
export function route<Shape extends EndpointShape>(
  endpoint: Endpoint<Shape>,
  handle: (call: Call<Shape>) => Promise<ReadonlyDeep<Shape['answer']>>,
): Route {
  return { endpoint, handle };
}

/** Pairs an endpoint that answers line by line with its handler. */
export function streamRoute<Shape extends EndpointShape>(
  endpoint: Endpoint<Shape>,
  handle: (
    call: Call<Shape>,
  ) => AsyncIterable<ReadonlyDeep<Shape['answer']>> | Promise<AsyncIterable<ReadonlyDeep<Shape['answer']>>>,
): Route {
  return { endpoint, handle: async (call) => handle(call) };
}
