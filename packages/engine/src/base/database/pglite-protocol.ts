import type { CancelledCalls } from '../cancelled-calls.ts';
import type { Statement } from './database.ts';
import type { Durability } from './pglite-durable-fs.ts';
import type { WorkerFailure } from './pglite-failure.ts';
import type { EncodedAnswer } from './wire-answer.ts';

/** What the main thread gives the worker when it starts. */
export interface WorkerSettings {
  /** Absolute path; null = in memory. */
  readonly dataDir: string | null;
  readonly durability: Durability;
  /** The requests that have been given up. */
  readonly cancelled: CancelledCalls;
}

/** Main thread to worker. */
export type WorkerRequest =
  | {
      readonly type: 'run';
      readonly id: number;
      readonly orgId: string | null;
      readonly statements: readonly Statement[];
      /** Everything that is written is taken back at the end. */
      readonly isRehearsal: boolean;
      /** It goes before those that are not. */
      readonly isUrgent: boolean;
    }
  | { readonly type: 'close'; readonly id: number };

/** Worker to main thread. `ready`, or `failed` without an id, comes once and before everything else. */
export type WorkerReply =
  | { readonly type: 'ready' }
  /** `answer` null: there was nothing to run. */
  | { readonly type: 'done'; readonly id: number; readonly answer: EncodedAnswer | null }
  | { readonly type: 'failed'; readonly id: number | null; readonly failure: WorkerFailure };
