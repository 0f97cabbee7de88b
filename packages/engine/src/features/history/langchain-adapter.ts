import type { ConversationMemory } from './conversation-memory.ts';

/** What `createMiddleware` of LangChain takes. */
export interface LangChainMiddleware {
  readonly name: string;
  readonly wrapModelCall: <R extends { readonly messages: readonly unknown[] }, A>(
    request: R,
    handler: (request: R) => A | Promise<A>,
  ) => Promise<A>;
}

/** LangChain's middleware for a conversation: `createAgent({ model, middleware: [createMiddleware(langChainMiddleware(memory))] })`. */
export function langChainMiddleware(memory: ConversationMemory): LangChainMiddleware {
  return {
    name: 'InklingMemory',
    async wrapModelCall(request, handler) {
      return await handler({ ...request, messages: await memory.prepare(request.messages) });
    },
  };
}
