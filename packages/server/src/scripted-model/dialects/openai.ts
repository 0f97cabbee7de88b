import { recordAt, recordsOf, textOf } from '../../base/record.ts';
import {
  eventAnswer,
  jsonAnswer,
  type JsonRecord,
  type ModelDialect,
  type ModelPart,
  type ModelReply,
  modelRole,
  OUTPUT_TOKENS,
  textOfContent,
} from '../model-dialect.ts';

/** OpenAI chat completions: opencode, Copilot CLI. */
export const openaiChat: ModelDialect = {
  asks: (path) => path.endsWith('/chat/completions'),
  read: (body) => ({
    parts: recordsOf(body['messages']).flatMap((message, index) => messageParts(message, index)),
    tools: recordsOf(body['tools']).map((tool) => textOf(recordAt(tool['function'])['name'])),
    model: textOf(body['model']),
    stream: body['stream'] === true,
    wantsJson: textOf(recordAt(body['response_format'])['type']).startsWith('json'),
  }),
  write: (reply, { stream, model }) => {
    const message = assistantMessage(reply);
    const usage = chatUsage(reply);
    const finish = reply.kind === 'text' ? 'stop' : 'tool_calls';
    const common = { id: `chatcmpl-${reply.id}`, created: 0, model };
    if (!stream) {
      const choices = [{ index: 0, message, finish_reason: finish }];
      return jsonAnswer({ ...common, object: 'chat.completion', choices, usage });
    }
    const chunk = (choices: readonly JsonRecord[]): JsonRecord => ({
      ...common,
      object: 'chat.completion.chunk',
      choices,
    });
    return eventAnswer(
      [
        chunk([{ index: 0, delta: message, finish_reason: null }]),
        chunk([{ index: 0, delta: {}, finish_reason: finish }]),
        { ...chunk([]), usage },
      ],
      'data: [DONE]\n\n',
    );
  },
};

const chatUsage = ({ inputTokens }: ModelReply): JsonRecord => ({
  prompt_tokens: inputTokens,
  completion_tokens: OUTPUT_TOKENS,
  total_tokens: inputTokens + OUTPUT_TOKENS,
});

function messageParts(body: JsonRecord, message: number): ModelPart[] {
  const role = modelRole(body['role']);
  const text = textOfContent(body['content']);
  if (role === 'tool') return [{ message, role, kind: 'result', text }];
  const calls = recordsOf(body['tool_calls']).map((call): ModelPart => {
    const { name, arguments: input } = recordAt(call['function']);
    return { message, role, kind: 'call', tool: textOf(name), text: textOf(input) };
  });
  return text === '' ? calls : [{ message, role, kind: 'text', text }, ...calls];
}

function assistantMessage(reply: ModelReply): JsonRecord {
  if (reply.kind === 'text') return { role: 'assistant', content: reply.text };
  const call = { name: reply.call.tool, arguments: JSON.stringify(reply.call.input) };
  return {
    role: 'assistant',
    content: null,
    tool_calls: [{ index: 0, id: `call_${reply.id}`, type: 'function', function: call }],
  };
}

/** OpenAI Responses: Codex. */
export const openaiResponses: ModelDialect = {
  asks: (path) => path.endsWith('/responses'),
  read: (body) => ({
    parts: [...instructionParts(body['instructions']), ...inputParts(body['input'])],
    tools: recordsOf(body['tools']).map(({ name, type }) => textOf(name) || textOf(type)),
    model: textOf(body['model']),
    stream: body['stream'] === true,
    wantsJson: Object.hasOwn(recordAt(recordAt(body['text'])['format']), 'schema'),
  }),
  write: (reply, { stream, model }) => {
    const item = outputItem(reply);
    const usage = responsesUsage(reply);
    const response = { id: `resp_${reply.id}`, object: 'response', model, created_at: 0, output: [item], usage };
    if (!stream) return jsonAnswer({ ...response, status: 'completed' });
    return eventAnswer([
      { type: 'response.created', response: { ...response, status: 'in_progress', output: [] } },
      { type: 'response.output_item.added', output_index: 0, item },
      { type: 'response.output_item.done', output_index: 0, item },
      { type: 'response.completed', response: { ...response, status: 'completed' } },
    ]);
  },
};

const responsesUsage = ({ inputTokens }: ModelReply): JsonRecord => ({
  input_tokens: inputTokens,
  input_tokens_details: { cached_tokens: 0 },
  output_tokens: OUTPUT_TOKENS,
  output_tokens_details: { reasoning_tokens: 0 },
  total_tokens: inputTokens + OUTPUT_TOKENS,
});

function instructionParts(instructions: unknown): ModelPart[] {
  const text = textOf(instructions);
  return text === '' ? [] : [{ message: -1, role: 'system', kind: 'text', text }];
}

function inputParts(input: unknown): ModelPart[] {
  if (typeof input === 'string') return [{ message: 0, role: 'user', kind: 'text', text: input }];
  return recordsOf(input).flatMap((item, message) => itemParts(item, message));
}

function itemParts(item: JsonRecord, message: number): ModelPart[] {
  const type = textOf(item['type']);
  if (type.endsWith('_call_output')) {
    return [{ message, role: 'tool', kind: 'result', text: textOfContent(item['output']) }];
  }
  if (type.endsWith('_call')) {
    const input = textOf(item['arguments']) || textOf(item['input']) || JSON.stringify(item['action'] ?? {});
    return [{ message, role: 'assistant', kind: 'call', tool: textOf(item['name']), text: input }];
  }
  const role = modelRole(item['role']);
  const { content } = item;
  if (typeof content === 'string') return [{ message, role, kind: 'text', text: content }];
  return recordsOf(content).map(({ text }) => ({ message, role, kind: 'text', text: textOf(text) }));
}

/** The tools of a server stand in a namespace. */
function placeOf(tool: string): JsonRecord {
  const [, namespace, name] = /^(mcp__[^_]+)__(.+)$/u.exec(tool) ?? [];
  return namespace === undefined || name === undefined ? { name: tool } : { name, namespace };
}

function outputItem(reply: ModelReply): JsonRecord {
  if (reply.kind === 'text') {
    const content = [{ type: 'output_text', text: reply.text, annotations: [] }];
    return { type: 'message', id: `msg_${reply.id}`, role: 'assistant', status: 'completed', content };
  }
  const { tool: name, input } = reply.call;
  if (typeof input === 'string') {
    return {
      type: 'custom_tool_call',
      id: `ctc_${reply.id}`,
      call_id: `call_${reply.id}`,
      name,
      input,
      status: 'completed',
    };
  }
  const call = { call_id: `call_${reply.id}`, arguments: JSON.stringify(input), status: 'completed' };
  return { type: 'function_call', id: `fc_${reply.id}`, ...call, ...placeOf(name) };
}
