import type { ConversationMemory } from './conversation-memory.ts';

/** What a Mastra agent takes among its `inputProcessors`. */
export interface MastraProcessor {
  readonly id: string;
  readonly name: string;
  /** Runs on what goes to the provider, before each call; Mastra stores nothing of it. */
  readonly processLLMRequest: <P>(request: { readonly prompt: P[] }) => Promise<{ prompt: P[] }>;
}

/** Mastra's processor for a conversation: `new Agent({ inputProcessors: [mastraProcessor(memory)], … })`. */
export function mastraProcessor(memory: ConversationMemory): MastraProcessor {
  return {
    id: 'inkling-memory',
    name: 'Inkling memory',
    processLLMRequest: async ({ prompt }) => ({ prompt: await memory.prepare(prompt) }),
  };
}
