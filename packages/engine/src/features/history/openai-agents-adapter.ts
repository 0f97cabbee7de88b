import type { ConversationMemory } from './conversation-memory.ts';

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
