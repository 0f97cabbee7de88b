import type { Clock, Database, Embedder } from '@inkling/engine';
import type { ExtractionConfig } from '../config/extraction.ts';
import type { ConfiguredMemory } from '../config/memory-options-of.ts';
import type { Settings } from '../config/resolve-settings.ts';
import type { DaemonLog } from '../http/request-log.ts';
import type { DaemonFacts } from '../state/daemon-file.ts';

/** What a daemon is made of. */
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

/** A running daemon. */
export interface Daemon {
  readonly facts: DaemonFacts;
  /** Resolves when the indexes are loaded and /readyz says so. It never rejects: a scope that does not load is answered from SQL. */
  readonly ready: Promise<void>;
  /** Stops accepting, finishes what was accepted, closes streams and releases the directory. Idempotent. */
  stop(): Promise<void>;
}
