import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import type { Clock, Database, Memory } from '@inkling/engine';
import { hasApiKeys } from '@inkling/engine/operator';
import { InklingError } from '@inkling/engine/errors';
import { createHookServices } from '../agents/hook-services.ts';
import { createDirectoryFacts } from '../agents/directory-facts.ts';
import { createApp, type AppOptions } from '../http/app.ts';
import { LOOPBACK_HOSTS } from '../http/check-origin.ts';
import { createCodeAccess, createEitherAccess, createKeyAccess, createTokenAccess } from '../http/access.ts';
import { readInspectorFiles, type InspectorFiles } from '../http/inspector-pages.ts';
import { createMetrics, type DaemonMetrics, type QueueState } from '../http/metrics.ts';
import { createRateLimit } from '../http/rate-limit.ts';
import { removeDaemonFile, writeDaemonFile, type DaemonFacts } from '../state/daemon-file.ts';
import { ensureDaemonToken } from '../state/daemon-token.ts';
import { createInspectorAccess } from '../state/inspector-access.ts';
import type { Daemon, DaemonOptions } from './daemon-options.ts';
import { startMaintenance, type Maintenance } from './maintenance.ts';
import { createStanding } from './standing.ts';
import { cannotListen } from './require-port.ts';
import { serveApp, type Listener } from './serve-app.ts';

const LOOPBACK_ADDRESSES: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '::1']);

// A recall may take 1 s and an import batch a few; a supervisor usually kills after 10.
const GRACE_MS = 8_000;

/** A memory that is open and prepares for its first session. */
export interface WarmingMemory {
  readonly database: Database;
  readonly memory: Memory;
  /** Resolves when that is done; never rejects. */
  readonly warmed: Promise<void>;
  /** Where the memory's own events are counted from now on. */
  readonly countIn: (metrics: DaemonMetrics) => void;
}

/** Serves a memory that is open. Leaves nothing behind when that fails, save the memory. */
export async function serveMemory(
  options: DaemonOptions,
  { database, memory, warmed, countIn }: WarmingMemory,
): Promise<Daemon> {
  const { clock, log, version, stateDirectory } = options;
  if (!LOOPBACK_ADDRESSES.has(options.host) && !(await hasApiKeys(database.operator))) throw keysNeeded(options.host);
  const draining = new AbortController();
  const instance = randomUUID();
  const standing = createStanding({ database, directory: stateDirectory, clock, log, draining: draining.signal });
  const metrics = createMetrics();
  countIn(metrics);
  const meter = createQueueMeter(memory);
  metrics.watchQueue(() => meter.read());
  const token = ensureDaemonToken(stateDirectory);
  const agents = createHookServices({
    secret: token,
    clock,
    ...(options.settings ? { settings: options.settings } : {}),
    estimateTokens: options.configured?.estimateTokens,
    ...createDirectoryFacts(),
    onVerbEvent: (outcome, elapsedMs) => metrics.observeVerbEvent(outcome, elapsedMs / 1000),
    onError: (error) => log.failure(error),
  });
  const app = createApp({
    memory: meter.memory,
    ...accessOf(memory, clock, token),
    agents,
    origins: originRules(options),
    limit: createRateLimit(clock),
    metrics,
    log,
    clock,
    version,
    instance,
    readiness: standing.readiness,
    clockBehindMs: standing.clockBehindMs,
    areMetricsClosed: !LOOPBACK_ADDRESSES.has(options.host),
    draining: draining.signal,
    inspector: readInspectorOnce(),
  });
  const listener = await listen(options, app.fetch);
  const facts = factsOf(options, listener.port, instance);
  writeDaemonFile(stateDirectory, facts);
  log.note('listening', { ...facts });
  const ready = warmed.then(standing.begin);
  const maintenance = maintain(options, database, memory, metrics);
  const stop = async (): Promise<void> => {
    draining.abort();
    log.note('draining');
    await listener.drain(GRACE_MS);
    await agents.settled();
    await maintenance.stop();
    await standing.settled();
    removeDaemonFile(stateDirectory, instance);
    await memory.close();
    log.note('stopped');
  };
  let stopping: Promise<void> | null = null;
  return { facts, ready, stop: () => (stopping ??= stop()) };
}

function maintain(
  { clock, log, stateDirectory }: DaemonOptions,
  database: Database,
  memory: Memory,
  metrics: DaemonMetrics,
): Maintenance {
  const onAbandoned = (orgId: string, sessionId: string): void => {
    metrics.countAbandonedSession();
    log.note('session-abandoned', { orgId, sessionId });
  };
  const onError = (error: unknown): void => log.failure(error);
  return startMaintenance({ database, memory, clock, stateDirectory, onError, onAbandoned });
}

/** Who gets in: by a key, by the token of the state directory and what is derived from it, or by a code of the inspector. */
function accessOf(memory: Memory, clock: Clock, token: string): Pick<AppOptions, 'access' | 'inspectorAccess'> {
  const inspectorAccess = createInspectorAccess(token, clock);
  const codes = createCodeAccess(inspectorAccess);
  const access = createEitherAccess(createKeyAccess(memory, clock), codes, createTokenAccess(token, inspectorAccess));
  return { access, inspectorAccess };
}

/** The web app is read when somebody first looks: a daemon that only serves agents does without its megabyte. */
function readInspectorOnce(): () => InspectorFiles {
  let files: InspectorFiles | null = null;
  return () => (files ??= readInspectorFiles(fileURLToPath(new URL('../inspector', import.meta.url))));
}

function keysNeeded(host: string): InklingError {
  return new InklingError('forbidden', `Listening on ${host} lets other machines in, and there is no API key yet.`, {
    hint: 'Make one with `inkling keys create --role agent --name <what for>` first.',
    details: { host },
  });
}

function originRules({
  host,
  allowedHosts,
  allowedOrigins,
}: DaemonOptions): Parameters<typeof createApp>[0]['origins'] {
  return { allowedHosts: new Set([...LOOPBACK_HOSTS, host, ...allowedHosts]), allowedOrigins: new Set(allowedOrigins) };
}

async function listen(options: DaemonOptions, fetch: Parameters<typeof serveApp>[0]['fetch']): Promise<Listener> {
  const { host, port, clock } = options;
  try {
    return await serveApp({ fetch, host, port, clock });
  } catch (cause) {
    throw cannotListen(host, port, cause);
  }
}

function factsOf({ host, version, clock }: DaemonOptions, port: number, instance: string): DaemonFacts {
  const name = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  return {
    pid: process.pid,
    instance,
    url: `http://${name.includes(':') ? `[${name}]` : name}:${port}`,
    version,
    startedAt: new Date(clock.now()).toISOString(),
  };
}

/** A memory that knows which organisations it was asked for, and the state of their queues. */
interface QueueMeter {
  readonly memory: Memory;
  /** The queues of those organisations together. */
  read(): Promise<QueueState>;
}

/** Counts what waits for the organisations that this daemon serves; those that it was never asked for are another daemon's to count. */
function createQueueMeter(memory: Memory): QueueMeter {
  const served = new Set<string>();
  return {
    memory: {
      ...memory,
      org(orgId) {
        const handle = memory.org(orgId);
        served.add(orgId);
        return handle;
      },
    },
    async read() {
      const states = await Promise.all([...served].map((orgId) => memory.org(orgId).measureInjectQueue()));
      const depth = states.reduce((sum, { pending, inFlight }) => sum + pending + inFlight, 0);
      return { depth, oldestSeconds: Math.max(0, ...states.map(({ oldestAgeMs }) => oldestAgeMs)) / 1000 };
    },
  };
}
