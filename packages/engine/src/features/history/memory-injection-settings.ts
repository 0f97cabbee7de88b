import { isFields } from './read-message.ts';

/** How memories get into a conversation. Plain data; the names are those of the table `[memory_injection]`. */
export interface MemoryInjectionSettings {
  /** false = nothing is injected. (Default: true) */
  readonly enabled: boolean;
  /** Most blocks that stay in the history; 0 = ephemeral, none stays. (Default: 3) */
  readonly max_injected_blocks_in_history: number;
  /** `immediate`: the oldest goes before a new one comes. `at-compaction`: none goes before, which keeps the prompt cache. (Default: 'immediate') */
  readonly eviction: 'immediate' | 'at-compaction';
  /** Turns before a memory that was injected may be again. With 0 blocks kept there is no such pause. (Default: 10) */
  readonly context_window_depth: number;
  /** Most memories in one block. (Default: 10) */
  readonly max_total: number;
  /** Most tokens of one block, its markers apart. (Default: 1000) */
  readonly budget_tokens: number;
  /** Lowest score of a memory that was found by what the user said, 0 to 1. (Default: 0.25) */
  readonly contextual_min_score: number;
  /** Whether pinned memories come without being asked for. (Default: true) */
  readonly ambient_enabled: boolean;
  /** Kinds of pinned memories that do. (Default: decision, convention, explicit) */
  readonly pinned_kinds: readonly string[];
  /** Most pinned memories in one block. (Default: 3) */
  readonly pinned_limit: number;
  /** Likeness from which two memories say the same: cosine of their vectors, or the share of words in common, 0 to 1. (Default: 0.85) */
  readonly semantic_threshold: number;
  /** Exchanges before the user's message that lend their most specific words to the search; 0 = off. (Default: 2) */
  readonly context_exchanges: number;
}

/** What counts without settings. Source: seed "Memory Injection Persistence Model", config changes. */
export const DEFAULT_MEMORY_INJECTION: MemoryInjectionSettings = Object.freeze({
  enabled: true,
  max_injected_blocks_in_history: 3,
  eviction: 'immediate',
  context_window_depth: 10,
  max_total: 10,
  budget_tokens: 1000,
  contextual_min_score: 0.25,
  ambient_enabled: true,
  pinned_kinds: Object.freeze(['decision', 'convention', 'explicit']),
  pinned_limit: 3,
  semantic_threshold: 0.85,
  context_exchanges: 2,
});

/** What came of reading settings: all of them, or why not. */
export type SettingsReading =
  | { readonly ok: true; readonly settings: MemoryInjectionSettings }
  | { readonly ok: false; readonly problems: readonly string[] };

type Check = { readonly says: string; readonly holds: (value: unknown) => boolean };

const flag: Check = { says: 'true or false', holds: (value) => typeof value === 'boolean' };
const count = (low: number, high: number): Check => ({
  says: `a whole number from ${low} to ${high}`,
  holds: (value) => Number.isInteger(value) && Number(value) >= low && Number(value) <= high,
});
const share: Check = {
  says: 'a number from 0 to 1',
  holds: (value) => typeof value === 'number' && value >= 0 && value <= 1,
};

const CHECKS: Readonly<Record<keyof MemoryInjectionSettings, Check>> = {
  enabled: flag,
  max_injected_blocks_in_history: count(0, 1000),
  eviction: {
    says: "'immediate' or 'at-compaction'",
    holds: (value) => value === 'immediate' || value === 'at-compaction',
  },
  context_window_depth: count(0, 100_000),
  max_total: count(0, 200),
  budget_tokens: count(0, 1_000_000),
  contextual_min_score: share,
  ambient_enabled: flag,
  pinned_kinds: {
    says: 'a list of strings',
    holds: (value) => Array.isArray(value) && value.every((kind) => typeof kind === 'string'),
  },
  pinned_limit: count(0, 200),
  semantic_threshold: share,
  context_exchanges: count(0, 8),
};

/**
 * Settings from what a TOML, YAML or JSON parser made of a file: the whole document with a table `memory_injection`, or that table. What is
 * not there has its default; a name that nobody knows and a value out of range are problems, not guesses.
 *
 * @example readMemoryInjectionSettings(parse('[memory_injection]\nmax_injected_blocks_in_history = 3  # 0 = ephemeral mode'))
 */
export function readMemoryInjectionSettings(parsed: unknown): SettingsReading {
  const table = tableIn(parsed);
  if (!isFields(table)) return { ok: false, problems: ['memory_injection is not a table.'] };
  const problems = Object.entries(table).flatMap(([name, value]) => problemOf(name, value));
  if (problems.length > 0) return { ok: false, problems };
  return { ok: true, settings: { ...DEFAULT_MEMORY_INJECTION, ...table } };
}

function tableIn(parsed: unknown): unknown {
  if (parsed === undefined || parsed === null) return {};
  if (!isFields(parsed)) return parsed;
  if ('memory_injection' in parsed) return parsed['memory_injection'];
  // A document with other tables only says nothing about memory.
  return Object.values(parsed).every(isFields) ? {} : parsed;
}

function problemOf(name: string, value: unknown): string[] {
  if (!Object.hasOwn(CHECKS, name))
    return [`memory_injection.${name} is not known. Known: ${Object.keys(CHECKS).join(', ')}.`];
  const { says, holds } = CHECKS[name as keyof MemoryInjectionSettings];
  return holds(value) ? [] : [`memory_injection.${name} is ${JSON.stringify(value) ?? 'nothing'}. Give ${says}.`];
}
