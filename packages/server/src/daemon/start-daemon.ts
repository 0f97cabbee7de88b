import { createMemory, type Database, type Memory } from '@inkling/engine';
import type { ExtractionReport } from '@inkling/engine/capture';
import { listScopes } from '@inkling/engine/operator';
import { makeStateDirectory } from '../config/make-state-directory.ts';
import { rotateHookLog } from '../state/hook-log.ts';
import { createMetrics, type DaemonMetrics } from '../http/metrics.ts';
import type { DaemonLog } from '../http/request-log.ts';
import type { Daemon, DaemonOptions } from './daemon-options.ts';
import { serveMemory } from './serve-memory.ts';

/** Starts a daemon. Nothing of it is left behind when that fails. */
export async function startDaemon(options: DaemonOptions): Promise<Daemon> {
  const { clock, log, configured, embedder, extraction } = options;
  makeStateDirectory(options.stateDirectory);
  const metrics = createMetrics();
  // The memory is closed while it prepares: what fails by that is no failure, and a daemon that is refused leaves no log.
  let isRefused = false;
  const onError = (error: unknown): void => {
    if (!isRefused) log.failure(error);
  };
  const database = await options.openDatabase();
  // Only now: what refuses to open is told in the log of failed starts.
  rotateHookLog(options.stateDirectory);
  const memory = await createMemory({
    ...configured,
    database,
    ...(embedder ? { embedder } : {}),
    ...(extraction ? { extraction: { ...extraction, onOutcome: tellExtraction(metrics, log) } } : {}),
    clock,
    onShadowDenied: ({ verb, resource }) => metrics.countShadowDenial(verb, resource.type),
    onError,
  });
  try {
    return await serveMemory(options, { database, memory, metrics, warmed: warmUp(database, memory, onError) });
  } catch (error) {
    isRefused = true;
    await memory.close();
    throw error;
  }
}

/** A day that is spent is told each time, since nothing else shows it. */
function tellExtraction(metrics: DaemonMetrics, log: DaemonLog): (report: ExtractionReport) => void {
  return ({ orgId, sessionId, outcome, code, stored, refused, tokens }) => {
    metrics.countExtraction(outcome, tokens ?? 0);
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
