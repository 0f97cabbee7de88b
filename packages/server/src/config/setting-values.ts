import type { TokensByWorkType } from './setting-kinds.ts';

/** Where vectors may come from. */
export const EMBEDDERS = ['minilm', 'onnx', 'ollama', 'openai'] as const;

/** Every setting, with the type of its value; null = nothing is set. */
export interface SettingValues {
  readonly 'hooks.enabled': boolean;
  readonly 'in_session.enabled': boolean;
  readonly 'in_session.disabled_for_agents': readonly string[];
  readonly 'in_session.skip_tools': readonly string[];
  readonly 'in_session.latency_budget_ms': number;
  readonly 'in_session.min_relevance': number;
  readonly 'in_session.max_suggestions': number;
  readonly 'in_session.budgets': TokensByWorkType;
  readonly 'session_start.enabled': boolean;
  readonly 'session_start.min_relevance': number;
  readonly 'session_start.budgets': TokensByWorkType;
  readonly 'graph.enabled': boolean;
  readonly 'ranking.weighting_enabled': boolean;
  readonly 'ranking.mode': 'bounded' | 'linear';
  readonly 'ranking.influence': number;
  readonly 'ranking.lowest': number;
  readonly 'ranking.highest': number;
  readonly 'search.context_terms': number;
  readonly 'search.context_weight': number;
  readonly 'search.context_weight_alone': number;
  readonly 'search.context_relevance': number;
  readonly 'blocks.line_format': 'compact' | 'classic';
  readonly 'blocks.tokenizer': string | null;
  readonly 'embedder.name': (typeof EMBEDDERS)[number] | null;
  readonly 'embedder.model': string | null;
  readonly 'embedder.url': string | null;
  readonly 'embedder.dimension': number | null;
  readonly 'embedder.key': string | null;
  readonly 'embedder.weight': number;
  readonly 'extractor.url': string | null;
  readonly 'extractor.model': string | null;
  readonly 'extractor.daily_calls': number;
  readonly 'extractor.daily_tokens': number;
  readonly 'extractor.key': string | null;
  readonly 'models.allow_private_addresses': boolean;
  readonly 'transfer.enabled': boolean;
  readonly 'transfer.threshold': number;
  readonly 'transfer.measure': 'jaccard' | 'containment';
  readonly 'memory_injection.enabled': boolean;
  readonly 'memory_injection.max_injected_blocks_in_history': number;
  readonly 'memory_injection.eviction': 'immediate' | 'at-compaction';
  readonly 'memory_injection.context_window_depth': number;
  readonly 'memory_injection.max_total': number;
  readonly 'memory_injection.budget_tokens': number;
  readonly 'memory_injection.contextual_min_score': number;
  readonly 'memory_injection.ambient_enabled': boolean;
  readonly 'memory_injection.pinned_kinds': readonly string[];
  readonly 'memory_injection.pinned_limit': number;
  readonly 'memory_injection.semantic_threshold': number;
  readonly 'memory_injection.context_exchanges': number;
}

/** The name of a setting: its table and its name in `inkling.toml`. */
export type SettingKey = keyof SettingValues;
