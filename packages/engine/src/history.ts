/** Memory in an agent's message list: bounded blocks, kept out of summaries, for any framework's messages. Imports nothing. */
export { aiSdkMiddleware, type AiSdkMiddleware } from './features/history/adapters.ts';
export {
  claudeAgentHooks,
  type ClaudeAgentHookAnswer,
  type ClaudeAgentHookMatcher,
  type ClaudeAgentHooks,
} from './features/history/adapters.ts';
export {
  computeMemoryInjection,
  type MemoryInjection,
  type MemoryInjectionOutcome,
  type MemoryInjectionRequest,
  type NotInjectedReason,
} from './features/history/compute-memory-injection.ts';
export {
  createConversationMemory,
  type ConversationMemory,
  type ConversationMemoryOptions,
} from './features/history/conversation-memory.ts';
export { escapeIncomingMessages } from './features/history/blocks/injection-block.ts';
export { estimateHistoryTokens, type TextTokens } from './features/history/render-messages-as-transcript.ts';
export {
  type BlockTag,
  escapeInjectionMarkers,
  INJECTION_BLOCK_PREFIX,
  INJECTION_BLOCK_SUFFIX,
  removeInjectionBlocks,
  unescapeInjectionMarkers,
  wrapInjectionBlock,
} from './features/history/blocks/injection-block.ts';
export {
  type BlockAnchor,
  type ChannelInjectionState,
  createInjectionState,
  type LiveBlock,
  readInjectionState,
  type RecentMemory,
} from './features/history/blocks/injection-state.ts';
export { createInjectionMessage, insertInjectionBlock } from './features/history/blocks/insert-injection-block.ts';
export { type BlockOptions, isInjectionBlock } from './features/history/blocks/is-injection-block.ts';
export { langChainMiddleware, type LangChainMiddleware } from './features/history/adapters.ts';
export { mastraProcessor, type MastraProcessor } from './features/history/adapters.ts';
export {
  DEFAULT_MEMORY_INJECTION,
  type MemoryInjectionSettings,
  readMemoryInjectionSettings,
  type SettingsReading,
} from './features/history/memory-injection-settings.ts';
export type {
  ConversationMemoryItem,
  MemoryQuestion,
  MemorySource,
  PinnedQuestion,
  RenderedMemories,
} from './features/history/memory-source.ts';
export type { MemoryTrace } from './features/history/blocks/near-duplicate.ts';
export {
  openAiAgentsFilter,
  openAiAgentsSession,
  type OpenAiAgentsInputFilter,
  type OpenAiAgentsSession,
} from './features/history/adapters.ts';
export { createPersistenceFilter } from './features/history/conversation-memory.ts';
export {
  pruneOldInjectionBlocks,
  type PruneOptions,
  withoutInjectionBlocks,
} from './features/history/blocks/prune-old-injection-blocks.ts';
export { renderMessagesAsTranscript } from './features/history/render-messages-as-transcript.ts';
export { drainOldest } from './features/history/tool-pairs.ts';
