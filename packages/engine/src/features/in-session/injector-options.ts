import type { GraphEdgeKey } from '../../memory/injection-log/context-injection-log.ts';
import type { Clock } from '../../base/clock.ts';
import type { TokenEstimator } from '../../base/text/estimate-tokens.ts';
import type { LineFormat } from '../../memory/compose/lines/line-format.ts';
import type { GraphContextTriplet } from '../../memory/graph/triplet.ts';
import type { ContextInjectionLog } from '../../memory/injection-log/context-injection-log.ts';
import type { Principal } from '../../memory/policy/authorizer.ts';
import type { MemoryStore } from '../../recall/memory-store.ts';
import type { InSessionMemoryConfig } from './in-session-config.ts';
import type { InjectionEvent } from './injection-result.ts';
import type { CheckoutFiles } from '../../recall/evidence/checkout-files.ts';
import type { BlamedLine } from '../../recall/evidence/lines-behind.ts';
import type { FileAtHand, FileOfProject, VerbBusEvent } from './events/verb-bus-event.ts';

/** What goes with a block that is handed to a provider. */
export interface InjectedMessage {
  readonly orgId: string;
  readonly projectId: string | null;
  readonly agentId: string;
  readonly epoch: number;
  readonly observationIds: readonly string[];
  /** The tool call that it belongs to. */
  readonly tool: string;
  readonly callId: string | null;
}

/** What the agent's provider can do. Source: seed "In-Session Injection", creating an injector. */
export interface InjectionCapability {
  /** False = blocks wait for the next turn, see `drainPendingForNextTurn`. */
  readonly supportsMessageInjection: boolean;
  /** Fulfilled when the provider has the block for good, rejected when it has not got it. Needed when it is supported. */
  injectMessage?(sessionId: string, text: string, message: InjectedMessage): Promise<unknown>;
  /**
   * What becomes of a block that could not be delivered. `queue`: it waits for the next turn. `release`: it is dropped and its
   * observations may come again, for providers whose turns nobody drains. (Default: 'queue')
   */
  readonly whenDeliveryFails?: 'queue' | 'release';
}

/** Who a graph query is authorized for. */
export type GraphIdentity = Principal;

/** What the graph is asked for one event. */
export interface GraphMatchRequest {
  readonly identity: GraphIdentity;
  /** The focal path and the words of the event, as far as there are any. */
  readonly texts: readonly string[];
  readonly focalPath: string | null;
  /** Files to search around: the focal one, else those that the session has at hand. */
  readonly paths: readonly string[];
  readonly signal: AbortSignal;
}

/** The knowledge graph beside the observations. Source: seed "In-Session Injection", graph triplet integration. */
export interface InSessionGraph {
  readonly matcher: { match(request: GraphMatchRequest): Promise<readonly GraphContextTriplet[]> };
  /** (Default: the event's organisation, agent, project and session) */
  readonly identity?: GraphIdentity;
  /**
   * The policy: one answer for each triplet, in order; only `true` lets it through. Both ends must be readable. Without it, or when it
   * fails or answers anything else, no triplet passes.
   */
  readonly enforce?: (
    triplets: readonly GraphContextTriplet[],
    identity: GraphIdentity,
    signal: AbortSignal,
  ) => Promise<readonly boolean[]>;
}

/**
 * Whether a session may receive. `deliver`: an agent works in it. `match-only`: the memory is asked and nothing is pushed.
 * `hold-out`: the same, and what would have been shown is logged and counts as shown.  * `skip`: no agent works in it. `foreign`: the event names another project than the session's, so nothing of it may come in.
 */
export interface Admission {
  readonly verdict: 'deliver' | 'match-only' | 'hold-out' | 'skip' | 'foreign';
  /** The session's epoch as the store has it; a later one than the injector's starts it here too. */
  readonly epoch?: number;
}

/** What a session has received in its present epoch, whoever delivered it. */
export interface SeenObservations {
  /** (Default: 0) */
  readonly epoch?: number;
  readonly observationIds: readonly string[];
  /** Triplets that it was shown. (Default: none) */
  readonly edges?: readonly GraphEdgeKey[];
  /** How many blocks. (Default: 0) */
  readonly blocks?: number;
  /** Others may deliver to it while it runs: asked again with each event. (Default: false) */
  readonly mayGrow?: boolean;
}

/** Answers for one session; the signal ends with the budget. */
type OfSession<Answer> = (
  session: { readonly orgId: string; readonly sessionId: string },
  signal: AbortSignal,
) => Promise<Answer>;

/** What an injector is made of. The store and the capability are needed. */
export interface InSessionInjectorOptions {
  /** An organisation's own ranks itself; to one that does not the injector adds what the seed has: two recalls, path boost, feedback ranking. */
  readonly store: MemoryStore;
  readonly capability: InjectionCapability;
  /** (Default: {@link DEFAULT_IN_SESSION_CONFIG}, enabled) */
  readonly config?: Partial<InSessionMemoryConfig>;
  /** (Default: no triplets) */
  readonly graph?: InSessionGraph;
  /** The only organisation whose events are taken. (Default: any, each session keeps to the one it began with) */
  readonly orgId?: string;
  /** Asked for each event, inside the budget. When it fails nothing is injected. (Default: everything may be delivered) */
  readonly admit?: (event: VerbBusEvent, signal: AbortSignal) => Promise<Admission>;
  /** Asked once for each session and epoch, or as often as its answer says, inside the budget. When it fails nothing is injected. (Default: nothing was) */
  readonly loadSeen?: OfSession<SeenObservations>;
  /**
   * Files that a session has at hand, such as its facets `currentFile` and `lastEditedFile`: they scope the questions of events that name no
   * file. Asked inside the budget, of which it has a third; when it fails, nothing is scoped. (Default: none)
   */
  readonly currentPaths?: OfSession<readonly string[]>;
  /**
   * What a session is about: its title and what was asked last. With it an event is one question, rows need evidence for the subject and for
   * the file in hand, and most events get no block. null or without it: the two queries of the seed. (Default: none)
   */
  readonly subject?: OfSession<string | null>;
  /** What kind of work a session is: budgets and log rows go by it. Asked inside the budget; when it fails, it is unknown. (Default: unknown, '') */
  readonly workType?: OfSession<string | null>;
  /**
   * The lines of a file as they were committed last, each with its commit; null = it has no history here. An answer that takes longer than
   * 30 ms is not waited for: keep it, the next call on the file asks again. (Default: no file has a history)
   */
  readonly blame?: (file: FileAtHand) => Promise<readonly BlamedLine[] | null>;
  /** The files of the checkout that a session works in. (Default: no checkout is at hand) */
  readonly checkout?: CheckoutFiles<FileOfProject>;
  /** Runs the look-up of an event, while long work that nobody counts the milliseconds of may be made to wait. (Default: just runs it) */
  readonly precedence?: <Result>(work: () => Promise<Result>) => Promise<Result>;
  /** Writes the row of a block that was injected or queued; nobody waits for it. (Default: no row) */
  readonly recordInjection?: (log: ContextInjectionLog) => Promise<unknown>;
  /** Told of every event and its outcome, for metrics and timelines. (Default: nobody) */
  readonly onEvent?: (event: InjectionEvent) => void;
  /** Tokens of a block by work type, when the configuration sets none. (Default: 200) */
  readonly budgetTokensFor?: (orgId: string, workType: string) => number;
  /** Begin to look things up at `pre-verb` and hand them over at `post-verb` of the same `callId`. (Default: false) */
  readonly prefetch?: boolean;
  /** How observations are shown. (Default: 'compact') */
  readonly lineFormat?: LineFormat;
  /** (Default: what goes with the format) */
  readonly estimateTokens?: TokenEstimator;
  /** (Default: the system's clock) */
  readonly clock?: Clock;
  /** Told of failures that were kept from the session. (Default: nobody) */
  readonly onError?: (error: unknown) => void;
  /** How much is kept for how long. (Default: {@link DEFAULT_IN_SESSION_LIMITS}) */
  readonly limits?: Partial<InSessionLimits>;
}

/** Bounds of what an injector keeps in memory. */
export interface InSessionLimits {
  /** The session used longest ago goes first. (Default: 1000) */
  readonly maxSessions: number;
  /** A session without an event for so long is forgotten. (Default: 6 hours) */
  readonly sessionTtlMs: number;
  /** Blocks that wait for a session's next turn; the oldest goes, and may be found again. (Default: 32) */
  readonly maxPendingPerSession: number;
  /** Ids that one epoch remembers as delivered; the oldest go. (Default: 10,000: about 1 MB) */
  readonly maxSeenPerSession: number;
  /** Look-ups under way or waiting for their `post-verb`, all sessions together. (Default: 256: some 40 MB at worst) */
  readonly maxPrefetches: number;
  /** Milliseconds that the look-up of a prefetch may take: nobody waits for it meanwhile. (Default: 1000) */
  readonly prefetchBudgetMs: number;
  /** What was prefetched for a tool that ran longer is looked up anew: a row may be gone by then. (Default: 30 seconds) */
  readonly prefetchTtlMs: number;
}

/** The defaults of {@link InSessionLimits}. */
export const DEFAULT_IN_SESSION_LIMITS: InSessionLimits = Object.freeze({
  maxSessions: 1000,
  sessionTtlMs: 6 * 60 * 60 * 1000,
  maxPendingPerSession: 32,
  maxSeenPerSession: 10_000,
  maxPrefetches: 256,
  prefetchBudgetMs: 1000,
  prefetchTtlMs: 30 * 1000,
});
