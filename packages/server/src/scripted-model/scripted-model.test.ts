import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startScriptedModel, type ScriptedModel } from './scripted-model.ts';

let model: ScriptedModel;

beforeEach(async () => {
  model = await startScriptedModel([
    {
      call: [
        { tool: 'Read', input: { file_path: 'a.ts' } },
        { tool: 'read_file', input: { path: 'a.ts' } },
        { tool: 'apply_patch', input: '*** Begin Patch' },
      ],
    },
    { say: 'It is read.' },
  ]);
});

afterEach(() => model.close());

interface Posted {
  readonly status: number;
  readonly text: string;
}

async function post(path: string, body: unknown): Promise<Posted> {
  const response = await fetch(`${model.url}${path}`, { method: 'POST', body: JSON.stringify(body) });
  return { status: response.status, text: await response.text() };
}

/** The events of an answer; `[DONE]` is left out. */
function eventsOf({ text }: Posted): Record<string, unknown>[] {
  return text
    .split('\n')
    .filter((line) => line.startsWith('data: {'))
    .map((line) => JSON.parse(line.slice('data: '.length)) as Record<string, unknown>);
}

describe('Anthropic Messages', () => {
  const tools = [{ name: 'Read' }, { name: 'Bash' }];

  test('the first step is a call of the first tool that the client has, as a stream', async () => {
    const answer = await post('/v1/messages?beta=true', { model: 'm', stream: true, tools, messages: [] });
    expect(eventsOf(answer).map(({ type }) => type)).toEqual([
      'message_start',
      'content_block_start',
      'content_block_delta',
      'content_block_stop',
      'message_delta',
      'message_stop',
    ]);
    expect(answer.text).toContain('event: message_start\n');
    expect(eventsOf(answer)[1]).toMatchObject({ content_block: { type: 'tool_use', name: 'Read', input: {} } });
    expect(eventsOf(answer)[2]).toMatchObject({ delta: { partial_json: '{"file_path":"a.ts"}' } });
    expect(eventsOf(answer)[4]).toMatchObject({ delta: { stop_reason: 'tool_use' } });
  });

  test('the place in the script is read off the conversation, and every part of it is recorded', async () => {
    const messages = [
      { role: 'user', content: [{ type: 'text', text: 'go' }] },
      { role: 'assistant', content: [{ type: 'tool_use', id: 't', name: 'Read', input: { file_path: 'a.ts' } }] },
      {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: 't', content: [{ type: 'text', text: 'body' }] },
          { type: 'text', text: 'a note' },
        ],
      },
    ];
    const answer = await post('/v1/messages', { model: 'm', system: [{ text: 'be brief' }], tools, messages });
    expect(JSON.parse(answer.text)).toMatchObject({
      content: [{ type: 'text', text: 'It is read. [scripted]' }],
      stop_reason: 'end_turn',
    });
    expect(model.requests[0]?.asked).toMatchObject({
      tools: ['Read', 'Bash'],
      parts: [
        { message: -1, role: 'system', kind: 'text', text: 'be brief' },
        { message: 0, role: 'user', kind: 'text', text: 'go' },
        { message: 1, role: 'assistant', kind: 'call', tool: 'Read', text: '{"file_path":"a.ts"}' },
        { message: 2, role: 'tool', kind: 'result', text: 'body' },
        { message: 2, role: 'user', kind: 'text', text: 'a note' },
      ],
    });
  });

  test('after the script the model has nothing left to do', async () => {
    const messages = [
      { role: 'assistant', content: [{ type: 'tool_use', id: 't', name: 'Read', input: {} }] },
      { role: 'assistant', content: 'It is read. [scripted]' },
    ];
    const { text } = await post('/v1/messages', { model: 'm', tools, messages });
    expect(text).toContain('Nothing is left to do.');
  });
});

describe('OpenAI Responses', () => {
  test('a call is an output item, and what came back is read', async () => {
    const tools = [{ type: 'function', name: 'read_file' }];
    const answer = await post('/v1/responses', { model: 'm', stream: true, tools, input: [] });
    expect(eventsOf(answer).map(({ type }) => type)).toEqual([
      'response.created',
      'response.output_item.added',
      'response.output_item.done',
      'response.completed',
    ]);
    expect(eventsOf(answer)[2]).toMatchObject({
      item: { type: 'function_call', name: 'read_file', arguments: '{"path":"a.ts"}' },
    });
    const input = [
      { type: 'message', role: 'developer', content: [{ type: 'input_text', text: 'a note' }] },
      { type: 'function_call', name: 'read_file', arguments: '{"path":"a.ts"}', call_id: 'c' },
      { type: 'function_call_output', call_id: 'c', output: 'body' },
    ];
    const { text } = await post('/v1/responses', { model: 'm', instructions: 'be brief', tools, input });
    expect(text).toContain('It is read. [scripted]');
    expect(model.requests[1]?.asked?.parts).toEqual([
      { message: -1, role: 'system', kind: 'text', text: 'be brief' },
      { message: 0, role: 'developer', kind: 'text', text: 'a note' },
      { message: 1, role: 'assistant', kind: 'call', tool: 'read_file', text: '{"path":"a.ts"}' },
      { message: 2, role: 'tool', kind: 'result', text: 'body' },
    ]);
  });

  test('a tool that takes free text is called with text', async () => {
    const tools = [{ type: 'custom', name: 'apply_patch' }];
    const answer = await post('/v1/responses', { model: 'm', stream: true, tools, input: 'go' });
    expect(eventsOf(answer)[2]).toMatchObject({ item: { type: 'custom_tool_call', input: '*** Begin Patch' } });
  });
});

describe('OpenAI chat completions', () => {
  const tools = [{ type: 'function', function: { name: 'read_file' } }];

  test('a call streams as chunks that end with [DONE]', async () => {
    const answer = await post('/v1/chat/completions', { model: 'm', stream: true, tools, messages: [] });
    expect(eventsOf(answer)[0]).toMatchObject({
      choices: [
        { delta: { tool_calls: [{ index: 0, function: { name: 'read_file', arguments: '{"path":"a.ts"}' } }] } },
      ],
    });
    expect(eventsOf(answer)[1]).toMatchObject({ choices: [{ finish_reason: 'tool_calls' }] });
    expect(answer.text.endsWith('data: [DONE]\n\n')).toBe(true);
  });

  test('messages are read, and the next step is told', async () => {
    const messages = [
      { role: 'system', content: 'be brief' },
      { role: 'user', content: [{ type: 'text', text: 'go' }] },
      { role: 'assistant', content: null, tool_calls: [{ function: { name: 'read_file', arguments: '{}' } }] },
      { role: 'tool', tool_call_id: 'c', content: 'body' },
    ];
    const { text } = await post('/v1/chat/completions', { model: 'm', tools, messages });
    expect(JSON.parse(text)).toMatchObject({ choices: [{ message: { content: 'It is read. [scripted]' } }] });
    expect(model.requests[0]?.asked?.parts.map(({ role, kind }) => `${role} ${kind}`)).toEqual([
      'system text',
      'user text',
      'assistant call',
      'tool result',
    ]);
  });
});

describe('Gemini', () => {
  const tools = [{ functionDeclarations: [{ name: 'read_file' }] }];

  test('a call is a part, streamed or whole, and what came back is read as the tool wrote it', async () => {
    const path = '/v1beta/models/gemini-2.5-pro:streamGenerateContent?alt=sse';
    const answer = await post(path, { tools, contents: [] });
    expect(eventsOf(answer)[0]).toMatchObject({
      candidates: [{ content: { parts: [{ functionCall: { name: 'read_file', args: { path: 'a.ts' } } }] } }],
    });
    const contents = [
      { role: 'user', parts: [{ text: 'go' }] },
      { role: 'model', parts: [{ functionCall: { name: 'read_file', args: {} } }] },
      { role: 'user', parts: [{ functionResponse: { name: 'read_file', response: { output: 'one\ntwo' } } }] },
    ];
    const whole = await post('/v1beta/models/gemini-2.5-pro:generateContent', { tools, contents });
    expect(whole.text).toContain('It is read. [scripted]');
    expect(model.requests[1]?.asked?.parts.at(-1)).toEqual({
      message: 2,
      role: 'tool',
      kind: 'result',
      text: 'one\ntwo',
    });
  });

  test('a check on the side, which declares no tools, gets JSON and takes no step', async () => {
    const { text } = await post('/v1beta/models/gemini-2.5-flash:generateContent', {
      contents: [],
      generationConfig: { responseMimeType: 'application/json' },
    });
    expect(text).toContain('next_speaker');
  });
});

test('what is not a question for the model is recorded and refused, save the counts of tokens', async () => {
  const counted = await post('/v1/messages/count_tokens', {});
  const missing = await fetch(`${model.url}/npm/@opencode-ai%2Fplugin`);
  expect([counted.status, missing.status]).toEqual([200, 404]);
  expect(model.requests.map(({ method, asked }) => [method, asked])).toEqual([
    ['POST', null],
    ['GET', null],
  ]);
});

test('a client without any of the tools of a step hears which were wanted', async () => {
  const { text } = await post('/v1/messages', { tools: [{ name: 'Other' }], messages: [] });
  expect(text).toContain('No tool of the client is one of: Read, read_file, apply_patch.');
});

test('a tool that stands behind one that finds tools is called in its namespace, and an answer may depend on what was sent', async () => {
  const own = await startScriptedModel([
    { call: [{ tool: 'mcp__inkling__recall', declaredAs: 'tool_search', input: { query: 'x' } }] },
    { say: ({ parts }) => `${parts.filter(({ kind }) => kind === 'result').length} answers` },
  ]);
  const ask = async (input: unknown): Promise<unknown> => {
    const body = JSON.stringify({ model: 'm', tools: [{ type: 'tool_search' }], input });
    return (await fetch(`${own.url}/v1/responses`, { method: 'POST', body })).json();
  };
  expect(await ask('go')).toMatchObject({
    output: [{ type: 'function_call', name: 'recall', namespace: 'mcp__inkling', arguments: '{"query":"x"}' }],
  });
  const said = [
    { type: 'function_call', name: 'recall', namespace: 'mcp__inkling', arguments: '{}', call_id: 'c' },
    { type: 'function_call_output', call_id: 'c', output: 'nothing' },
  ];
  expect(JSON.stringify(await ask(said))).toContain('1 answers');
  await own.close();
});

test('what it says that it was sent, and what is none of the conversation, is up to who starts it', async () => {
  await model.close();
  model = await startScriptedModel([{ call: [{ tool: 'Read', input: {} }] }], {
    inputTokens: ({ tools }) => (tools.length > 0 ? 150_000 : undefined),
    isAside: ({ parts }) => parts.some(({ text }) => text === 'summarise'),
  });
  const tools = [{ name: 'Read' }];
  const ask = async (more: object): Promise<unknown> => {
    const { text } = await post('/v1/messages', { messages: [], ...more });
    return JSON.parse(text) as unknown;
  };
  expect(await ask({ tools })).toMatchObject({ stop_reason: 'tool_use', usage: { input_tokens: 150_000 } });
  const messages = [{ role: 'user', content: 'summarise' }];
  expect(await ask({ tools, messages })).toMatchObject({ stop_reason: 'end_turn', usage: { input_tokens: 150_000 } });
  expect(await ask({})).toMatchObject({ usage: { input_tokens: 100 } });
});

test('a request that is no JSON is refused', async () => {
  const response = await fetch(`${model.url}/v1/messages`, { method: 'POST', body: 'not json' });
  expect(response.status).toBe(400);
});
