import type { Clock } from '../../base/clock.ts';
import type { Database } from '../../base/database/database.ts';
import type { TokenEstimator } from '../../base/text/estimate-tokens.ts';
import { type LineFormat, DEFAULT_LINE_FORMAT, estimatorFor } from '../../memory/compose/lines/line-format.ts';
import type { Embedder } from '../../memory/embeddings/model/embedder.ts';
import type { Authorizer } from '../../memory/policy/authorizer.ts';
import type { ShadowReport } from '../../memory/policy/cedar/cedar-authorizer.ts';
import type { FeedbackRankingSettings } from '../../memory/ranking/apply-feedback-ranking.ts';
import type { SearchSettingsPatch } from '../../memory/search/search-settings.ts';
import type { MemoryInjectionSettings } from '../../features/history/memory-injection-settings.ts';
import type { InSessionMemoryConfig } from '../../features/in-session/in-session-config.ts';
import type { ExtractionOptions } from './extraction-options.ts';
import type { CrossProjectTransferSettings } from '../../recall/candidates/cross-project-transfer-store.ts';
import type { SemanticSettings } from '../../recall/semantic-settings.ts';

export type { LineFormat } from '../../memory/compose/lines/line-format.ts';

/** Defaults of a memory's start blocks. */
export interface SessionStartOptions {
  /** Off = claimed sessions get no block. (Default: true) */
  readonly enabled?: boolean;
  /** Triplets of the graph, where the project has one. (Default: true) */
  readonly graph?: boolean;
  /** Tokens by work type, `*` for every other, over DEFAULT_CONTEXT_BUDGET; an organisation's own win. */
  readonly budgets?: Readonly<Record<string, number>>;
  /** 0 to 1. (Default: 0.25) */
  readonly minRelevance?: number;
}

/** What a memory is made of. Only the database is needed. */
export interface MemoryOptions {
  /** From `openPglite` or `openPostgres`, or its promise. It is closed together with the memory. */
  readonly database: Database | Promise<Database>;
  /** (Default: the system's clock) */
  readonly clock?: Clock;
  /**
   * Decides on each memory, in place of the policies. (Default: Cedar, with the organisation's own policies beside the default ones: nothing
   * crosses organisations, confidential stays in its project, restricted needs a clearance)
   */
  readonly authorizer?: Authorizer;
  /** Told of what was allowed although policies in shadow mode would deny it. (Default: nobody) */
  readonly onShadowDenied?: (report: ShadowReport) => void;
  /**
   * How blocks show observations: `compact` (short id, date, commit or file, what, why) or `classic`, the seed's line to the letter.
   * (Default: 'compact')
   */
  readonly lineFormat?: LineFormat;
  /** (Default: what goes with the format: an estimate that real tokenizers stay below, or the seed's characters / 4) */
  readonly estimateTokens?: TokenEstimator;
  /** Weights and switches of the search. (Default: as measured, see DEFAULT_SEARCH_SETTINGS) */
  readonly search?: SearchSettingsPatch;
  /**
   * Finds what says the same in other words. Statements get their vectors in the background, and each recall uses those that are
   * there. (Default: none: no download, no key, no network, and nothing that costs time)
   */
  readonly embedder?: Embedder;
  /** How the embedder takes part. (Default: as measured, see DEFAULT_SEMANTIC_SETTINGS) */
  readonly semantic?: Partial<SemanticSettings>;
  /**
   * What all search indexes together may take, in bytes: 650 to 1,100 for each observation. The least recently used go first, and SQL answers for
   * a scope that does not fit. (Default: 1.5 GiB)
   */
  readonly maxIndexBytes?: number;
  /**
   * What session starts and recall take from other projects, where an administrator granted it and the projects are alike enough; false =
   * nothing. (Default: {})
   */
  readonly crossProjectTransfer?: CrossProjectTransferSettings | false;
  /**
   * A model that reads sessions when they have ended, within a hard limit a day. (Default: none: no key, no network, no cost)
   */
  readonly extraction?: ExtractionOptions;
  /** How feedback bends the order; what is left out has its default. (Default: DEFAULT_FEEDBACK_RANKING) */
  readonly feedbackRanking?: Partial<FeedbackRankingSettings>;
  /** What injectors and subscribers take that are given less. (Default: DEFAULT_IN_SESSION_CONFIG) */
  readonly inSession?: Partial<InSessionMemoryConfig>;
  /** What start blocks take that are asked for without. (Default: the seed's budgets, a relevance of 0.25) */
  readonly sessionStart?: SessionStartOptions;
  /** What conversations take that are given less. (Default: DEFAULT_MEMORY_INJECTION) */
  readonly memoryInjection?: Partial<MemoryInjectionSettings>;
  /** Told of failures that are kept from the caller; what it throws is dropped. The library prints nothing. (Default: nobody) */
  readonly onError?: (error: unknown) => void;
}

/** The options of a memory whose database is open. */
export interface OpenMemoryOptions extends MemoryOptions {
  readonly database: Database;
}

/** How the blocks of a memory are written and counted: as its options say, and one goes with the other. */
export function lineMeasure({ lineFormat = DEFAULT_LINE_FORMAT, estimateTokens }: Partial<MemoryOptions>): {
  readonly lineFormat: LineFormat;
  readonly estimateTokens: TokenEstimator;
} {
  return { lineFormat, estimateTokens: estimateTokens ?? estimatorFor(lineFormat) };
}
