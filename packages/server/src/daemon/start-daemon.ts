import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import {
  createMemory,
  hasApiKeys,
  InklingError,
  type Clock,
  type CrossProjectTransferSettings,
  type Database,
  type Memory,
} from '@inkling/engine';
import type { ExtractionReport } from '@inkling/engine/capture';
import { createAgentRails } from '../agents/agent-rails.ts';
import { createProjectFinder, issueOfDirectory } from '../agents/directory-facts.ts';
import type { ExtractionConfig } from '../config/extraction.ts';
import { rotateHookLog } from '../connect/hook-log.ts';
import { createApp, type AppOptions } from '../http/app.ts';
import { readInspectorFiles, type InspectorFiles } from '../http/inspector-files.ts';
import { LOOPBACK_HOSTS } from '../http/check-origin.ts';
import { createMetrics, type DaemonMetrics } from '../http/metrics.ts';
import { createRateLimit } from '../http/rate-limit.ts';
import type { DaemonLog } from '../http/request-log.ts';
import { createCodeAccess } from '../http/code-access.ts';
import { createEitherAccess } from '../http/either-access.ts';
import { createKeyAccess } from '../http/key-access.ts';
import { createTokenAccess } from '../http/token-access.ts';
import { removeDaemonFile, writeDaemonFile, type DaemonFacts } from './daemon-file.ts';
import { ensureDaemonToken } from './daemon-token.ts';
import { createInspectorAccess } from './inspector-access.ts';
import { startMaintenance, type Maintenance } from './maintenance.ts';
import { createQueueMeter } from './queue-meter.ts';
import { serveApp, type Listener } from './serve-app.ts';
import { warmScopes } from './warm-scopes.ts';

/** What a daemon is made of. */
export interface DaemonOptions {
  /** Opens the store, migrated. The daemon closes it. */
  readonly openDatabase: () => Promise<Database>;
  /** Where the search indexes are kept. (Default: nowhere) */
  readonly snapshotDir?: string;
  readonly stateDirectory: string;
  readonly host: string;
  /** 0 = any free port. */
  readonly port: number;
  /** Names beside those of the loopback interface under which it is addressed. */
  readonly allowedHosts: readonly string[];
  readonly allowedOrigins: readonly string[];
  readonly version: string;
  /** What sessions take from other projects where it is granted; false = nothing. (Default: {}) */
  readonly crossProjectTransfer?: CrossProjectTransferSettings | false;
  /** A model that reads sessions when they end. (Default: null, none) */
  readonly extraction?: ExtractionConfig | null;
  readonly clock: Clock;
  readonly log: DaemonLog;
}

/** A running daemon. */
export interface Daemon {
  readonly facts: DaemonFacts;
  /** Resolves when the indexes are loaded and /readyz says so. It never rejects: a scope that does not load is answered from SQL. */
  readonly ready: Promise<void>;
  /** Stops accepting, finishes what was accepted, closes streams and releases the directory. Idempotent. */
  stop(): Promise<void>;
}

const LOOPBACK_ADDRESSES: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '::1']);

// A recall may take 1 s and an import batch a few; a supervisor usually kills after 10.
const GRACE_MS = 8_000;

/** Starts a daemon. Nothing of it is left behind when that fails. */
export async function startDaemon(options: DaemonOptions): Promise<Daemon> {
  const { clock, log } = options;
  mkdirSync(options.stateDirectory, { recursive: true, mode: 0o700 });
  rotateHookLog(options.stateDirectory);
  const database = options.openDatabase();
  const { snapshotDir, crossProjectTransfer, extraction } = options;
  const metrics = createMetrics();
  const memory = await createMemory({
    database,
    ...(snapshotDir === undefined ? {} : { snapshotDir }),
    ...(crossProjectTransfer === undefined ? {} : { crossProjectTransfer }),
    ...(extraction ? { extraction: { ...extraction, onOutcome: tellExtraction(metrics, log) } } : {}),
    clock,
    onShadowDenied: ({ verb, resource }) => metrics.countShadowDenial(verb, resource.type),
    onError: (error) => log.failure(error),
  });
  try {
    return await serveMemory(options, await database, memory, metrics);
  } catch (error) {
    await memory.close();
    throw error;
  }
}

function maintain(
  { clock, log }: DaemonOptions,
  database: Database,
  memory: Memory,
  metrics: DaemonMetrics,
): Maintenance {
  const onAbandoned = (orgId: string, sessionId: string): void => {
    metrics.countAbandonedSession();
    log.note('session-abandoned', { orgId, sessionId });
  };
  return startMaintenance({ database, memory, clock, onError: (error) => log.failure(error), onAbandoned });
}

/** A day that is spent is told each time, since nothing else shows it. */
function tellExtraction(metrics: DaemonMetrics, log: DaemonLog): (report: ExtractionReport) => void {
  return ({ orgId, sessionId, outcome, code, stored, refused, tokens }) => {
    metrics.countExtraction(outcome, tokens ?? 0);
    log.note('extraction', { orgId, sessionId, outcome, code, stored, refused, tokens });
  };
}

async function serveMemory(
  options: DaemonOptions,
  database: Database,
  memory: Memory,
  metrics: DaemonMetrics,
): Promise<Daemon> {
  const { clock, log, version, stateDirectory } = options;
  if (!LOOPBACK_ADDRESSES.has(options.host) && !(await hasApiKeys(database.operator))) throw keysNeeded(options.host);
  const draining = new AbortController();
  const instance = randomUUID();
  let isReady = false;
  const meter = createQueueMeter(memory);
  metrics.watchQueue(() => meter.read());
  const token = ensureDaemonToken(stateDirectory);
  const agents = createAgentRails({
    secret: token,
    clock,
    projectOf: createProjectFinder(),
    issueOf: issueOfDirectory,
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
    ready: () => isReady && !draining.signal.aborted,
    draining: draining.signal,
    inspector: readInspectorOnce(),
  });
  const listener = await listen(options, app.fetch);
  const facts = factsOf(options, listener.port, instance);
  writeDaemonFile(stateDirectory, facts);
  log.note('listening', { ...facts });
  const warm = async (): Promise<void> => {
    await warmUp(options, database, memory);
    isReady = true;
    log.note('ready');
  };
  const maintenance = maintain(options, database, memory, metrics);
  const stop = async (): Promise<void> => {
    draining.abort();
    log.note('draining');
    await listener.drain(GRACE_MS);
    await agents.settled();
    await maintenance.stop();
    removeDaemonFile(stateDirectory, instance);
    await memory.close();
    log.note('stopped');
  };
  let stopping: Promise<void> | null = null;
  return { facts, ready: warm(), stop: () => (stopping ??= stop()) };
}

/** The statements first: a session that begins meanwhile asks for them, and an index that is not loaded has a stand-in. */
async function warmUp({ log }: DaemonOptions, database: Database, memory: Memory): Promise<void> {
  await memory.rehearse();
  await warmScopes(database, memory).catch((error: unknown) => log.failure(error));
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
    wayOut: 'Make one with `inkling keys create --role agent --name <what for>` first.',
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
    const reason = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown';
    throw new InklingError('invalid-input', `The daemon cannot listen on ${host}, port ${port} (${reason}).`, {
      wayOut: 'Give another --port, or --port 0 for any that is free.',
      cause,
      details: { host, port, reason },
    });
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
