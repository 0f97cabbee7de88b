import { wrapInjectionBlock } from './blocks/injection-block.ts';
import { keptBlocks, releaseBlocks, type ChannelInjectionState, type RecentMemory } from './blocks/injection-state.ts';
import { injectedTurns } from './blocks/is-injection-block.ts';
import type { MemoryInjectionSettings } from './memory-injection-settings.ts';
import type { ConversationMemoryItem, MemorySource } from './memory-source.ts';
import { likeness, traceOf, type MemoryTrace } from './blocks/near-duplicate.ts';

/** One turn of a channel. */
export interface MemoryInjectionRequest {
  /** What the user said, whoever of the channel's users it is. */
  readonly text: string;
  /** The exchanges before it, newest last. (Default: none) */
  readonly context?: readonly string[];
  readonly source: MemorySource;
  readonly settings: MemoryInjectionSettings;
  /** Of the channel, as the turn before left it. */
  readonly state: ChannelInjectionState;
  /**
   * The messages as they are now, when blocks are kept in them: memories whose block is gone, by truncation or compaction, may come
   * again at once. (Default: every block is believed to be there)
   */
  readonly history?: readonly unknown[];
  /**
   * The host lets nobody remove a message, so the cap is one on injecting: with as many blocks as may stay, none comes until a compaction.
   * (Default: false)
   */
  readonly appendOnly?: boolean;
}

/** Why a memory that was found did not come. */
export type NotInjectedReason = 'low-score' | 'within-depth' | 'near-duplicate' | 'over-total' | 'did-not-fit';

/** How a turn ended. `cap-reached`: as many blocks as may stay are there, and none can be removed. `failed`: the source did; see `error`. */
export type MemoryInjectionOutcome = 'injected' | 'no-match' | 'disabled' | 'cap-reached' | 'failed';

/** What comes of a turn. */
export interface MemoryInjection {
  readonly outcome: MemoryInjectionOutcome;
  /** The block with its markers; null unless injected. */
  readonly block: string | null;
  /** Ids of the memories in the block, in its order. */
  readonly ids: readonly string[];
  readonly leftOut: readonly { readonly id: string; readonly reason: NotInjectedReason }[];
  /** For the next turn. */
  readonly state: ChannelInjectionState;
  /** What the source threw. */
  readonly error?: unknown;
}

/**
 * The memories for a turn: pinned ones of the kinds that come unasked, then those that answer what the user said, without those that
 * were injected a short while ago or say what one of them says, `max_total` at most, as one block. Changes nothing but the state it
 * gives back, and never rejects: a turn goes on without a block. Source: seed "Memory Injection Persistence Model".
 */
export async function computeMemoryInjection(request: MemoryInjectionRequest): Promise<MemoryInjection> {
  const { settings, history, appendOnly = false } = request;
  const state = nextTurn(history ? releaseMissing(request.state, history) : request.state, settings);
  const nothing = { block: null, ids: [], leftOut: [], state };
  if (!settings.enabled) return { ...nothing, outcome: 'disabled' };
  const cap = settings.max_injected_blocks_in_history;
  if (appendOnly && state.blocks.length >= cap) return { ...nothing, outcome: 'cap-reached' };
  try {
    const { chosen, leftOut } = choose(await candidatesOf(request), state, settings);
    return injectionOf(request, state, chosen, leftOut);
  } catch (error) {
    return { ...nothing, outcome: 'failed', error };
  }
}

function releaseMissing(state: ChannelInjectionState, history: readonly unknown[]): ChannelInjectionState {
  const there = injectedTurns(history, state.nonce);
  return releaseBlocks(state, new Set(state.blocks.map(({ turn }) => turn).filter((turn) => !there.has(turn))));
}

/** A turn later: what was injected `context_window_depth` turns ago may come again. */
function nextTurn(state: ChannelInjectionState, settings: MemoryInjectionSettings): ChannelInjectionState {
  const turn = state.turn + 1;
  // With no block kept, nothing of the turns before is in sight: a pause would only starve the next one.
  const depth = settings.max_injected_blocks_in_history === 0 ? 0 : settings.context_window_depth;
  const isRecent = (injectedIn: number): boolean => turn - injectedIn < depth;
  const injected = Object.entries(state.injected_ids).filter(([, injectedIn]) => isRecent(injectedIn));
  const recent = state.recent.filter((memory) => isRecent(memory.turn));
  return { ...state, turn, injected_ids: Object.fromEntries(injected), recent };
}

interface Candidate {
  readonly memory: ConversationMemoryItem;
  readonly pinned: boolean;
}

async function candidatesOf({ source, settings, text, context = [] }: MemoryInjectionRequest): Promise<Candidate[]> {
  const { pinned_kinds: kinds, pinned_limit: pinnedLimit, contextual_min_score: minScore } = settings;
  const isAmbient = settings.ambient_enabled && kinds.length > 0 && pinnedLimit > 0;
  // More than fit: some were injected a short while ago.
  const limit = Math.min(200, settings.max_total + Math.max(10, settings.max_total));
  const [pinned, found] = await Promise.all([
    isAmbient ? (source.pinned?.({ kinds, limit: pinnedLimit }) ?? []) : [],
    text.trim() === '' ? [] : source.search({ text, context, limit, minScore }),
  ]);
  return [
    ...pinned.slice(0, pinnedLimit).map((memory) => ({ memory, pinned: true })),
    ...found.map((memory) => ({ memory, pinned: false })),
  ];
}

interface Choice {
  readonly chosen: readonly Traced[];
  readonly leftOut: MemoryInjection['leftOut'];
}

interface Traced {
  readonly memory: ConversationMemoryItem;
  readonly trace: MemoryTrace;
}

function choose(
  candidates: readonly Candidate[],
  state: ChannelInjectionState,
  settings: MemoryInjectionSettings,
): Choice {
  const chosen: Traced[] = [];
  const leftOut: { readonly id: string; readonly reason: NotInjectedReason }[] = [];
  const seen = new Set<string>();
  for (const { memory, pinned } of candidates) {
    if (seen.has(memory.id)) continue;
    seen.add(memory.id);
    const trace = traceOf(memory.text, memory.vector);
    const isRepeated = [...state.recent, ...chosen.map((one) => one.trace)].some(
      (other) => likeness(trace, other) >= settings.semantic_threshold,
    );
    if (!pinned && !((memory.score ?? 0) >= settings.contextual_min_score)) {
      leftOut.push({ id: memory.id, reason: 'low-score' });
    } else if (Object.hasOwn(state.injected_ids, memory.id)) leftOut.push({ id: memory.id, reason: 'within-depth' });
    else if (isRepeated) leftOut.push({ id: memory.id, reason: 'near-duplicate' });
    else if (chosen.length >= settings.max_total) leftOut.push({ id: memory.id, reason: 'over-total' });
    else chosen.push({ memory, trace });
  }
  return { chosen, leftOut };
}

function injectionOf(
  { source, settings }: MemoryInjectionRequest,
  state: ChannelInjectionState,
  chosen: readonly Traced[],
  leftOut: Choice['leftOut'],
): MemoryInjection {
  const memories = chosen.map(({ memory }) => memory);
  const rendered = memories.length === 0 ? { text: '', ids: [] } : source.render(memories, settings.budget_tokens);
  if (rendered.text === '') return { outcome: 'no-match', block: null, ids: [], leftOut, state };
  const { nonce, turn } = state;
  const shown = chosen.filter(({ memory }) => rendered.ids.includes(memory.id));
  const ids = rendered.ids.filter((id) => shown.some(({ memory }) => memory.id === id));
  const recent: RecentMemory[] = shown.map(({ memory, trace }) => ({ ...trace, id: memory.id, turn }));
  const block = wrapInjectionBlock(rendered.text, { nonce, turn });
  return {
    outcome: 'injected',
    block,
    ids,
    leftOut: [
      ...leftOut,
      ...chosen
        .filter((one) => !shown.includes(one))
        .map(({ memory }) => ({ id: memory.id, reason: 'did-not-fit' as const })),
    ],
    state: {
      ...state,
      injected_ids: { ...state.injected_ids, ...Object.fromEntries(ids.map((id) => [id, turn])) },
      recent: [...state.recent, ...recent],
      blocks: keptBlocks([...state.blocks, { turn, ids, text: block, anchor: null }], settings),
    },
  };
}
