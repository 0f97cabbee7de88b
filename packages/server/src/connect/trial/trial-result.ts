import type { Clock } from '@inkling/engine';
import type { Client } from '../../client/client.ts';
import type { ClientTrial, ConnectionFacts, Connector } from '../connector.ts';

/** What became of a canary that a client had to hand to its model. */
export interface TrialCanary {
  /** `prompt`: it waited when the session began. `tool-call`: it came while the model's first tool call was on its way. */
  readonly at: 'prompt' | 'tool-call';
  /** Who spoke it in the model's request; null = it was not in the request that had to have it. */
  readonly spokenBy: string | null;
  /** Whether the client's own transcript has it; null = it keeps none that is known. */
  readonly inTranscript: boolean | null;
}

/** How a client did in its trial. */
export interface TrialResult {
  /** `not-on-path`: its program was not found, so nothing was run. `failed`: it did not come to its end. */
  readonly outcome: 'arrived' | 'missing' | 'failed' | 'not-on-path';
  readonly problem: string | null;
  readonly canaries: readonly TrialCanary[];
  /** From the model's tool call to the client's next request, in ms: the call itself, with both of its hooks. */
  readonly toolCallMs: number | null;
  /** Of the whole run, in ms. */
  readonly elapsedMs: number | null;
  /** How often it was run: a busy machine may be over a hook's time, and what waits comes with the next event. */
  readonly attempts: number;
}

/** What a trial needs. */
export interface TrialRequest {
  readonly connector: Connector & { readonly trial: ClientTrial };
  readonly facts: ConnectionFacts;
  readonly stateDirectory: string;
  /** Of the daemon that the hooks ask. */
  readonly client: Client;
  readonly clock: Clock;
}
