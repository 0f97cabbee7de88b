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
    const usage = usageOf(reply);
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

const usageOf = ({ inputTokens }: ModelReply): JsonRecord => ({
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
