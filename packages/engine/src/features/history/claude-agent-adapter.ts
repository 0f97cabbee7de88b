import type { ConversationMemory } from './conversation-memory.ts';
import { isFields } from './message-role.ts';

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
