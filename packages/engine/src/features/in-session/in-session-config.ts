import { numberOr, requireInput, requireStrings } from '../../base/require-input.ts';
import { MOST_BLOCKS } from './look-up/pace.ts';

/** How much of the memory reaches a running session, and when. Source: seed "In-Session Injection", configuration. */
export interface InSessionMemoryConfig {
  /** Off = every event is `disabled`. (Default: true) */
  readonly enabled: boolean;
  /** Agents that get nothing, by id. (Default: none) */
  readonly disabledForAgents?: readonly string[];
  /** Milliseconds from the call to the decision, 1 to 60,000. (Default: 100) */
  readonly latencyBudgetMs?: number;
  /** Rows below are no match, 0 to 1. (Default: 0.4) */
  readonly minRelevanceScore?: number;
  /** Tokens of a whole block, headings included. (Default: what `budgetTokensFor` gives for the work type, else 200) */
  readonly budgetTokens?: number;
  /** Tokens of a block by work type, `*` for every other; `budgetTokens` wins. (Default: none) */
  readonly budgets?: Readonly<Record<string, number>>;
  /** Blocks that stand in a context at most, as far as nobody asked for them: the cap of a history, which starts anew with each epoch. (Default: 3) */
  readonly maxBlocks?: number;
  /** What the budget is looked up by, and what the injection log says, whatever the session is. (Default: the session's own) */
  readonly workType?: string;
  /** Most observations of one block, 1 to 100. (Default: 3) */
  readonly maxSuggestionsPerEvent?: number;
  /** Triplets of the graph in blocks, where the project has one. (Default: true) */
  readonly graph?: boolean;
  /** Tools whose calls are never looked at: they come often and say little. (Default: TodoWrite, BashOutput) */
  readonly skipTools?: readonly string[];
}

/** The seed's defaults. */
export const DEFAULT_IN_SESSION_CONFIG: Readonly<
  Required<
    Pick<
      InSessionMemoryConfig,
      'latencyBudgetMs' | 'minRelevanceScore' | 'budgetTokens' | 'maxSuggestionsPerEvent' | 'skipTools'
    >
  >
> = Object.freeze({
  latencyBudgetMs: 100,
  minRelevanceScore: 0.4,
  budgetTokens: 200,
  maxSuggestionsPerEvent: 3,
  skipTools: Object.freeze(['TodoWrite', 'BashOutput']),
});

/** A checked configuration with every default filled in. */
export interface InSessionSettings {
  readonly enabled: boolean;
  readonly disabledForAgents: ReadonlySet<string>;
  readonly latencyBudgetMs: number;
  readonly minRelevanceScore: number;
  /** null = to be looked up by the work type. */
  readonly budgetTokens: number | null;
  readonly budgets: ReadonlyMap<string, number>;
  readonly maxBlocks: number;
  readonly graph: boolean;
  /** null = each session's own. */
  readonly workType: string | null;
  readonly maxSuggestionsPerEvent: number;
  readonly skipTools: ReadonlySet<string>;
}

function namesOf(value: unknown, field: string, fallback: readonly string[]): ReadonlySet<string> {
  if (value === undefined) return new Set(fallback);
  requireStrings(value, field);
  return new Set(value);
}

function budgetsOf(value: unknown): ReadonlyMap<string, number> {
  if (value === undefined) return new Map();
  requireInput(typeof value === 'object' && value !== null, 'budgets', 'an object of tokens by work type');
  const budgets = Object.entries(value);
  return new Map(budgets.map(([type, tokens]) => [type, numberOr(tokens, 0, `budgets.${type}`, 0, 1_000_000)]));
}

/** Fails with `invalid-input` on a setting that cannot be meant; what comes back needs no further check. */
export function resolveInSessionConfig(config: Partial<InSessionMemoryConfig> = {}): InSessionSettings {
  requireInput(typeof config === 'object' && config !== null, 'config', 'an object');
  const { enabled = true, graph = true, workType = null, budgetTokens } = config;
  const defaults = DEFAULT_IN_SESSION_CONFIG;
  requireInput(typeof enabled === 'boolean', 'enabled', 'true or false');
  requireInput(typeof graph === 'boolean', 'graph', 'true or false');
  requireInput(workType === null || typeof workType === 'string', 'workType', 'a string');
  return {
    enabled,
    graph,
    workType,
    disabledForAgents: namesOf(config.disabledForAgents, 'disabledForAgents', []),
    skipTools: namesOf(config.skipTools, 'skipTools', defaults.skipTools),
    latencyBudgetMs: numberOr(config.latencyBudgetMs, defaults.latencyBudgetMs, 'latencyBudgetMs', 1, 60_000),
    minRelevanceScore: numberOr(config.minRelevanceScore, defaults.minRelevanceScore, 'minRelevanceScore', 0, 1),
    budgetTokens: budgetTokens === undefined ? null : numberOr(budgetTokens, 0, 'budgetTokens', 0, 1_000_000),
    budgets: budgetsOf(config.budgets),
    maxBlocks: Math.floor(numberOr(config.maxBlocks, MOST_BLOCKS, 'maxBlocks', 0, 1000)),
    maxSuggestionsPerEvent: Math.floor(
      numberOr(config.maxSuggestionsPerEvent, defaults.maxSuggestionsPerEvent, 'maxSuggestionsPerEvent', 1, 100),
    ),
  };
}
