import { computeMemoryInjection, type MemoryInjection } from './compute-memory-injection.ts';
import { escapeIncomingMessages, INJECTION_BLOCK_PREFIX, INJECTION_BLOCK_SUFFIX } from './blocks/injection-block.ts';
import {
  createInjectionState,
  keptBlocks,
  releaseBlocks,
  type ChannelInjectionState,
  type BlockAnchor,
  type LiveBlock,
} from './blocks/injection-state.ts';
import { isSaidByUser, createInjectionMessage, injectionIndex } from './blocks/insert-injection-block.ts';
import { DEFAULT_MEMORY_INJECTION, type MemoryInjectionSettings } from './memory-injection-settings.ts';
import type { MemorySource } from './memory-source.ts';
import { withoutInjectionBlocks } from './blocks/prune-old-injection-blocks.ts';
import { readMessage } from './read-message.ts';
import { renderMessagesAsTranscript } from './render-messages-as-transcript.ts';
import { hashText, containment, traceOf } from './blocks/near-duplicate.ts';

/** What a conversation needs. */
export interface ConversationMemoryOptions {
  readonly source: MemorySource;
  /** What is not given has its default, {@link DEFAULT_MEMORY_INJECTION}. */
  readonly settings?: Partial<MemoryInjectionSettings>;
  /** Of the conversation, as `state()` gave it. (Default: nothing was injected yet) */
  readonly state?: ChannelInjectionState;
  /** Told about every turn that was computed, with what the user said. */
  readonly onInjection?: (injection: MemoryInjection, text: string) => void;
  /** Told once about every message of a user, with what the model had said last before it; '' = nothing. */
  readonly onTurn?: (said: string, answer: string) => void;
  /** Told what was kept from the conversation: a source that failed. (Default: nobody) */
  readonly onError?: (error: unknown) => void;
}

/**
 * The memory of one conversation, whoever of its users speaks. Make one for each conversation, not one for a server. Adapters for agent
 * frameworks take it; without one, give `prepare` the messages before each request.
 */
export interface ConversationMemory {
  /** In the markers of this conversation's blocks. */
  readonly nonce: string;
  /**
   * The messages with their blocks: those of earlier turns where they stood, and one for the newest user's message, computed once however
   * often it is asked. Keep the answer as the history or throw it away, the next call gives the same places. Other messages stay the same
   * objects in the same order. Never rejects: what is no list is answered as it is, and `onError` told.
   */
  prepare<M>(messages: readonly M[]): Promise<M[]>;
  /** For hosts that let nobody remove a message (hooks of Claude Code, Codex, Copilot): the block of a turn, counted against the cap. */
  next(text: string, context?: readonly string[]): Promise<MemoryInjection>;
  /** The host compacted: the blocks are gone, and what was in them may come again. `prepare` sees that by itself. */
  compacted(): void;
  /** The messages without this conversation's blocks: for storing them elsewhere. */
  withoutBlocks<M>(messages: readonly M[]): M[];
  /** The dialogue for a compactor, without blocks. */
  transcript(messages: readonly unknown[]): string;
  /** Whether a statement that a branch wants to remember is new, or was injected. */
  isNew(statement: string): boolean;
  /** Plain JSON; give it as `state` to go on after a restart. */
  state(): ChannelInjectionState;
}

/** The memory of one conversation over any source. `org.conversation()` makes one over an organisation's memory. */
export function createConversationMemory(options: ConversationMemoryOptions): ConversationMemory {
  const { source, onInjection, onTurn, onError } = options;
  const settings = { ...DEFAULT_MEMORY_INJECTION, ...options.settings };
  let state = options.state ?? createInjectionState();
  let last: Promise<unknown> = Promise.resolve();
  /** Turns whose blocks a compaction took while another turn is looked up. */
  const compactedMeanwhile = new Set<number>();

  /** One turn after another: two that overlap would each inject what the other does. */
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = last.then(work);
    last = result.catch(() => undefined);
    return result;
  }

  async function compute(text: string, context: readonly string[], appendOnly: boolean): Promise<MemoryInjection> {
    compactedMeanwhile.clear();
    const injection = await computeMemoryInjection({ text, context, source, settings, state, appendOnly });
    state = releaseBlocks(injection.state, compactedMeanwhile);
    if (injection.outcome === 'failed') tell(() => onError?.(injection.error));
    tell(() => onInjection?.(injection, text));
    return injection;
  }

  async function prepare<M>(messages: readonly M[]): Promise<M[]> {
    if (!Array.isArray(messages)) {
      tell(() => onError?.(new TypeError('prepare takes a list of messages.')));
      return messages as M[];
    }
    const own = escapeIncomingMessages(withoutInjectionBlocks(messages, { nonce: state.nonce }));
    state = settle(state, own, settings);
    const at = own.findLastIndex(isSaidByUser);
    const key = at < 0 ? state.turn_key : turnKey(own, at);
    if (key !== state.turn_key) await beginTurn(own, at, key);
    return withBlocks(own, state.blocks);
  }

  async function beginTurn(own: readonly unknown[], at: number, key: string | null): Promise<void> {
    // Ephemeral: the block of a turn lives as long as the turn.
    if (settings.max_injected_blocks_in_history === 0) state = { ...state, blocks: [] };
    const untold = saidSince(state.turn_key, own, at);
    state = { ...state, turn_key: key };
    const said = textOf(own[at]);
    for (const one of untold) tell(() => onTurn?.(textOf(own[one]), answerBefore(own, one)));
    const { outcome } = await compute(said, recentExchanges(own.slice(0, at), settings.context_exchanges), false);
    if (outcome !== 'injected') return;
    const anchor = anchorIn(own);
    state = { ...state, blocks: state.blocks.map((block) => (block.anchor ? block : { ...block, anchor })) };
  }

  return {
    nonce: state.nonce,
    prepare: (messages) => inTurn(() => prepare(messages)),
    next: (text, context = []) => {
      tell(() => onTurn?.(text, ''));
      return inTurn(() => compute(text, context, true));
    },
    compacted() {
      for (const { turn } of state.blocks) compactedMeanwhile.add(turn);
      state = releaseBlocks(state, compactedMeanwhile);
    },
    withoutBlocks: (messages) => withoutInjectionBlocks(messages, { nonce: state.nonce }),
    transcript: (messages) => renderMessagesAsTranscript(messages, { nonce: state.nonce }),
    isNew: (statement) => createPersistenceFilter(state)(statement),
    state: () => state,
  };
}

/** A listener that throws has nobody to tell it to: a turn never fails for it. */
function tell(listen: () => void): void {
  try {
    listen();
  } catch {
    return;
  }
}

/** The state with the blocks that the messages still have a place for. One without means that the host compacted: then the cap holds again. */
function settle(
  state: ChannelInjectionState,
  messages: readonly unknown[],
  settings: MemoryInjectionSettings,
): ChannelInjectionState {
  const placed = placedBlocks(state.blocks, messages);
  const turns = new Set(placed.map(({ turn }) => turn));
  const gone = new Set(state.blocks.map(({ turn }) => turn).filter((turn) => !turns.has(turn)));
  const blocks = gone.size === 0 ? placed : keptBlocks(placed, { ...settings, eviction: 'immediate' });
  return { ...releaseBlocks(state, gone), blocks };
}

const turnKey = (messages: readonly unknown[], at: number): string => `${at} ${hashMessage(messages[at])}`;

/** Messages of users up to this one that came behind the last turn's. Where that stands no more, or there was none, nobody knows which others are new. */
function saidSince(lastKey: string | null, messages: readonly unknown[], at: number): readonly number[] {
  const last = Number.parseInt(lastKey ?? '', 10);
  if (!(last < at) || turnKey(messages, last) !== lastKey) return [at];
  return [...messages.keys()].filter((one) => one > last && one <= at && isSaidByUser(messages[one]));
}

/** What the model said last between two messages of users, without its calls. */
function answerBefore(messages: readonly unknown[], at: number): string {
  for (let before = at - 1; before >= 0 && !isSaidByUser(messages[before]); before -= 1) {
    const text = readMessage(messages[before]).role === 'assistant' ? textOf(messages[before]) : '';
    if (text !== '') return text;
  }
  return '';
}

function textOf(message: unknown): string {
  const { entries } = readMessage(message);
  return entries.flatMap(({ kind, text }) => (kind === 'text' ? [text] : [])).join('\n');
}

/** The most specific words of an exchange stand in its beginning or nowhere, and the search takes six of all. */
const MOST_CHARACTERS = 2000;

/**
 * What was said in the last exchanges, newest last, one text each: the user's message and the model's words up to the next one. No blocks,
 * no calls and nothing that tools answered: a file that was read has thousands of rare words, none of which anybody spoke about.
 */
function recentExchanges(messages: readonly unknown[], count: number): string[] {
  const exchanges: string[][] = [];
  let current: string[] = [];
  for (let at = messages.length - 1; at >= 0 && exchanges.length < count; at -= 1) {
    const [message] = withoutInjectionBlocks([messages[at]]);
    const { role, entries } = readMessage(message);
    if (role !== 'user' && role !== 'assistant') continue;
    current.unshift(...entries.flatMap(({ kind, text }) => (kind === 'text' && text !== '' ? [text] : [])));
    if (!isSaidByUser(message)) continue;
    exchanges.unshift(current);
    current = [];
  }
  return exchanges.map((texts) => texts.join('\n').slice(0, MOST_CHARACTERS));
}

/** The same for the same words of the same speaker, in whatever shape. */
function hashMessage(message: unknown): number {
  const { role, entries } = readMessage(message);
  return hashText(`${role}\n${entries.map(({ kind, name, text }) => `${kind} ${name} ${text}`).join('\n')}`);
}

const hashAt = (messages: readonly unknown[], at: number): number | null =>
  at >= 0 && at < messages.length ? hashMessage(messages[at]) : null;

/** Where the block of the present turn goes among messages that are not blocks. */
export function anchorIn(messages: readonly unknown[]): BlockAnchor {
  const index = injectionIndex(messages);
  return { index, previous: hashAt(messages, index - 1), next: hashAt(messages, index) };
}

/** Blocks that still have their place, with it; the others are gone with the messages around them. */
export function placedBlocks(blocks: readonly LiveBlock[], messages: readonly unknown[]): readonly LiveBlock[] {
  let hashes: readonly number[] | null = null;
  const all = (): readonly number[] => (hashes ??= messages.map(hashMessage));
  return blocks.flatMap((block) => {
    if (block.anchor === null) return [];
    const anchor = standsAt(block.anchor, messages) ? block.anchor : moved(block.anchor, all());
    return anchor === null ? [] : [{ ...block, anchor }];
  });
}

function standsAt({ index, previous, next }: BlockAnchor, messages: readonly unknown[]): boolean {
  if (index > messages.length || hashAt(messages, index - 1) !== previous) return false;
  return next === null || hashAt(messages, index) === next;
}

/** After a compaction the messages that stayed stand elsewhere: the one after the block, or without one that before it, tells where. */
function moved({ previous, next }: BlockAnchor, hashes: readonly number[]): BlockAnchor | null {
  const index = next === null ? hashes.lastIndexOf(previous ?? -1) + 1 : hashes.lastIndexOf(next);
  if (index < 0 || (next === null && index === 0)) return null;
  return { index, previous: hashes[index - 1] ?? null, next: hashes[index] ?? null };
}

export function withBlocks<M>(messages: readonly M[], blocks: readonly LiveBlock[]): M[] {
  const result: M[] = [];
  const waiting = blocks.toSorted((a, b) => (a.anchor?.index ?? 0) - (b.anchor?.index ?? 0) || a.turn - b.turn);
  let at = 0;
  for (const block of waiting) {
    const index = block.anchor?.index ?? messages.length;
    // Shaped like what stands before it and at its place, which later requests repeat: to a prompt cache another shape is another message.
    const like = messages.slice(0, index + 1);
    result.push(...messages.slice(at, index), createInjectionMessage<M>(block.text, like));
    at = index;
  }
  return [...result, ...messages.slice(at)];
}

/** Words that a note may add without saying anything new. "not" and its like are none of them. */
const SAYING_NOTHING =
  /\b(?:an?|the|is|are|was|were|be|and|we|that|this|of|to|in|it|its|as|so|also|note|remember)\b/giu;

/**
 * Tells whether a statement that a branch wants to remember is new: false when all its words are in one memory that was injected into the
 * conversation, or it is a piece of a block. Without it a branch that saw the blocks stores the same facts again, the next search finds
 * both, and so on. One word that is not there makes it new: what changed must not be lost, and a paraphrase is found when it is ranked.
 */
export function createPersistenceFilter(state: ChannelInjectionState): (statement: string) => boolean {
  const lines = state.blocks.flatMap(({ text }) => text.split('\n')).map((line) => traceOf(line));
  const injected = [...state.recent, ...lines];
  return (statement) => {
    if (statement.includes(INJECTION_BLOCK_PREFIX) || statement.includes(INJECTION_BLOCK_SUFFIX)) return false;
    const trace = traceOf(statement.replace(SAYING_NOTHING, ' '));
    return !injected.some((one) => containment(trace, one) === 1);
  };
}
