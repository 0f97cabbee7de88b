/** A memory as a conversation sees it. */
export interface ConversationMemoryItem {
  readonly id: string;
  readonly text: string;
  /** 0 to 1: how well it answers what the user said. Pinned memories need none. */
  readonly score?: number;
  readonly kind?: string;
  /** Its vector, for telling that two memories say the same. (Default: words are compared) */
  readonly vector?: readonly number[];
}

/** What is asked of a memory for a turn. */
export interface MemoryQuestion {
  /** What the user said. */
  readonly text: string;
  /** The exchanges before it, newest last; empty unless the setting asks for them. */
  readonly context: readonly string[];
  readonly limit: number;
  readonly minScore: number;
}

/** Which pinned memories are wanted. */
export interface PinnedQuestion {
  readonly kinds: readonly string[];
  readonly limit: number;
}

/** A block's text, and what of the memories is in it. */
export interface RenderedMemories {
  /** Without markers; '' when nothing fits. */
  readonly text: string;
  /** Ids, in the block's order. */
  readonly ids: readonly string[];
}

/**
 * Where a conversation's memories come from. `org.conversation()` brings one; write your own over any store. What it may show is its to
 * decide, and what it renders must be safe to show: a memory is text that somebody wrote.
 */
export interface MemorySource {
  /** Memories that answer a question, best first. */
  search(question: MemoryQuestion): Promise<readonly ConversationMemoryItem[]>;
  /** Memories that matter always. (Default: none) */
  pinned?(question: PinnedQuestion): Promise<readonly ConversationMemoryItem[]>;
  /** Makes a block's text of memories, best first, in at most so many tokens. */
  render(memories: readonly ConversationMemoryItem[], budgetTokens: number): RenderedMemories;
}
