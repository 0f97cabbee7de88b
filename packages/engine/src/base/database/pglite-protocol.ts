import type { Row, Statement } from './database.ts';

/** What the main thread gives the worker when it starts. */
export interface WorkerSettings {
  /** Absolute path; null = in memory. */
  readonly dataDir: string | null;
}

/** Main thread to worker. */
export type WorkerRequest =
  | {
      readonly type: 'run';
      readonly id: number;
      readonly orgId: string | null;
      readonly statements: readonly Statement[];
      /** One 32-bit word in shared memory, non-zero once the caller has given up; null when the caller cannot. */
      readonly abandoned: SharedArrayBuffer | null;
    }
  | { readonly type: 'close'; readonly id: number };

/** An error as it crosses the thread boundary, where classes do not survive. */
export interface WorkerFailure {
  readonly message: string;
  /** Five characters from PostgreSQL; absent when it is not the database that refused. */
  readonly sqlstate?: string;
  readonly constraint?: string;
  readonly table?: string;
  readonly detail?: string;
}

/** Worker to main thread. `ready` comes once, before everything else. */
export type WorkerReply =
  | { readonly type: 'ready' }
  | { readonly type: 'done'; readonly id: number; readonly rows: Row[][] }
  | { readonly type: 'failed'; readonly id: number | null; readonly failure: WorkerFailure };
