import { createMemory, type Database, type Memory } from '@inkling/engine';
import type { ExtractionReport } from '@inkling/engine/capture';
import { listScopes } from '@inkling/engine/operator';
import { makeStateDirectory } from '../config/make-state-directory.ts';
import { rotateHookLog } from '../state/hook-log.ts';
import type { DaemonMetrics } from '../http/metrics.ts';
import type { DaemonLog } from '../http/request-log.ts';
import type { Daemon, DaemonOptions } from './daemon-options.ts';
import type { WarmingMemory } from './serve-memory.ts';

/**
 * Starts a daemon. Nothing of it is left behind when that fails. All that has to do with HTTP is read while the threads of the database and
 * the indexes open their files and warm up, which takes as long.
 */
export async function startDaemon(options: DaemonOptions): Promise<Daemon> {
  makeStateDirectory(options.stateDirectory);
  rotateHookLog(options.stateDirectory);
  const start: Start = { metrics: null, isRefused: false };
  const opening = openWarming(options, start);
  const reading = import('./serve-memory.ts');
  // Told below, unless the memory does not even open.
  reading.catch(() => undefined);
  const opened = await opening;
  try {
    const { serveMemory } = await reading;
    return await serveMemory(options, opened);
  } catch (error) {
    start.isRefused = true;
    await opened.memory.close();
    throw error;
  }
}

/** What becomes of a start. */
interface Start {
  /** Read after the memory is opened; until then nobody asks it for anything that is counted. */
  metrics: DaemonMetrics | null;
  /** The memory is closed while it prepares: what fails by that is no failure, and a daemon that is refused leaves no log. */
  isRefused: boolean;
}

async function openWarming(options: DaemonOptions, start: Start): Promise<WarmingMemory> {
  const { clock, log, configured, embedder, extraction } = options;
  const onError = (error: unknown): void => {
    if (!start.isRefused) log.failure(error);
  };
  const database = await options.openDatabase();
  const memory = await createMemory({
    ...configured,
    database,
    ...(embedder ? { embedder } : {}),
    ...(extraction ? { extraction: { ...extraction, onOutcome: tellExtraction(start, log) } } : {}),
    clock,
    onShadowDenied: ({ verb, resource }) => start.metrics?.countShadowDenial(verb, resource.type),
    onError,
  });
  const countIn = (metrics: DaemonMetrics): void => {
    start.metrics = metrics;
  };
  return { database, memory, warmed: warmUp(database, memory, onError), countIn };
}

/** A day that is spent is told each time, since nothing else shows it. */
function tellExtraction(start: Start, log: DaemonLog): (report: ExtractionReport) => void {
  return ({ orgId, sessionId, outcome, code, stored, refused, tokens }) => {
    start.metrics?.countExtraction(outcome, tokens ?? 0);
    log.note('extraction', { orgId, sessionId, outcome, code, stored, refused, tokens });
  };
}

/** The statements and the scope that was written last first: a session that begins meanwhile asks for them. */
async function warmUp(database: Database, memory: Memory, onError: (error: unknown) => void): Promise<void> {
  await memory.warmUp();
  await warmScopes(database, memory).catch(onError);
}

// What somebody is likely to ask about next. An index of 100,000 observations takes a second and 150 MB; the rest load when they are asked.
const MOST_SCOPES = 8;

/**
 * Loads the search indexes of the projects that were written last, so that the first recall is as good as any. Only for an embedded store: on a
 * server the organisations are many, and each loads when it is first asked.
 */
async function warmScopes(database: Database, memory: Memory): Promise<void> {
  if (database.kind !== 'pglite') return;
  for (const { orgId, projectId } of await listScopes(database.operator, MOST_SCOPES)) {
    await memory.org(orgId).warm({ projectId });
  }
}
