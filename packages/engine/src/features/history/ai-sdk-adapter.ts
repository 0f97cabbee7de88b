import type { ConversationMemory } from './conversation-memory.ts';

/** What `wrapLanguageModel` of the AI SDK takes as `middleware`. */
export interface AiSdkMiddleware<V extends string> {
  readonly specificationVersion: V;
  /** Runs before each request, generated or streamed; what it gives is the request's alone. */
  readonly transformParams: <P extends { readonly prompt: unknown }>(request: { readonly params: P }) => Promise<P>;
}

/** The AI SDK's middleware for a conversation: `wrapLanguageModel({ model, middleware: aiSdkMiddleware(memory) })`. */
export function aiSdkMiddleware<const V extends 'v2' | 'v3' | 'v4' = 'v3'>(
  memory: ConversationMemory,
  /** That of the models: `v2` in AI SDK 5, `v3` in 6, `v4` in 7. (Default: 'v3') */
  specificationVersion: V = 'v3' as V,
): AiSdkMiddleware<V> {
  return {
    specificationVersion,
    async transformParams({ params }) {
      return Array.isArray(params.prompt) ? { ...params, prompt: await memory.prepare(params.prompt) } : params;
    },
  };
}
