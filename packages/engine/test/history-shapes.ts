/** One way in which a framework writes messages. */
export interface MessageShape {
  readonly name: string;
  readonly user: (text: string) => unknown;
  readonly assistant: (text: string) => unknown;
  readonly call: (id: string, tool: string, input: object) => unknown;
  readonly result: (id: string, tool: string, text: string) => unknown;
  /** A prompt with another text beside it in the same message; null = the shape has no parts. */
  readonly beside: ((text: string, other: string) => unknown) | null;
}

/** As `@langchain/core` has it: what counts is on the instance, its type a getter or a method. */
class LangChainMessage {
  lc_namespace = ['langchain_core', 'messages'];
  lc_kwargs: { content: unknown };
  content: unknown;
  readonly #type: string;
  constructor(fields: { content: unknown }, type: string) {
    this.lc_kwargs = fields;
    this.content = fields.content;
    this.#type = type;
  }
  _getType(): string {
    return this.#type;
  }
}
class HumanMessage extends LangChainMessage {
  readonly type = 'human';
  constructor(fields: { content: unknown }) {
    super(fields, 'human');
  }
}
class AIMessage extends LangChainMessage {
  readonly type = 'ai';
  tool_calls: unknown[];
  constructor(fields: { content: unknown; tool_calls?: unknown[] }) {
    super(fields, 'ai');
    this.tool_calls = fields.tool_calls ?? [];
  }
}
class ToolMessage extends LangChainMessage {
  readonly type = 'tool';
  tool_call_id: string;
  name: string;
  constructor(fields: { content: unknown; tool_call_id: string; name: string }) {
    super(fields, 'tool');
    this.tool_call_id = fields.tool_call_id;
    this.name = fields.name;
  }
}

const openAiChat: MessageShape = {
  name: 'OpenAI chat',
  user: (content) => ({ role: 'user', content }),
  assistant: (content) => ({ role: 'assistant', content }),
  call: (id, name, input) => ({
    role: 'assistant',
    content: null,
    tool_calls: [{ id, type: 'function', function: { name, arguments: JSON.stringify(input) } }],
  }),
  result: (id, _tool, content) => ({ role: 'tool', tool_call_id: id, content }),
  beside: (text, other) => ({
    role: 'user',
    content: [
      { type: 'text', text },
      { type: 'text', text: other },
    ],
  }),
};

const openAiResponses: MessageShape = {
  name: 'OpenAI Responses',
  user: (text) => ({ type: 'message', role: 'user', content: [{ type: 'input_text', text }] }),
  assistant: (text) => ({ type: 'message', role: 'assistant', content: [{ type: 'output_text', text }] }),
  call: (call_id, name, input) => ({ type: 'function_call', call_id, name, arguments: JSON.stringify(input) }),
  result: (call_id, _tool, output) => ({ type: 'function_call_output', call_id, output }),
  beside: (text, other) => ({
    type: 'message',
    role: 'user',
    content: [
      { type: 'input_text', text },
      { type: 'input_text', text: other },
    ],
  }),
};

const anthropic: MessageShape = {
  name: 'Anthropic',
  user: (text) => ({ role: 'user', content: [{ type: 'text', text }] }),
  assistant: (text) => ({ role: 'assistant', content: [{ type: 'text', text }] }),
  call: (id, name, input) => ({ role: 'assistant', content: [{ type: 'tool_use', id, name, input }] }),
  result: (tool_use_id, _tool, text) => ({
    role: 'user',
    content: [{ type: 'tool_result', tool_use_id, content: [{ type: 'text', text }] }],
  }),
  beside: (text, other) => ({
    role: 'user',
    content: [
      { type: 'text', text },
      { type: 'text', text: other },
    ],
  }),
};

const gemini: MessageShape = {
  name: 'Gemini',
  user: (text) => ({ role: 'user', parts: [{ text }] }),
  assistant: (text) => ({ role: 'model', parts: [{ text }] }),
  call: (id, name, args) => ({ role: 'model', parts: [{ functionCall: { id, name, args } }] }),
  result: (id, name, output) => ({ role: 'user', parts: [{ functionResponse: { id, name, response: { output } } }] }),
  beside: (text, other) => ({ role: 'user', parts: [{ text }, { text: other }] }),
};

const aiSdkModel: MessageShape = {
  name: 'AI SDK model messages',
  user: (text) => ({ role: 'user', content: [{ type: 'text', text }] }),
  assistant: (text) => ({ role: 'assistant', content: [{ type: 'text', text }] }),
  call: (toolCallId, toolName, input) => ({
    role: 'assistant',
    content: [{ type: 'tool-call', toolCallId, toolName, input }],
  }),
  result: (toolCallId, toolName, value) => ({
    role: 'tool',
    content: [{ type: 'tool-result', toolCallId, toolName, output: { type: 'text', value } }],
  }),
  beside: (text, other) => ({
    role: 'user',
    content: [
      { type: 'text', text },
      { type: 'text', text: other },
    ],
  }),
};

const aiSdkUi: MessageShape = {
  name: 'AI SDK UI messages',
  user: (text) => ({ id: `u-${text.length}`, role: 'user', parts: [{ type: 'text', text }] }),
  assistant: (text) => ({ id: 'a', role: 'assistant', parts: [{ type: 'step-start' }, { type: 'text', text }] }),
  call: (toolCallId, tool, input) => ({
    id: toolCallId,
    role: 'assistant',
    parts: [{ type: `tool-${tool}`, toolCallId, state: 'input-available', input }],
  }),
  result: (toolCallId, tool, output) => ({
    id: `${toolCallId}-r`,
    role: 'assistant',
    parts: [{ type: `tool-${tool}`, toolCallId, state: 'output-available', input: {}, output }],
  }),
  beside: (text, other) => ({
    id: 'b',
    role: 'user',
    parts: [
      { type: 'text', text },
      { type: 'text', text: other },
    ],
  }),
};

const langChain: MessageShape = {
  name: 'LangChain',
  user: (content) => new HumanMessage({ content }),
  assistant: (content) => new AIMessage({ content }),
  call: (id, name, args) => new AIMessage({ content: '', tool_calls: [{ id, name, args, type: 'tool_call' }] }),
  result: (tool_call_id, name, content) => new ToolMessage({ content, tool_call_id, name }),
  beside: (text, other) =>
    new HumanMessage({
      content: [
        { type: 'text', text },
        { type: 'text', text: other },
      ],
    }),
};

const serialized = (type: string, kwargs: object): unknown => ({
  lc: 1,
  type: 'constructor',
  id: ['langchain_core', 'messages', type],
  kwargs,
});

const langChainSerialized: MessageShape = {
  name: 'LangChain, serialised',
  user: (content) => serialized('HumanMessage', { content }),
  assistant: (content) => serialized('AIMessage', { content }),
  call: (id, name, args) => serialized('AIMessage', { content: '', tool_calls: [{ id, name, args }] }),
  result: (tool_call_id, name, content) => serialized('ToolMessage', { content, tool_call_id, name }),
  beside: null,
};

const langChainStored: MessageShape = {
  name: 'LangChain, stored',
  user: (content) => ({ type: 'human', data: { content } }),
  assistant: (content) => ({ type: 'ai', data: { content } }),
  call: (id, name, args) => ({ type: 'ai', data: { content: '', tool_calls: [{ id, name, args }] } }),
  result: (tool_call_id, name, content) => ({ type: 'tool', data: { content, tool_call_id, name } }),
  beside: null,
};

const agentsSdk: MessageShape = {
  name: 'OpenAI Agents SDK',
  user: (content) => ({ type: 'message', role: 'user', content }),
  assistant: (text) => ({
    type: 'message',
    role: 'assistant',
    status: 'completed',
    content: [{ type: 'output_text', text }],
  }),
  call: (callId, name, input) => ({ type: 'function_call', callId, name, arguments: JSON.stringify(input) }),
  result: (callId, name, text) => ({ type: 'function_call_result', callId, name, output: { type: 'text', text } }),
  beside: null,
};

const mastra: MessageShape = {
  name: 'Mastra',
  user: (text) => ({ id: 'u', role: 'user', createdAt: 0, content: { format: 2, parts: [{ type: 'text', text }] } }),
  assistant: (text) => ({
    id: 'a',
    role: 'assistant',
    createdAt: 0,
    content: { format: 2, parts: [{ type: 'text', text }] },
  }),
  call: (toolCallId, toolName, args) => ({
    id: toolCallId,
    role: 'assistant',
    createdAt: 0,
    content: {
      format: 2,
      parts: [{ type: 'tool-invocation', toolInvocation: { state: 'call', toolCallId, toolName, args } }],
    },
  }),
  result: (toolCallId, toolName, result) => ({
    id: `${toolCallId}-r`,
    role: 'assistant',
    createdAt: 0,
    content: {
      format: 2,
      parts: [{ type: 'tool-invocation', toolInvocation: { state: 'result', toolCallId, toolName, args: {}, result } }],
    },
  }),
  beside: (text, other) => ({
    id: 'b',
    role: 'user',
    createdAt: 0,
    content: {
      format: 2,
      parts: [
        { type: 'text', text },
        { type: 'text', text: other },
      ],
    },
  }),
};

/** Every shape that the history functions know. */
export const MESSAGE_SHAPES: readonly MessageShape[] = [
  openAiChat,
  openAiResponses,
  anthropic,
  gemini,
  aiSdkModel,
  aiSdkUi,
  langChain,
  langChainSerialized,
  langChainStored,
  agentsSdk,
  mastra,
];

/** Every character of a value's texts, for looking for something that must not be there. */
export const allTextOf = (value: unknown): string => JSON.stringify(value);
