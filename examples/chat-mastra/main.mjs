// Memory in a Mastra agent: a processor of what goes to the provider, generated and streamed.
import assert from 'node:assert/strict';
import { createMemory } from '@inkling/engine';
import { isInjectionBlock, mastraProcessor } from '@inkling/engine/history';
import { openPglite } from '@inkling/engine/pglite';
import { Agent } from '@mastra/core/agent';
import { createTool } from '@mastra/core/tools';
import { simulateReadableStream } from 'ai';
import { MockLanguageModelV3 } from 'ai/test';
import { z } from 'zod';

const memory = await createMemory({ database: await openPglite() });
const org = memory.org('acme');
await org.observations.rememberMany([
  {
    projectId: 'shop',
    kind: 'decision',
    content: 'Auth tokens are JWT, signed with ES256, because sessions need a shared store.',
  },
  {
    projectId: 'shop',
    kind: 'convention',
    content: 'Prices are rounded half to even, or invoices differ from the bank by a cent.',
  },
]);
await org.warm({ projectId: 'shop' });

/** A model that calls the tool once, then answers; it keeps what it was asked. Mastra streams from it, whatever was asked of the agent. */
const prompts = [];
const usage = { inputTokens: { total: 1, noCache: 1 }, outputTokens: { total: 1, text: 1 } };
const finish = (unified) => ({ type: 'finish', finishReason: { unified, raw: undefined }, usage });
const content = () =>
  prompts.length === 1
    ? [{ type: 'tool-call', toolCallId: 'c1', toolName: 'read', input: '{"path":"auth.ts"}' }]
    : [{ type: 'text', text: 'As the notes say.' }];
const chunksOf = (part) =>
  part.type === 'text'
    ? [
        { type: 'text-start', id: 't' },
        { type: 'text-delta', id: 't', delta: part.text },
        { type: 'text-end', id: 't' },
      ]
    : [part];
const scripted = new MockLanguageModelV3({
  doGenerate: async ({ prompt }) => {
    prompts.push(prompt);
    const unified = prompts.length === 1 ? 'tool-calls' : 'stop';
    return { content: content(), finishReason: { unified, raw: undefined }, usage, warnings: [] };
  },
  doStream: async ({ prompt }) => {
    prompts.push(prompt);
    const unified = prompts.length === 1 ? 'tool-calls' : 'stop';
    const chunks = [{ type: 'stream-start', warnings: [] }, ...content().flatMap(chunksOf), finish(unified)];
    return { stream: simulateReadableStream({ chunks }) };
  },
});
const read = createTool({
  id: 'read',
  description: 'Reads a file',
  inputSchema: z.object({ path: z.string() }),
  execute: async () => 'ES256',
});

// #region shown
const conversation = org.conversation({ projectId: 'shop' });
const inputProcessors = [mastraProcessor(conversation)];
const agent = new Agent({
  id: 'shop',
  name: 'Shop',
  instructions: 'Help.',
  model: scripted,
  tools: { read },
  inputProcessors,
});
// #endregion

const first = await agent.generate('Why are auth tokens JWT?');
assert.equal(first.text, 'As the notes say.');
const history = [
  { role: 'user', content: 'Why are auth tokens JWT?' },
  { role: 'assistant', content: first.text },
];
const streamed = await agent.stream([...history, { role: 'user', content: 'And prices, rounded how?' }]);
assert.equal(await streamed.text, 'As the notes say.');

const blocksIn = (prompt) => prompt.filter((message) => isInjectionBlock(message));
const roles = (prompt) => prompt.map((message) => (isInjectionBlock(message) ? 'block' : message.role)).join(' ');
assert.equal(roles(prompts[0]), 'system block user');
assert.equal(roles(prompts[1]), 'system block user assistant tool');
assert.ok(blocksIn(prompts[0])[0].content[0].text.includes('Auth tokens are JWT'));
assert.deepEqual(blocksIn(prompts[1]), blocksIn(prompts[0]), 'one block for a turn');
assert.equal(roles(prompts[2]), 'system block user assistant block user');

await memory.close();
