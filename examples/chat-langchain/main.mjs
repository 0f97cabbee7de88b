// Memory in a LangChain agent: a middleware around each call of the model.
import assert from 'node:assert/strict';
import { createMemory } from '@inkling/engine';
import { isInjectionBlock, langChainMiddleware } from '@inkling/engine/history';
import { openPglite } from '@inkling/engine/pglite';
import { BaseChatModel } from '@langchain/core/language_models/chat_models';
import { AIMessage, createAgent, createMiddleware, HumanMessage, tool } from 'langchain';

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
class ScriptedModel extends BaseChatModel {
  _llmType() {
    return 'scripted';
  }
  bindTools() {
    return this;
  }
  async _generate(messages) {
    inputs.push(messages);
    const call = { id: 'c1', name: 'read', args: { path: 'auth.ts' }, type: 'tool_call' };
    const message =
      inputs.length === 1 ? new AIMessage({ content: '', tool_calls: [call] }) : new AIMessage('As the notes say.');
    return { generations: [{ text: message.text, message }] };
  }
}
const read = tool(() => 'ES256', {
  name: 'read',
  description: 'Reads a file',
  schema: { type: 'object', properties: { path: { type: 'string' } } },
});

// #region shown
const conversation = org.conversation({ projectId: 'shop' });
const middleware = [createMiddleware(langChainMiddleware(conversation))];
const agent = createAgent({ model: new ScriptedModel({}), tools: [read], middleware });
// #endregion

const first = await agent.invoke({ messages: [new HumanMessage('Why are auth tokens JWT?')] });
const last = await agent.invoke({ messages: [...first.messages, new HumanMessage('And prices, rounded how?')] });

const types = (messages) => messages.map((one) => (isInjectionBlock(one) ? 'block' : one.type)).join(' ');
assert.deepEqual(inputs.map(types), ['block human', 'block human ai tool', 'block human ai tool ai block human']);
assert.ok(inputs[0][0] instanceof HumanMessage);
assert.ok(inputs[0][0].text.includes('Auth tokens are JWT'));
assert.ok(!last.messages.some((one) => isInjectionBlock(one)), 'the state of the agent holds no blocks');

await memory.close();
