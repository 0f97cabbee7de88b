import { decimal, flag, names, oneOf, text, tokensByWorkType, whole, type SettingKind } from './setting-kinds.ts';
import { EMBEDDERS, type SettingKey, type SettingValues } from './setting-values.ts';

/**
 * How a project's file may move a setting, from where the user has it: `off` switches it off, `adds` adds names, `at-most` lowers, `at-least`
 * raises. Whoever wrote a repository wrote its file, so there is no way to widen, and a setting without a narrowing is the user's alone.
 */
export type Narrowing = 'off' | 'adds' | 'at-most' | 'at-least';

/** One setting. Its key, the environment's name and the flag say the same thing. */
export interface Setting<Value> {
  readonly kind: SettingKind<NonNullable<Value>>;
  /** What counts when nobody says anything. */
  readonly otherwise: Value;
  readonly says: string;
  /** (Default: `INKLING_` and the key in capitals, dots as underscores) */
  readonly environment?: string;
  /** A flag of `inkling up` besides `--set key=value`. */
  readonly flag?: string;
  /** (Default: a project's file may not set it) */
  readonly project?: Narrowing;
  /** Never printed, and no flag: every user of a machine can read its arguments. */
  readonly isSecret?: true;
}

/**
 * The settings of Inkling, as data: the file, the environment, the flags, `inkling config` and docs/reference/configuration.md are made of this table. The
 * defaults are those of the library; a test holds them to it.
 */
export const SETTINGS: { readonly [Key in SettingKey]: Setting<SettingValues[Key]> } = {
  'hooks.enabled': {
    kind: flag,
    otherwise: true,
    project: 'off',
    says: 'Off: agents get nothing and nothing of their sessions is recorded.',
  },
  'in_session.enabled': { kind: flag, otherwise: true, project: 'off', says: 'Blocks for prompts and tool calls.' },
  'in_session.disabled_for_agents': {
    kind: names,
    otherwise: [],
    project: 'adds',
    says: 'Agents that get none of them, by id: `claude-code`, `codex`, ….',
  },
  'in_session.skip_tools': {
    kind: names,
    otherwise: ['TodoWrite', 'BashOutput'],
    project: 'adds',
    says: 'Tools whose calls are never looked at: they come often and say little. Add write-heavy tools of your own.',
  },
  'in_session.latency_budget_ms': {
    kind: whole(1, 100),
    otherwise: 100,
    project: 'at-most',
    says: 'How long a tool call may wait.',
  },
  'in_session.min_relevance': {
    kind: decimal(0, 1),
    otherwise: 0.4,
    project: 'at-least',
    says: 'Memories below are no match for a tool call.',
  },
  'in_session.max_suggestions': {
    kind: whole(1, 100),
    otherwise: 3,
    project: 'at-most',
    says: 'Most observations in the block of a tool call.',
  },
  'in_session.budgets': {
    kind: tokensByWorkType,
    otherwise: { '*': 200 },
    project: 'at-most',
    says: 'Tokens of the block of a tool call, by work type; `*` is every other one.',
  },
  'session_start.enabled': { kind: flag, otherwise: true, project: 'off', says: 'A block at the start of a session.' },
  'session_start.min_relevance': {
    kind: decimal(0, 1),
    otherwise: 0.25,
    project: 'at-least',
    says: 'Memories below do not come at the start of a session.',
  },
  'session_start.budgets': {
    kind: tokensByWorkType,
    otherwise: { bug_fix: 750, feature: 400, refactor: 600, chore: 300, '*': 500 },
    project: 'at-most',
    says: "Tokens of the start's block, by work type. What an organisation sets in its administration wins, save over a project's file.",
  },
  'graph.enabled': {
    kind: flag,
    otherwise: true,
    project: 'off',
    says: 'Off: no triplets, whatever the administration says.',
  },
  'ranking.weighting_enabled': { kind: flag, otherwise: true, says: 'Feedback bends the order.' },
  'ranking.mode': {
    kind: oneOf('bounded', 'linear'),
    otherwise: 'bounded',
    says: 'How: within bounds, or as relevance × weight.',
  },
  'ranking.influence': { kind: decimal(0, 10), otherwise: 0.3, says: 'How far, when bounded.' },
  'ranking.lowest': { kind: decimal(0, 1), otherwise: 0.7, says: 'The lowest factor, when bounded.' },
  'ranking.highest': { kind: decimal(1, 10), otherwise: 1.3, says: 'The highest factor, when bounded.' },
  'search.context_terms': {
    kind: whole(0, 64),
    otherwise: 6,
    says: 'How many of the most specific words of the last exchanges join a question; 0 = none.',
  },
  'search.context_weight': {
    kind: decimal(0, 1),
    otherwise: 0.25,
    says: 'Their weight in a question that leans on them.',
  },
  'search.context_weight_alone': {
    kind: decimal(0, 1),
    otherwise: 0.1,
    says: 'Their weight in a question that stands on its own.',
  },
  'search.context_relevance': {
    kind: decimal(0, 1),
    otherwise: 0.25,
    says: 'What they count in the relevance of a question that refers back to them.',
  },
  'blocks.line_format': {
    kind: oneOf('compact', 'classic'),
    otherwise: 'compact',
    environment: 'INKLING_LINE_FORMAT',
    says: 'How blocks show an observation.',
  },
  'blocks.tokenizer': {
    kind: text,
    otherwise: null,
    says: 'What counts tokens: `estimate`, `characters` (÷ 4), or a JavaScript module that exports `countTokens(text)`, such as `gpt-tokenizer` or the path of a file. Without it, what goes with the line format.',
  },
  'embedder.name': {
    kind: oneOf(...EMBEDDERS),
    otherwise: null,
    environment: 'INKLING_EMBEDDER',
    flag: '--embedder',
    says: 'A model that finds by meaning too.',
  },
  'embedder.model': {
    kind: text,
    otherwise: null,
    flag: '--embedder-model',
    says: 'Its model, or the folder of one; minilm has its own.',
  },
  'embedder.url': { kind: text, otherwise: null, flag: '--embedder-url', says: 'Its service.' },
  'embedder.dimension': {
    kind: whole(1, 99_999),
    otherwise: null,
    flag: '--embedder-dimension',
    says: 'The length of its vectors.',
  },
  'embedder.key': { kind: text, otherwise: null, isSecret: true, says: "Its service's key." },
  'embedder.weight': { kind: decimal(0, 10), otherwise: 0.3, says: 'How much meaning counts beside words.' },
  'extractor.url': {
    kind: text,
    otherwise: null,
    flag: '--extractor-url',
    says: "A chat service in OpenAI's form that reads sessions when they end.",
  },
  'extractor.model': { kind: text, otherwise: null, flag: '--extractor-model', says: 'Its model.' },
  'extractor.daily_calls': {
    kind: whole(0, 1e9),
    otherwise: 100,
    flag: '--extractor-calls',
    says: 'The most calls a day for each organisation.',
  },
  'extractor.daily_tokens': {
    kind: whole(0, 1e12),
    otherwise: 500_000,
    flag: '--extractor-tokens',
    says: 'The most tokens a day for each organisation.',
  },
  'extractor.key': { kind: text, otherwise: null, isSecret: true, says: "Its service's key." },
  'models.allow_private_addresses': {
    kind: flag,
    otherwise: false,
    environment: 'INKLING_ALLOW_PRIVATE_ADDRESSES',
    says: "A model's address may be inside a private network. This machine's own always may.",
  },
  'transfer.enabled': {
    kind: flag,
    otherwise: true,
    flag: '--no-transfer',
    says: 'Memories of other projects, where an administrator granted them.',
  },
  'transfer.threshold': {
    kind: decimal(0, 1),
    otherwise: 0.7,
    flag: '--transfer-threshold',
    says: 'How much two projects must be alike for that.',
  },
  'transfer.measure': {
    kind: oneOf('jaccard', 'containment'),
    otherwise: 'jaccard',
    flag: '--transfer-measure',
    says: 'Shared technologies of all, or of the smaller project.',
  },
  'memory_injection.enabled': {
    kind: flag,
    otherwise: true,
    project: 'off',
    says: 'Memories get into conversations. Off for the daemon: no blocks, neither at the start nor later.',
  },
  'memory_injection.max_injected_blocks_in_history': {
    kind: whole(0, 1000),
    otherwise: 3,
    project: 'at-most',
    says: 'Most blocks that stay in a history; 0 = none stays. Where nobody can remove a message, most blocks that come unasked between two compactions.',
  },
  'memory_injection.eviction': {
    kind: oneOf('immediate', 'at-compaction'),
    otherwise: 'immediate',
    says: 'When the oldest block goes; the second keeps the prompt cache.',
  },
  'memory_injection.context_window_depth': {
    kind: whole(0, 100_000),
    otherwise: 10,
    project: 'at-least',
    says: 'Turns before a memory may come again.',
  },
  'memory_injection.max_total': {
    kind: whole(0, 200),
    otherwise: 10,
    project: 'at-most',
    says: 'Most memories in one block.',
  },
  'memory_injection.budget_tokens': {
    kind: whole(0, 1_000_000),
    otherwise: 1000,
    project: 'at-most',
    says: 'Most tokens of one block.',
  },
  'memory_injection.contextual_min_score': {
    kind: decimal(0, 1),
    otherwise: 0.25,
    project: 'at-least',
    says: 'Lowest score of a memory that was found by what the user said.',
  },
  'memory_injection.ambient_enabled': {
    kind: flag,
    otherwise: true,
    project: 'off',
    says: 'Pinned memories come without being asked for.',
  },
  'memory_injection.pinned_kinds': {
    kind: names,
    otherwise: ['decision', 'convention', 'explicit'],
    says: 'Kinds of pinned memories that do.',
  },
  'memory_injection.pinned_limit': {
    kind: whole(0, 200),
    otherwise: 3,
    project: 'at-most',
    says: 'Most pinned memories in one block.',
  },
  'memory_injection.semantic_threshold': {
    kind: decimal(0, 1),
    otherwise: 0.85,
    says: 'Likeness from which two memories say the same.',
  },
  'memory_injection.context_exchanges': {
    kind: whole(0, 8),
    otherwise: 2,
    says: 'Exchanges before the message that lend their words to the search; 0 = none.',
  },
};

/** All keys, in the order of the table. */
export const SETTING_KEYS: readonly SettingKey[] = Object.keys(SETTINGS) as SettingKey[];

/** How the environment names a setting. */
export function environmentName(key: SettingKey): string {
  return SETTINGS[key].environment ?? `INKLING_${key.replaceAll('.', '_').toUpperCase()}`;
}

/** Where a setting is set, in words. */
export function doorsOf(key: SettingKey): string {
  const { flag: named, isSecret } = SETTINGS[key];
  const doors = [`${key} in the user's inkling.toml`, environmentName(key), ...(named ? [named] : [])];
  return isSecret || named ? doors.join(' or ') : `${doors.join(', ')} or --set ${key}=…`;
}
