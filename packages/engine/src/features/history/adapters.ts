import type { ConversationMemory } from './conversation-memory.ts';
import { isFields } from './read-message.ts';

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

/** What a run of the OpenAI Agents SDK takes as `callModelInputFilter`. */
export type OpenAiAgentsInputFilter = <D extends { readonly input: readonly unknown[] }>(call: {
  readonly modelData: D;
}) => Promise<D>;

/** The part of the SDK's sessions that stores items. */
export interface OpenAiAgentsSession {
  addItems(items: never[]): Promise<void>;
}

/** The filter that brings a conversation's blocks before every call of the model: `run(agent, text, { callModelInputFilter: openAiAgentsFilter(memory), … })`. */
export function openAiAgentsFilter(memory: ConversationMemory): OpenAiAgentsInputFilter {
  return async ({ modelData }) => ({ ...modelData, input: await memory.prepare(modelData.input) });
}

/** A session that stores what was said, and no blocks: the SDK saves what a filter added. Everything else is the session's own. */
export function openAiAgentsSession<S extends OpenAiAgentsSession>(memory: ConversationMemory, session: S): S {
  return new Proxy(session, {
    get(target, key) {
      if (key === 'addItems') return (items: never[]) => target.addItems(memory.withoutBlocks(items));
      const value: unknown = Reflect.get(target, key);
      // Bound, or a session with private fields would not know itself.
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

/** What a hook of the Claude Agent SDK answers: nothing, or text for the model. */
export interface ClaudeAgentHookAnswer {
  readonly hookSpecificOutput?: { readonly hookEventName: 'UserPromptSubmit'; readonly additionalContext: string };
}

/** Hooks that run for one event. */
export interface ClaudeAgentHookMatcher {
  hooks: ((input: unknown) => Promise<ClaudeAgentHookAnswer>)[];
}

/** What `query` of the Claude Agent SDK takes as `options.hooks`. */
export interface ClaudeAgentHooks {
  UserPromptSubmit: ClaudeAgentHookMatcher[];
  PreCompact: ClaudeAgentHookMatcher[];
}

/**
 * Hooks of the Claude Agent SDK for a conversation: `query({ prompt, options: { hooks: claudeAgentHooks(memory) } })`. Nobody can take a
 * message out of this client's history, so the cap is one on injecting: a compaction, which drops the blocks, makes room.
 */
export function claudeAgentHooks(memory: ConversationMemory): ClaudeAgentHooks {
  return {
    UserPromptSubmit: [{ hooks: [(input) => answerPrompt(memory, input)] }],
    PreCompact: [
      {
        hooks: [
          () => {
            memory.compacted();
            return Promise.resolve({});
          },
        ],
      },
    ],
  };
}

async function answerPrompt(memory: ConversationMemory, input: unknown): Promise<ClaudeAgentHookAnswer> {
  const prompt = isFields(input) ? input['prompt'] : undefined;
  if (typeof prompt !== 'string') return {};
  const { block } = await memory.next(prompt);
  if (block === null) return {};
  return { hookSpecificOutput: { hookEventName: 'UserPromptSubmit', additionalContext: block } };
}
