import { recordAt, recordsOf, textOf } from '../../base/record.ts';
import {
  eventAnswer,
  jsonAnswer,
  type JsonRecord,
  type ModelDialect,
  type ModelPart,
  type ModelReply,
  type ModelRequest,
  modelRole,
  OUTPUT_TOKENS,
  textOfContent,
} from '../model-dialect.ts';

/** Anthropic Messages: Claude Code. */
export const anthropicMessages: ModelDialect = {
  asks: (path) => path.endsWith('/v1/messages'),
  read: (body) => ({
    parts: [
      ...systemParts(body['system']),
      ...recordsOf(body['messages']).flatMap((message, index) => messageParts(message, index)),
    ],
    tools: recordsOf(body['tools']).map(({ name }) => textOf(name)),
    model: textOf(body['model']),
    stream: body['stream'] === true,
    wantsJson: Object.hasOwn(recordAt(body['output_config']), 'format') || Object.hasOwn(body, 'output_format'),
  }),
  write: (reply, request) => (request.stream ? streamed(reply, request) : whole(reply, request)),
};

function systemParts(system: unknown): ModelPart[] {
  const texts = typeof system === 'string' ? [system] : recordsOf(system).map(({ text }) => textOf(text));
  return texts.map((text) => ({ message: -1, role: 'system', kind: 'text', text }));
}

function messageParts({ role: named, content }: JsonRecord, message: number): ModelPart[] {
  const role = modelRole(named);
  if (typeof content === 'string') return [{ message, role, kind: 'text', text: content }];
  return recordsOf(content).map((part): ModelPart => {
    if (part['type'] === 'tool_use') {
      return { message, role, kind: 'call', tool: textOf(part['name']), text: JSON.stringify(part['input']) };
    }
    if (part['type'] === 'tool_result') {
      return { message, role: 'tool', kind: 'result', text: textOfContent(part['content']) };
    }
    return { message, role, kind: 'text', text: textOf(part['text']) };
  });
}

function contentBlock(reply: ModelReply): { readonly block: JsonRecord; readonly stopReason: string } {
  if (reply.kind === 'text') return { block: { type: 'text', text: reply.text }, stopReason: 'end_turn' };
  const { tool, input } = reply.call;
  return { block: { type: 'tool_use', id: `toolu_${reply.id}`, name: tool, input }, stopReason: 'tool_use' };
}

const usageOf = ({ inputTokens }: ModelReply): JsonRecord => ({
  input_tokens: inputTokens,
  output_tokens: OUTPUT_TOKENS,
});

const envelope = (reply: ModelReply, model: string): JsonRecord => ({
  id: `msg_${reply.id}`,
  type: 'message',
  role: 'assistant',
  model,
  stop_sequence: null,
  usage: usageOf(reply),
});

function whole(reply: ModelReply, { model }: ModelRequest): ReturnType<ModelDialect['write']> {
  const { block, stopReason } = contentBlock(reply);
  return jsonAnswer({ ...envelope(reply, model), content: [block], stop_reason: stopReason });
}

function streamed(reply: ModelReply, { model }: ModelRequest): ReturnType<ModelDialect['write']> {
  const { block, stopReason } = contentBlock(reply);
  const [start, delta] =
    reply.kind === 'text'
      ? [
          { type: 'text', text: '' },
          { type: 'text_delta', text: reply.text },
        ]
      : [
          { ...block, input: {} },
          { type: 'input_json_delta', partial_json: JSON.stringify(reply.call.input) },
        ];
  return eventAnswer([
    { type: 'message_start', message: { ...envelope(reply, model), content: [], stop_reason: null } },
    { type: 'content_block_start', index: 0, content_block: start },
    { type: 'content_block_delta', index: 0, delta },
    { type: 'content_block_stop', index: 0 },
    { type: 'message_delta', delta: { stop_reason: stopReason, stop_sequence: null }, usage: usageOf(reply) },
    { type: 'message_stop' },
  ]);
}
