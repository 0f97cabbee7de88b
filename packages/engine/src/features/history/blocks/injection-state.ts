import { isFields } from '../read-message.ts';
import type { MemoryInjectionSettings } from '../memory-injection-settings.ts';
import type { MemoryTrace } from './near-duplicate.ts';

/** A memory that was injected, as the buffer against repetitions keeps it. */
export interface RecentMemory extends MemoryTrace {
  readonly id: string;
  /** The turn it was injected in. */
  readonly turn: number;
}

/** Where a block stands among the messages that are not blocks. */
export interface BlockAnchor {
  /** How many of them stand before it. */
  readonly index: number;
  /** Hash of the message before; null = it comes first. */
  readonly previous: number | null;
  /** Hash of the message after; null = there was none yet. */
  readonly next: number | null;
}

/** A block that the model still has before it. */
export interface LiveBlock {
  readonly turn: number;
  readonly ids: readonly string[];
  /** With its markers. */
  readonly text: string;
  /** null = the block's place is the host's business. */
  readonly anchor: BlockAnchor | null;
}

/**
 * What a channel's injections depend on. Plain JSON: store it with the conversation and nothing is forgotten by a restart. A new
 * turn gives a new state; the old one is not touched.
 */
export interface ChannelInjectionState {
  readonly version: 1;
  readonly nonce: string;
  /** Turns so far, of all users of the channel. */
  readonly turn: number;
  /** The user's message that the present turn answers; null = none yet. */
  readonly turn_key: string | null;
  /** Id of a memory → the turn in which it was injected last. */
  readonly injected_ids: Readonly<Record<string, number>>;
  /** What was injected within `context_window_depth` turns, oldest first. */
  readonly recent: readonly RecentMemory[];
  /** Oldest first. */
  readonly blocks: readonly LiveBlock[];
}

/** A nonce that nobody guesses; `random` gives a text with enough letters and digits. */
function nonceFrom(random: () => string): string {
  return (
    random()
      .toLowerCase()
      .replace(/[^0-9a-z]/g, '')
      .slice(0, 12) || '0'
  );
}

/** The state of a channel in which nothing was injected. `random` makes its nonce. (Default: a random UUID) */
export function createInjectionState(random: () => string = () => crypto.randomUUID()): ChannelInjectionState {
  const nonce = nonceFrom(random);
  return { version: 1, nonce, turn: 0, turn_key: null, injected_ids: {}, recent: [], blocks: [] };
}

/** A state that was stored as JSON; null when it is none, or of a version that this one does not know. */
export function readInjectionState(value: unknown): ChannelInjectionState | null {
  if (!isFields(value) || value['version'] !== 1) return null;
  const { nonce, turn, turn_key: key, injected_ids: ids, recent, blocks } = value;
  const isNamed = typeof nonce === 'string' && /^[0-9a-z]{1,64}$/.test(nonce);
  const isCounted = Number.isInteger(turn) && Number(turn) >= 0 && (key === null || typeof key === 'string');
  if (!isNamed || !isCounted || !isFields(ids) || !Object.values(ids).every(Number.isInteger)) return null;
  if (!Array.isArray(recent) || !recent.every(isRecentMemory)) return null;
  if (!Array.isArray(blocks) || !blocks.every(isLiveBlock)) return null;
  return value as unknown as ChannelInjectionState;
}

const isNumbers = (value: unknown): boolean => Array.isArray(value) && value.every((one) => typeof one === 'number');

function isRecentMemory(value: unknown): boolean {
  if (!isFields(value)) return false;
  const { id, turn, words, vector } = value;
  return (
    typeof id === 'string' && Number.isInteger(turn) && isNumbers(words) && (vector === undefined || isNumbers(vector))
  );
}

function isLiveBlock(value: unknown): boolean {
  if (!isFields(value)) return false;
  const { turn, ids, text, anchor } = value;
  const hasIds = Array.isArray(ids) && ids.every((id) => typeof id === 'string');
  return Number.isInteger(turn) && hasIds && typeof text === 'string' && (anchor === null || isAnchor(anchor));
}

const isHash = (value: unknown): boolean => value === null || typeof value === 'number';

function isAnchor(value: unknown): boolean {
  return isFields(value) && Number.isInteger(value['index']) && isHash(value['previous']) && isHash(value['next']);
}

/** The state without the blocks of these turns: their memories are out of the model's sight, and may come again at once. */
export function releaseBlocks(state: ChannelInjectionState, turns: ReadonlySet<number>): ChannelInjectionState {
  if (turns.size === 0) return state;
  const injected = Object.entries(state.injected_ids).filter(([, turn]) => !turns.has(turn));
  return {
    ...state,
    injected_ids: Object.fromEntries(injected),
    recent: state.recent.filter(({ turn }) => !turns.has(turn)),
    blocks: state.blocks.filter(({ turn }) => !turns.has(turn)),
  };
}

/** The blocks that stay when a new one is there: all until a compaction, or the newest; with none to stay, that of this turn until it ends. */
export function keptBlocks(blocks: readonly LiveBlock[], settings: MemoryInjectionSettings): readonly LiveBlock[] {
  const cap = settings.max_injected_blocks_in_history;
  return settings.eviction === 'at-compaction' && cap > 0 ? blocks : blocks.slice(-Math.max(1, cap));
}
