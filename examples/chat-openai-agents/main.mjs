// Memory in the OpenAI Agents SDK: a filter before each call of the model, and a session that stores no blocks.
import assert from 'node:assert/strict';
import { createMemory } from '@inkling/engine';
import { isInjectionBlock, openAiAgentsFilter, openAiAgentsSession } from '@inkling/engine/history';
import { openPglite } from '@inkling/engine/pglite';
import { Agent, MemorySession, Runner, setTracingDisabled, tool, Usage } from '@openai/agents';
import { z } from 'zod';

setTracingDisabled(true);
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

/** A model that calls the tool once, then answers; it keeps what it was asked. */
const inputs = [];
const usage = new Usage({ requests: 1, inputTokens: 1, outputTokens: 1, totalTokens: 2 });
const answer = (text) => ({
  type: 'message',
  role: 'assistant',
  status: 'completed',
  content: [{ type: 'output_text', text }],
});
const scripted = {
  async getResponse({ input }) {
    inputs.push(input);
    const call = {
      type: 'function_call',
      callId: 'c1',
      name: 'read',
      status: 'completed',
      arguments: '{"path":"auth.ts"}',
    };
    return { usage, output: [inputs.length === 1 ? call : answer('As the notes say.')] };
  },
  async *getStreamedResponse(request) {
    const { output } = await this.getResponse(request);
    yield { type: 'response_done', response: { id: 'r', usage, output } };
  },
};
const read = tool({
  name: 'read',
  description: 'Reads a file',
  parameters: z.object({ path: z.string() }),
  execute: async () => 'ES256',
});
const agent = new Agent({ name: 'Shop', instructions: 'Help.', model: scripted, tools: [read] });
const stored = new MemorySession();

// #region shown
const conversation = org.conversation({ projectId: 'shop' });
const session = openAiAgentsSession(conversation, stored);
const runner = new Runner({ callModelInputFilter: openAiAgentsFilter(conversation) });
// #endregion

await runner.run(agent, 'Why are auth tokens JWT?', { session });
const streamed = await runner.run(agent, 'And prices, rounded how?', { session, stream: true });
await streamed.completed;

const roles = (input) => input.map((one) => (isInjectionBlock(one) ? 'block' : (one.role ?? one.type))).join(' ');
assert.deepEqual(inputs.map(roles), [
  'block user',
  'block user function_call function_call_result',
  'block user function_call function_call_result assistant block user',
]);
assert.ok(inputs[0][0].content.includes('Auth tokens are JWT'));
const items = await stored.getItems();
assert.equal(items.filter((one) => isInjectionBlock(one)).length, 0, 'the session holds what was said, no blocks');
assert.equal(items.filter((one) => one.role === 'user').length, 2);

await memory.close();
