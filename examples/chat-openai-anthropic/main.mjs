// Memory in loops of one's own: OpenAI's chat completions and responses, and Anthropic's messages, with the packages of both and a fetch
// that answers in their place.
import assert from 'node:assert/strict';
import Anthropic from '@anthropic-ai/sdk';
import { createMemory } from '@inkling/engine';
import { isInjectionBlock } from '@inkling/engine/history';
import { openPglite } from '@inkling/engine/pglite';
import OpenAI from 'openai';

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

/** What a provider received, and what it answers. */
function provider(answers) {
  const received = [];
  const fetch = async (_url, { body }) => {
    received.push(JSON.parse(body));
    return new Response(JSON.stringify(answers[Math.min(received.length, answers.length) - 1]), {
      headers: { 'content-type': 'application/json' },
    });
  };
  return { received, fetch };
}
const roles = (messages) => messages.map((one) => (isInjectionBlock(one) ? 'block' : (one.role ?? one.type))).join(' ');

async function chatCompletions() {
  const call = { id: 'c1', type: 'function', function: { name: 'read', arguments: '{"path":"auth.ts"}' } };
  const { received, fetch } = provider([
    { choices: [{ message: { role: 'assistant', content: null, tool_calls: [call] } }] },
    { choices: [{ message: { role: 'assistant', content: 'With ES256.' } }] },
  ]);
  const client = new OpenAI({ apiKey: 'none', fetch });
  const conversation = org.conversation({ projectId: 'shop' });
  let messages = [{ role: 'user', content: 'Why are auth tokens JWT?' }];
  for (;;) {
    messages = await conversation.prepare(messages);
    const { choices } = await client.chat.completions.create({ model: 'any', messages });
    const [{ message }] = choices;
    messages.push(message);
    if (!message.tool_calls) break;
    for (const { id } of message.tool_calls) messages.push({ role: 'tool', tool_call_id: id, content: 'ES256' });
  }
  messages = await conversation.prepare([...messages, { role: 'user', content: 'And prices, rounded how?' }]);
  await client.chat.completions.create({ model: 'any', messages });
  assert.deepEqual(
    received.map((request) => roles(request.messages)),
    ['block user', 'block user assistant tool', 'block user assistant tool assistant block user'],
  );
  assert.ok(received[2].messages[0].content.includes('Auth tokens are JWT'));
  assert.ok(!conversation.transcript(messages).includes('ES256, because'));
}

async function responses() {
  const item = {
    type: 'message',
    role: 'assistant',
    id: 'm1',
    content: [{ type: 'output_text', text: 'JWT.', annotations: [] }],
  };
  const call = { type: 'function_call', call_id: 'c1', name: 'read', arguments: '{}' };
  const { received, fetch } = provider([{ output: [call] }, { output: [item] }]);
  const client = new OpenAI({ apiKey: 'none', fetch });
  const conversation = org.conversation({ projectId: 'shop' });
  const input = [{ role: 'user', content: [{ type: 'input_text', text: 'Why are auth tokens JWT?' }] }];
  for (let step = 0; step < 2; step += 1) {
    const { output } = await client.responses.create({ model: 'any', input: await conversation.prepare(input) });
    input.push(...output);
    if (output[0].type === 'function_call')
      input.push({ type: 'function_call_output', call_id: 'c1', output: 'ES256' });
  }
  assert.deepEqual(
    received.map((request) => roles(request.input)),
    ['block user', 'block user function_call function_call_output'],
  );
  assert.equal(received[0].input[0].content[0].type, 'input_text', 'shaped like the other items');
  assert.ok(!input.some((one) => isInjectionBlock(one)), 'kept or thrown away, the next request is the same');
}

async function anthropicMessages() {
  const use = { type: 'tool_use', id: 't1', name: 'read', input: { path: 'auth.ts' } };
  const { received, fetch } = provider([
    { role: 'assistant', content: [use], stop_reason: 'tool_use' },
    { role: 'assistant', content: [{ type: 'text', text: 'With ES256.' }], stop_reason: 'end_turn' },
  ]);
  const client = new Anthropic({ apiKey: 'none', fetch });
  const conversation = org.conversation({ projectId: 'shop' });
  let messages = [{ role: 'user', content: 'Why are auth tokens JWT?' }];
  for (;;) {
    messages = await conversation.prepare(messages);
    const { content, stop_reason: reason } = await client.messages.create({ model: 'any', max_tokens: 100, messages });
    messages.push({ role: 'assistant', content });
    if (reason !== 'tool_use') break;
    messages.push({ role: 'user', content: [{ type: 'tool_result', tool_use_id: 't1', content: 'ES256' }] });
  }
  assert.deepEqual(
    received.map((request) => roles(request.messages)),
    ['block user', 'block user assistant user'],
  );
  assert.equal(received[1].messages[3].content[0].type, 'tool_result');
}

await chatCompletions();
await responses();
await anthropicMessages();
await memory.close();
