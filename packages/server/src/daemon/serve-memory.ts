import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { Server, ServerResponse } from 'node:http';
import { fileURLToPath } from 'node:url';
import { createAdaptorServer } from '@hono/node-server';
import type { Clock, Database, Memory } from '@inkling/engine';
import { InklingError } from '@inkling/engine/errors';
import { hasApiKeys, missingOwnerSql } from '@inkling/engine/operator';
import { createHookServices, type HookServices } from '../agents/hook-services.ts';
import { createDirectoryFacts } from '../project/directory-facts.ts';
import { createCodeAccess, createEitherAccess, createKeyAccess, createTokenAccess } from '../http/access.ts';
import { createRateLimit, LOOPBACK_HOSTS } from '../http/admit.ts';
import { createApp } from '../http/app.ts';
import { type InspectorFiles, readInspectorFiles } from '../http/inspector-pages.ts';
import type { DaemonMetrics, QueueState } from '../http/metrics.ts';
import type { AppOptions } from '../http/route.ts';
import { ensureDaemonToken } from '../state/daemon-token.ts';
import { type DaemonFacts, removeDaemonFile, writeDaemonFile } from '../state/find-daemon.ts';
import { createInspectorAccess } from '../state/inspector-access.ts';
import { takeMissedEvents } from '../state/missed-events.ts';
import { cannotListen, type Daemon, type DaemonOptions } from './daemon-options.ts';
import { type Maintenance, startMaintenance } from './maintenance.ts';
import { createStanding } from './standing.ts';

const LOOPBACK_ADDRESSES: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '::1']);

// A recall may take 1 s and an import batch a few; a supervisor usually kills after 10.
const GRACE_MS = 8_000;

/** A memory that is open and prepares for its first session. */
interface WarmingMemory {
  readonly database: Database;
  readonly memory: Memory;
  /** Resolves when that is done; never rejects. */
  readonly warmed: Promise<void>;
  /** Where the memory's own events are counted. */
  readonly metrics: DaemonMetrics;
}

/** Serves a memory that is open. Leaves nothing behind when that fails, save the memory. */
export async function serveMemory(
  options: DaemonOptions,
  { database, memory, warmed, metrics }: WarmingMemory,
): Promise<Daemon> {
  const { clock, log, version, stateDirectory } = options;
  if (database.kind === 'postgres') await requireOwner(database);
  if (!LOOPBACK_ADDRESSES.has(options.host) && !(await hasApiKeys(database.operator))) throw keysNeeded(options.host);
  const draining = new AbortController();
  const instance = randomUUID();
  const standing = createStanding({ database, directory: stateDirectory, clock, log, draining: draining.signal });
  const meter = createQueueMeter(memory);
  metrics.watchQueue(() => meter.read());
  const token = ensureDaemonToken(stateDirectory);
  const agents = agentsOf(options, token, metrics);
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
    isWithoutGit: standing.isWithoutGit,
    isOnNetwork: !LOOPBACK_ADDRESSES.has(options.host),
    draining: draining.signal,
    inspector: readInspectorOnce(),
  });
  const listener = await serveApp({ fetch: app.fetch, host: options.host, port: options.port, clock });
  const facts = factsOf(options, listener.port, instance);
  writeDaemonFile(stateDirectory, facts);
  log.note('listening', { ...facts });
  const ready = warmed.then(standing.begin);
  let telling: Promise<void> = Promise.resolve();
  // A block made before the indexes are loaded would be a poorer one, and nobody waits for it.
  void ready
    .then(() => (telling = tellMissed(options, agents, meter.memory, draining.signal)))
    .catch((error) => log.failure(error));
  const maintenance = maintain(options, database, memory, metrics);
  const stop = async (): Promise<void> => {
    draining.abort();
    log.note('draining');
    await listener.drain(GRACE_MS);
    // What a server does not answer is not waited for.
    const giveUp = (): void => void database.close().catch((error: unknown) => log.failure(error));
    const cancel = database.kind === 'postgres' ? clock.schedule(giveUp, GRACE_MS) : () => undefined;
    await telling;
    await agents.close();
    await maintenance.stop();
    await standing.settled();
    removeDaemonFile(stateDirectory, instance);
    await memory.close();
    cancel();
    log.note('stopped');
  };
  let stopping: Promise<void> | null = null;
  return { facts, ready, stop: () => (stopping ??= stop()) };
}

function agentsOf({ clock, log, settings, configured }: DaemonOptions, secret: string, metrics: DaemonMetrics) {
  return createHookServices({
    secret,
    clock,
    ...(settings ? { settings } : {}),
    estimateTokens: configured?.estimateTokens,
    ...createDirectoryFacts(clock),
    onVerbEvent: (outcome, elapsedMs) => metrics.observeVerbEvent(outcome, elapsedMs / 1000),
    onError(error) {
      // What was begun for an agent and nobody waits for ends with the memory.
      if (!InklingError.isInstance(error) || error.code !== 'closed') log.failure(error);
    },
  });
}

/** What came while the daemon was not up: nobody waits for the answers, so what is found for an agent comes with its session's next event. */
async function tellMissed(
  { stateDirectory, clock }: DaemonOptions,
  agents: HookServices,
  memory: Memory,
  draining: AbortSignal,
): Promise<void> {
  if (draining.aborted) return;
  for (const { client, orgId, payload } of takeMissedEvents(stateDirectory, clock.now())) {
    if (draining.aborted) return;
    await agents.answer(memory.org(orgId), { client, payload, isOff: false, signal: AbortSignal.abort() });
  }
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

/** Keys, retention and upkeep are of all organisations: another role than the owner would find none, and nobody would be told. */
async function requireOwner({ operator }: Database): Promise<void> {
  const sql = await missingOwnerSql(operator);
  if (sql === null) return;
  throw new InklingError('database-role-missing', 'The connecting role does not own the tables.', {
    hint: `Connect as their owner, or let an administrator run: ${sql}`,
    details: { sql },
  });
}

function keysNeeded(host: string): InklingError {
  return new InklingError('forbidden', `Listening on ${host} lets other machines in, and there is no API key yet.`, {
    hint: 'Make one with `inkling keys create --role agent --name <what for>` first.',
    details: { host },
  });
}

function originRules({ host, allowedHosts, allowedOrigins }: DaemonOptions): AppOptions['origins'] {
  return { allowedHosts: new Set([...LOOPBACK_HOSTS, host, ...allowedHosts]), allowedOrigins: new Set(allowedOrigins) };
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

/**
 * A memory that notes which organisations it was asked for, and what waits in their queues together. Those that this daemon was never asked
 * for are another daemon's to count.
 */
function createQueueMeter(memory: Memory) {
  const served = new Set<string>();
  const org: Memory['org'] = (orgId) => {
    const handle = memory.org(orgId);
    served.add(orgId);
    return handle;
  };
  return {
    memory: { ...memory, org },
    async read(): Promise<QueueState> {
      const states = await Promise.all([...served].map((orgId) => memory.org(orgId).measureInjectQueue()));
      const depth = states.reduce((sum, { pending, inFlight }) => sum + pending + inFlight, 0);
      return { depth, oldestSeconds: Math.max(0, ...states.map(({ oldestAgeMs }) => oldestAgeMs)) / 1000 };
    },
  };
}

interface ServeOptions {
  readonly fetch: (request: Request) => Response | Promise<Response>;
  readonly host: string;
  /** 0 = any free port. */
  readonly port: number;
  readonly clock: Clock;
}

/** Listens. Rejects with `invalid-input` when it cannot. */
export async function serveApp({ fetch, host, port, clock }: ServeOptions) {
  const server = createAdaptorServer({ fetch, hostname: host }) as Server;
  // An agent's hook calls once per tool call, seconds apart: a connection that is kept saves it a handshake.
  server.keepAliveTimeout = 65_000;
  let draining: Promise<void> | null = null;
  server.on('request', (_request, response: ServerResponse) => {
    // A connection that is kept alive behind its last answer would hold the end up for as long as it is kept.
    response.once('close', () => draining && setImmediate(() => server.closeIdleConnections()));
  });
  await once(server.listen(port, host), 'listening').catch((cause: unknown) => {
    throw cannotListen(host, port, cause);
  });
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : port,
    /**
     * Stops accepting and waits until every request that was accepted is answered; what is not answered after `graceMs` is cut off.
     * Idempotent.
     */
    drain: (graceMs: number): Promise<void> => (draining ??= drain(server, clock, graceMs)),
  };
}

async function drain(server: Server, clock: Clock, graceMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  const cancel = clock.schedule(() => server.closeAllConnections(), graceMs);
  await closed;
  cancel();
}
