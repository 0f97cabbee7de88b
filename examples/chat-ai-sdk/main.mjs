// Memory in a conversation of the AI SDK 6, generated and streamed: the SDK's own mock model shows what a provider would have received.
import assert from 'node:assert/strict';
import { createMemory } from '@inkling/engine';
import { aiSdkMiddleware, isInjectionBlock } from '@inkling/engine/history';
import { openPglite } from '@inkling/engine/pglite';
import { generateText, jsonSchema, simulateReadableStream, stepCountIs, streamText, tool, wrapLanguageModel } from 'ai';
import { MockLanguageModelV3 } from 'ai/test';

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
  {
    projectId: 'shop',
    kind: 'error',
    content: 'Redis connections ran out under load until the pool was limited to fifty.',
  },
  {
    projectId: 'shop',
    kind: 'decision',
    content: 'Orders leave the queue oldest first, one worker for each warehouse.',
  },
]);
await org.warm({ projectId: 'shop' });

const usage = { inputTokens: { total: 1, noCache: 1 }, outputTokens: { total: 1, text: 1 } };
const prompts = [];
const provider = new MockLanguageModelV3({
  doGenerate: async ({ prompt }) => {
    prompts.push(prompt);
    const wantsFile = prompts.length === 1;
    return {
      content: wantsFile
        ? [{ type: 'tool-call', toolCallId: 'c1', toolName: 'read', input: '{"path":"auth.ts"}' }]
        : [{ type: 'text', text: 'As the notes say.' }],
      finishReason: { unified: wantsFile ? 'tool-calls' : 'stop', raw: undefined },
      usage,
      warnings: [],
    };
  },
  doStream: async ({ prompt }) => {
    prompts.push(prompt);
    return {
      stream: simulateReadableStream({
        chunks: [
          { type: 'text-start', id: 't' },
          { type: 'text-delta', id: 't', delta: 'As before.' },
          { type: 'text-end', id: 't' },
          { type: 'finish', finishReason: { unified: 'stop', raw: undefined }, usage },
        ],
      }),
    };
  },
});

// #region shown
const conversation = org.conversation({ projectId: 'shop' });
const model = wrapLanguageModel({ model: provider, middleware: aiSdkMiddleware(conversation) });
// #endregion

const read = tool({
  inputSchema: jsonSchema({ type: 'object', properties: { path: { type: 'string' } } }),
  execute: async () => 'export const algorithm = "ES256";',
});
const messages = [{ role: 'user', content: 'Why are auth tokens JWT?' }];
const first = await generateText({ model, messages, tools: { read }, stopWhen: stepCountIs(3) });
messages.push(...first.response.messages);
for (const question of [
  'Prices are rounded how?',
  'Why did redis connections run out?',
  'Which orders leave the queue first?',
]) {
  messages.push({ role: 'user', content: question });
  const result = streamText({ model, messages });
  assert.equal(await result.text, 'As before.');
  messages.push(...(await result.response).messages);
}

const blocksIn = (prompt) =>
  prompt.filter((message) => isInjectionBlock(message)).map(({ content }) => content[0].text);
const roles = (prompt) => prompt.map((message) => (isInjectionBlock(message) ? 'block' : message.role)).join(' ');
const [asked, afterTool, ...later] = prompts;
assert.equal(roles(asked), 'block user');
assert.equal(roles(afterTool), 'block user assistant tool');
assert.deepEqual(blocksIn(afterTool), blocksIn(asked), 'one block for a turn, whatever it takes to answer it');
assert.match(blocksIn(asked)[0], /^\[Context from memory\][^]*Auth tokens are JWT[^]*\[End of context from memory\]/);
assert.deepEqual(
  later.map((prompt) => blocksIn(prompt).length),
  [2, 3, 3],
  'never more than three',
);
assert.ok(!JSON.stringify(blocksIn(later.at(-1))).includes('Auth tokens'), 'the oldest topic has left');
assert.ok(!messages.some((message) => isInjectionBlock(message)), 'nothing is in the messages that the program keeps');
assert.ok(!conversation.transcript(later.at(-1)).includes('half to even'), 'a summary is made of what was said');

await memory.close();
