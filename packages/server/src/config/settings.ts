import { decimal, flag, names, oneOf, text, tokensByWorkType, whole, type SettingKind } from './setting-kinds.ts';

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

const EMBEDDERS = ['minilm', 'onnx', 'ollama', 'openai'] as const;

function setting<Value, Otherwise extends Value | null>(
  kind: SettingKind<Value>,
  otherwise: Otherwise,
  says: string,
  rest: Omit<Setting<Value>, 'kind' | 'otherwise' | 'says'> = {},
): Setting<Value | Extract<Otherwise, null>> {
  return {
    kind: kind as SettingKind<NonNullable<Value>>,
    otherwise: otherwise as Value & Extract<Otherwise, null>,
    says,
    ...rest,
  };
}

/**
 * The settings of Inkling, as data: the file, the environment, the flags, `inkling config` and docs/reference/configuration.md are made of this table. The
 * defaults are those of the library; a test holds them to it.
 */
export const SETTINGS = {
  'database.connections': setting(
    whole(2, 100),
    10,
    'Most connections that a daemon, or a command without one, opens to a PostgreSQL server.',
  ),
  'hooks.enabled': setting(flag, true, 'Off: agents get nothing and nothing of their sessions is recorded.', {
    project: 'off',
  }),
  'in_session.enabled': setting(flag, true, 'Blocks for prompts and tool calls.', { project: 'off' }),
  'in_session.disabled_for_agents': setting(
    names,
    [],
    'Agents that get no such blocks, by id: `claude-code`, `codex`, ….',
    { project: 'adds' },
  ),
  'in_session.skip_tools': setting(
    names,
    ['TodoWrite', 'BashOutput'],
    'Tools whose calls are never looked at: they come often and say little. Add write-heavy tools of your own.',
    { project: 'adds' },
  ),
  'in_session.latency_budget_ms': setting(whole(1, 100), 100, 'How long a tool call may wait.', { project: 'at-most' }),
  'in_session.min_relevance': setting(decimal(0, 1), 0.4, 'The lowest relevance of a memory for a tool call.', {
    project: 'at-least',
  }),
  'in_session.max_suggestions': setting(whole(1, 100), 3, 'Most observations in the block of a tool call.', {
    project: 'at-most',
  }),
  'in_session.budgets': setting(
    tokensByWorkType,
    { '*': 200 },
    'Tokens of the block of a tool call, by work type; `*` is every other one.',
    { project: 'at-most' },
  ),
  'session_start.enabled': setting(flag, true, 'A block at the start of a session.', { project: 'off' }),
  'session_start.min_relevance': setting(decimal(0, 1), 0.25, 'The lowest relevance of a memory in the start block.', {
    project: 'at-least',
  }),
  'session_start.budgets': setting(
    tokensByWorkType,
    { bug_fix: 750, feature: 400, refactor: 600, chore: 300, '*': 500 },
    "Tokens of the start block, by work type. An organisation's own budgets take precedence, except over a project's file.",
    { project: 'at-most' },
  ),
  'graph.enabled': setting(
    flag,
    true,
    'Off: no triplets, whatever the settings of the project and its organisation say.',
    {
      project: 'off',
    },
  ),
  'ranking.weighting_enabled': setting(flag, true, 'Feedback weights change the order of results.'),
  'ranking.mode': setting(
    oneOf('bounded', 'linear'),
    'bounded',
    'How weights change the order: within bounds, or as relevance × weight.',
  ),
  'ranking.influence': setting(decimal(0, 10), 0.3, 'How strongly a weight changes the score in bounded mode.'),
  'ranking.lowest': setting(decimal(0, 1), 0.7, 'The lowest factor of the score in bounded mode.'),
  'ranking.highest': setting(decimal(1, 10), 1.3, 'The highest factor of the score in bounded mode.'),
  'search.context_terms': setting(
    whole(0, 64),
    6,
    'How many of the most specific words of the last exchanges are added to a question; 0 = none.',
  ),
  'search.context_weight': setting(
    decimal(0, 1),
    0.25,
    'Weight of the words added from the last exchanges, in a question that depends on them.',
  ),
  'search.context_weight_alone': setting(
    decimal(0, 1),
    0.1,
    'Weight of the words added from the last exchanges, in a question that stands on its own.',
  ),
  'search.context_relevance': setting(
    decimal(0, 1),
    0.25,
    'Weight of the added words in the relevance of a question that refers back to the last exchanges.',
  ),
  'blocks.line_format': setting(oneOf('compact', 'classic'), 'compact', 'How blocks show an observation.', {
    environment: 'INKLING_LINE_FORMAT',
  }),
  'blocks.tokenizer': setting(
    text,
    null,
    'What counts tokens: `estimate`, `characters` (÷ 4), or a JavaScript module that exports `countTokens(text)`, such as `gpt-tokenizer` or the path of a file. Default: the one that fits the line format.',
  ),
  'embedder.name': setting(oneOf(...EMBEDDERS), null, 'An embedding model, for search by meaning.', {
    environment: 'INKLING_EMBEDDER',
    flag: '--embedder',
  }),
  'embedder.model': setting(text, null, 'Model of the embedder, or a folder that holds one; minilm has its own.', {
    flag: '--embedder-model',
  }),
  'embedder.url': setting(text, null, 'Address of the embedding service.', { flag: '--embedder-url' }),
  'embedder.dimension': setting(whole(1, 99_999), null, 'Length of the vectors of the embedding model.', {
    flag: '--embedder-dimension',
  }),
  'embedder.key': setting(text, null, 'API key of the service.', { isSecret: true }),
  'embedder.weight': setting(decimal(0, 10), 0.3, 'Weight of search by meaning, relative to search by words.'),
  'extractor.url': setting(
    text,
    null,
    'Address of an OpenAI-compatible chat service that reads sessions when they end.',
    {
      flag: '--extractor-url',
    },
  ),
  'extractor.model': setting(text, null, 'Model of that chat service.', { flag: '--extractor-model' }),
  'extractor.daily_calls': setting(whole(0, 1e9), 100, 'The most calls a day for each organisation.', {
    flag: '--extractor-calls',
  }),
  'extractor.daily_tokens': setting(whole(0, 1e12), 500_000, 'The most tokens a day for each organisation.', {
    flag: '--extractor-tokens',
  }),
  'extractor.key': setting(text, null, 'API key of the service.', { isSecret: true }),
  'models.allow_private_addresses': setting(
    flag,
    false,
    "Allow the address of a model inside a private network. This machine's own is always allowed.",
    { environment: 'INKLING_ALLOW_PRIVATE_ADDRESSES' },
  ),
  'transfer.enabled': setting(flag, true, 'Memories of other projects, where an administrator granted them.', {
    flag: '--no-transfer',
  }),
  'transfer.threshold': setting(decimal(0, 1), 0.7, 'How similar two projects must be for transfer.', {
    flag: '--transfer-threshold',
  }),
  'transfer.measure': setting(
    oneOf('jaccard', 'containment'),
    'jaccard',
    'Shared technologies, as a share of all technologies (jaccard) or of those of the smaller project (containment).',
    { flag: '--transfer-measure' },
  ),
  'memory_injection.enabled': setting(
    flag,
    true,
    'Memories get into conversations. Off for the daemon: no blocks, neither at the start nor later.',
    { project: 'off' },
  ),
  'memory_injection.max_injected_blocks_in_history': setting(
    whole(0, 1000),
    3,
    'Maximum number of blocks kept in a history; 0 = none. Where messages cannot be removed: maximum number of unrequested blocks between two compactions.',
    { project: 'at-most' },
  ),
  'memory_injection.eviction': setting(
    oneOf('immediate', 'at-compaction'),
    'immediate',
    'When the oldest block is removed; at-compaction keeps the prompt cache.',
  ),
  'memory_injection.context_window_depth': setting(whole(0, 100_000), 10, 'Turns before a memory may come again.', {
    project: 'at-least',
  }),
  'memory_injection.max_total': setting(whole(0, 200), 10, 'Most memories in one block.', { project: 'at-most' }),
  'memory_injection.budget_tokens': setting(whole(0, 1_000_000), 1000, 'Most tokens of one block.', {
    project: 'at-most',
  }),
  'memory_injection.contextual_min_score': setting(
    decimal(0, 1),
    0.25,
    'Lowest score of a memory that was found by what the user said.',
    { project: 'at-least' },
  ),
  'memory_injection.ambient_enabled': setting(flag, true, 'Pinned memories are injected without being asked for.', {
    project: 'off',
  }),
  'memory_injection.pinned_kinds': setting(
    names,
    ['decision', 'convention', 'explicit'],
    'Kinds of pinned memories that are injected without being asked for.',
  ),
  'memory_injection.pinned_limit': setting(whole(0, 200), 3, 'Most pinned memories in one block.', {
    project: 'at-most',
  }),
  'memory_injection.semantic_threshold': setting(
    decimal(0, 1),
    0.85,
    'Minimum similarity at which two memories count as saying the same.',
  ),
  'memory_injection.context_exchanges': setting(
    whole(0, 8),
    2,
    'Number of exchanges before the message whose words are added to the search; 0 = none.',
  ),
};

/** Every setting's value; null = nothing is set. */
export type SettingValues = {
  readonly [Key in keyof typeof SETTINGS]: (typeof SETTINGS)[Key] extends Setting<infer Value> ? Value : never;
};

/** The name of a setting: its table and its name in `inkling.toml`. */
export type SettingKey = keyof SettingValues;

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
