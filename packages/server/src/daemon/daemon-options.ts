import { once } from 'node:events';
import { createServer } from 'node:net';
import type { Clock, Database, Embedder } from '@inkling/engine';
import { InklingError } from '@inkling/engine/errors';
import type { ConfiguredMemory } from '../config/memory-options-of.ts';
import type { ExtractionConfig } from '../config/models.ts';
import type { Settings } from '../config/resolve-settings.ts';
import type { DaemonLog } from '../http/request-log.ts';
import type { DaemonFacts } from '../state/find-daemon.ts';

export interface DaemonOptions {
  /** Opens the store, migrated. The daemon closes it. */
  readonly openDatabase: () => Promise<Database>;
  readonly stateDirectory: string;
  readonly host: string;
  /** 0 = any free port. */
  readonly port: number;
  /** Names beside those of the loopback interface under which it is addressed. */
  readonly allowedHosts: readonly string[];
  readonly allowedOrigins: readonly string[];
  readonly version: string;
  /** What settings make of the memory. (Default: {}, what createMemory has without) */
  readonly configured?: ConfiguredMemory;
  /** The user's settings, which each project's file may narrow. (Default: the defaults) */
  readonly settings?: Settings;
  /** A model that finds by meaning. (Default: null, none) */
  readonly embedder?: Embedder | null;
  /** A model that reads sessions when they end. (Default: null, none) */
  readonly extraction?: ExtractionConfig | null;
  readonly clock: Clock;
  readonly log: DaemonLog;
}

export interface Daemon {
  readonly facts: DaemonFacts;
  /** Resolves when the indexes are loaded and /readyz says so. It never rejects: a scope that does not load is answered from SQL. */
  readonly ready: Promise<void>;
  /** Stops accepting, finishes what was accepted, closes streams and releases the directory. Idempotent. */
  stop(): Promise<void>;
}

/** Fails at once when nothing can listen there, before a database is opened for it: that takes seconds. Another program may still be first. */
export async function requirePort(host: string, port: number): Promise<void> {
  const server = createServer();
  try {
    await once(server.listen(port, host), 'listening');
  } catch (cause) {
    throw cannotListen(host, port, cause);
  }
  server.close();
  await once(server, 'close');
}

/** Why a daemon cannot listen, with the way out. */
export function cannotListen(host: string, port: number, cause: unknown): InklingError {
  const reason = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown';
  return new InklingError('invalid-input', `The daemon cannot listen on ${host}, port ${port} (${reason}).`, {
    hint: 'Give another --port, or --port 0 for any that is free.',
    cause,
    details: { host, port, reason },
  });
}
