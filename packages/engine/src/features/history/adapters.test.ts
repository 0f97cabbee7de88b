import { describe, expect, test } from 'vitest';
import { createWordSource } from '../../../test/word-source.ts';
import {
  aiSdkMiddleware,
  langChainMiddleware,
  mastraProcessor,
  openAiAgentsFilter,
  openAiAgentsSession,
  claudeAgentHooks,
} from './adapters.ts';
import { createConversationMemory, type ConversationMemory } from './conversation-memory.ts';
import { isInjectionBlock } from './blocks/is-injection-block.ts';

// The examples run these with the packages of the frameworks. Here: what they do to a request, and what they leave alone.

const open = (): ConversationMemory =>
  createConversationMemory({ source: createWordSource([{ id: 'a', text: 'auth tokens are JWT', score: 1 }]) });
const said = { role: 'user', content: 'auth tokens?' };
const kinds = (messages: readonly unknown[]): string[] =>
  messages.map((message) => (isInjectionBlock(message) ? 'block' : 'said'));

describe('adapters', () => {
  test('AI SDK: the prompt gets the block, the other parameters stay', async () => {
    const { specificationVersion, transformParams } = aiSdkMiddleware(open(), 'v4');
    const params = { prompt: [said], temperature: 0 };
    const given = await transformParams({ params });
    expect(specificationVersion).toBe('v4');
    expect(aiSdkMiddleware(open()).specificationVersion).toBe('v3');
    expect(kinds(given.prompt)).toEqual(['block', 'said']);
    expect(given.temperature).toBe(0);
    const plain = { prompt: 'a text' };
    expect(await transformParams({ params: plain })).toBe(plain);
  });

  test('LangChain: the handler gets the block, its answer comes back', async () => {
    const seen: string[][] = [];
    const { wrapModelCall } = langChainMiddleware(open());
    const answer = await wrapModelCall({ messages: [said], model: 'm' }, ({ messages, model }) => {
      seen.push(kinds(messages));
      return Promise.resolve(`${model} answered`);
    });
    expect(answer).toBe('m answered');
    expect(seen).toEqual([['block', 'said']]);
  });

  test('Mastra: what goes to the provider gets the block', async () => {
    const { prompt } = await mastraProcessor(open()).processLLMRequest({ prompt: [said] });
    expect(kinds(prompt)).toEqual(['block', 'said']);
  });

  test('OpenAI Agents: the filter brings the block, the session stores none and stays what it is', async () => {
    class PrivateSession {
      readonly #items: unknown[] = [];
      readonly name = 'mine';
      getItems(): Promise<unknown[]> {
        return Promise.resolve(this.#items);
      }
      addItems(items: unknown[]): Promise<void> {
        this.#items.push(...items);
        return Promise.resolve();
      }
    }
    const memory = open();
    const { input } = await openAiAgentsFilter(memory)({ modelData: { input: [said], instructions: 'x' } });
    expect(kinds(input)).toEqual(['block', 'said']);
    const session = openAiAgentsSession(memory, new PrivateSession());
    await session.addItems(input);
    expect(await session.getItems()).toEqual([said]);
    expect(session.name).toBe('mine');
  });

  test('Claude Agent SDK: a prompt is answered with the block; the cap counts until a compaction', async () => {
    const source = createWordSource(['one', 'two'].map((id) => ({ id, text: `${id} thing`, score: 1 })));
    const memory = createConversationMemory({ source, settings: { max_injected_blocks_in_history: 1 } });
    const { UserPromptSubmit, PreCompact } = claudeAgentHooks(memory);
    const hook = UserPromptSubmit[0]!.hooks[0]!;
    const first = await hook({ prompt: 'one' });
    expect(first.hookSpecificOutput?.hookEventName).toBe('UserPromptSubmit');
    expect(first.hookSpecificOutput?.additionalContext).toMatch(/^\[Context from memory\][^]*one thing/);
    expect(await hook({ prompt: 'two' })).toEqual({});
    expect(await hook({})).toEqual({});
    expect(await PreCompact[0]!.hooks[0]!({})).toEqual({});
    expect((await hook({ prompt: 'two' })).hookSpecificOutput?.additionalContext).toContain('two thing');
  });
});
