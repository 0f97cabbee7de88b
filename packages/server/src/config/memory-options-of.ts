import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { InSessionMemoryConfig, MemoryOptions, TokenEstimator } from '@inkling/engine';
import { InklingError } from '@inkling/engine/errors';
import type { MemoryInjectionSettings } from '@inkling/engine/history';
import { doorsOf, type SettingValues } from './settings.ts';

/** What settings make of a memory, save the models, which only a daemon has. */
export type ConfiguredMemory = Pick<
  MemoryOptions,
  | 'lineFormat'
  | 'estimateTokens'
  | 'feedbackRanking'
  | 'search'
  | 'semantic'
  | 'inSession'
  | 'sessionStart'
  | 'memoryInjection'
  | 'crossProjectTransfer'
>;

/** The options of createMemory that settings name. Fails with `invalid-input` on a tokenizer that cannot be loaded. */
export async function memoryOptionsOf(values: SettingValues): Promise<ConfiguredMemory> {
  const estimateTokens = await tokenizerOf(values['blocks.tokenizer']);
  return {
    lineFormat: values['blocks.line_format'],
    ...(estimateTokens === null ? {} : { estimateTokens }),
    feedbackRanking: {
      weightingEnabled: values['ranking.weighting_enabled'],
      mode: values['ranking.mode'],
      influence: values['ranking.influence'],
      lowest: values['ranking.lowest'],
      highest: values['ranking.highest'],
    },
    search: {
      contextTerms: values['search.context_terms'],
      contextWeight: values['search.context_weight'],
      contextWeightAlone: values['search.context_weight_alone'],
      contextRelevance: values['search.context_relevance'],
    },
    semantic: { weight: values['embedder.weight'] },
    inSession: inSessionConfigOf(values),
    sessionStart: {
      enabled: values['session_start.enabled'] && values['memory_injection.enabled'],
      graph: values['graph.enabled'],
      budgets: values['session_start.budgets'],
      minRelevance: values['session_start.min_relevance'],
    },
    memoryInjection: memoryInjectionOf(values),
    crossProjectTransfer: values['transfer.enabled'] && {
      threshold: values['transfer.threshold'],
      measure: values['transfer.measure'],
    },
  };
}

/** What settings say of blocks in running sessions. */
export function inSessionConfigOf(values: SettingValues): InSessionMemoryConfig {
  return {
    enabled: values['in_session.enabled'] && values['memory_injection.enabled'],
    disabledForAgents: values['in_session.disabled_for_agents'],
    skipTools: values['in_session.skip_tools'],
    latencyBudgetMs: values['in_session.latency_budget_ms'],
    minRelevanceScore: values['in_session.min_relevance'],
    maxSuggestionsPerEvent: values['in_session.max_suggestions'],
    budgets: values['in_session.budgets'],
    maxBlocks: values['memory_injection.max_injected_blocks_in_history'],
    graph: values['graph.enabled'],
  };
}

/** The table `[memory_injection]`, under the names that it has there. */
function memoryInjectionOf(values: SettingValues): MemoryInjectionSettings {
  const prefix = 'memory_injection.';
  const entries = Object.entries(values).filter(([key]) => key.startsWith(prefix));
  const table: unknown = Object.fromEntries(entries.map(([key, value]) => [key.slice(prefix.length), value]));
  return table as MemoryInjectionSettings;
}

async function tokenizerOf(name: string | null): Promise<TokenEstimator | null> {
  if (name === null) return null;
  const { characterTokens, estimateTokens } = await import('@inkling/engine');
  if (name === 'estimate') return estimateTokens;
  if (name === 'characters') return characterTokens;
  // A path is one of the user's machine; a bare name is a package that stands beside this one.
  const specifier = /^\.{0,2}[\\/]|^[a-z]:[\\/]/iu.test(name) ? pathToFileURL(path.resolve(name)).href : name;
  const loaded: unknown = await import(specifier).catch((cause: unknown) => {
    throw noTokenizer(name, 'cannot be loaded', cause);
  });
  const count = (loaded as { readonly countTokens?: unknown }).countTokens;
  if (typeof count !== 'function') throw noTokenizer(name, 'exports no function countTokens');
  return (text) => Number((count as (text: string) => unknown)(text));
}

function noTokenizer(name: string, what: string, cause?: unknown): InklingError {
  return new InklingError('invalid-input', `The tokenizer ${JSON.stringify(name)} ${what}.`, {
    hint: `Give estimate, characters, or a module whose countTokens(text) gives a number: ${doorsOf('blocks.tokenizer')}.`,
    details: { key: 'blocks.tokenizer' },
    ...(cause === undefined ? {} : { cause }),
  });
}
