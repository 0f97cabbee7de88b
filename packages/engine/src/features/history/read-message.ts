/** One thing that a message holds: a text, the model's thinking, a call of a tool, or what a tool answered. */
export interface MessageEntry {
  readonly kind: 'text' | 'thinking' | 'call' | 'result';
  /** Of a call or a result: the tool's name; '' when the message does not say. */
  readonly name: string;
  readonly text: string;
  /** What ties a result to its call; '' when the message does not say. */
  readonly callId: string;
}

/** A message as every function here reads it. */
export interface MessageReading {
  readonly role: MessageRole;
  /** Who of several users it is; '' when the message does not say. */
  readonly speaker: string;
  readonly entries: readonly MessageEntry[];
}

type Add = (kind: MessageEntry['kind'], text: unknown, name?: unknown, callId?: unknown) => void;

/** What a message of any known shape says. Never fails; what it does not know is not there. */
export function readMessage(message: unknown): MessageReading {
  const entries: MessageEntry[] = [];
  const add: Add = (kind, text, name, callId) =>
    entries.push({ kind, text: textOf(text), name: nameOf(name), callId: nameOf(callId) });
  if (typeof message === 'string') add('text', message);
  if (!isFields(message)) return { role: 'user', speaker: '', entries };
  const role = roleOf(message);
  const held = heldBy(message);
  if (role === 'tool') readToolMessage(held, add);
  else readSaid(held, add);
  return { role, speaker: role === 'user' ? nameOf(message['name']) : '', entries };
}

const nameOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** LangChain, serialised or stored, keeps a message's fields in an object of its own. */
function heldBy(message: Fields): Fields {
  if (isFields(message['kwargs'])) return message['kwargs'];
  const { data, content, parts } = message;
  return content === undefined && parts === undefined && isFields(data) ? data : message;
}

function readSaid(message: Fields, add: Add): void {
  readContent(message['content'] ?? message['parts'], add);
  if (isFields(message['content'])) readContent(message['content']['parts'], add);
  if (message['type'] === 'reasoning') readThinking(message['summary'], add);
  if (typeof message['type'] === 'string' && message['type'].endsWith('_call')) {
    add('call', message['arguments'] ?? message['input'] ?? message['action'], message['name'], callIdOf(message));
  }
  const calls = message['tool_calls'];
  // Some messages carry the same calls in their parts too; pairs are found by id, and a transcript shows each once.
  if (Array.isArray(calls)) for (const call of calls) if (isFields(call)) readCall(call, add);
}

function readCall(call: Fields, add: Add): void {
  const target = isFields(call['function']) ? call['function'] : call;
  add('call', target['arguments'] ?? target['args'], target['name'], call['id']);
}

function callIdOf(message: Fields): unknown {
  return message['call_id'] ?? message['callId'] ?? message['tool_call_id'] ?? message['id'];
}

function readToolMessage(message: Fields, add: Add): void {
  const { content, parts, output, name } = message;
  const list = Array.isArray(content) ? content : parts;
  // Messages of the AI SDK and of Gemini hold several answers, each with its call.
  if (Array.isArray(list) && list.some(isAnswer)) readContent(list, add);
  else add('result', textsIn(output ?? content), name, callIdOf(message));
}

function isAnswer(part: unknown): boolean {
  return isFields(part) && (part['type'] === 'tool-result' || isFields(part['functionResponse']));
}

function readContent(content: unknown, add: Add): void {
  if (typeof content === 'string') add('text', content);
  if (!Array.isArray(content)) return;
  for (const part of content) {
    if (typeof part === 'string') add('text', part);
    else if (isFields(part)) readPart(part, add);
  }
}

function readThinking(summary: unknown, add: Add): void {
  if (Array.isArray(summary)) for (const one of summary) if (isFields(one)) add('thinking', one['text']);
}

function readPart(part: Fields, add: Add): void {
  const type = nameOf(part['type']);
  if (type === 'tool_use') add('call', part['input'], part['name'], part['id']);
  else if (type === 'tool_result') add('result', textsIn(part['content']), '', part['tool_use_id']);
  else if (type === 'tool-call') add('call', part['input'] ?? part['args'], part['toolName'], part['toolCallId']);
  else if (type === 'tool-result' && part['state'] === undefined) {
    add('result', textsIn(part['output'] ?? part['result']), part['toolName'], part['toolCallId']);
  } else if (type.startsWith('tool-') || type === 'dynamic-tool') readUiTool(part, type, add);
  else readPlainPart(part, type, add);
}

function readPlainPart(part: Fields, type: string, add: Add): void {
  const { functionCall: call, functionResponse: answer } = part;
  if (isFields(call)) add('call', call['args'], call['name'], call['id']);
  else if (isFields(answer)) add('result', textsIn(answer['response']), answer['name'], answer['id']);
  else if (type === 'thinking' || type === 'reasoning' || part['thought'] === true) {
    add('thinking', part['thinking'] ?? part['text'] ?? part['reasoning']);
  } else if (typeof part['text'] === 'string') add('text', part['text']);
}

/** A UI message shows a call and its answer as one part. */
function readUiTool(part: Fields, type: string, add: Add): void {
  const invocation = isFields(part['toolInvocation']) ? part['toolInvocation'] : part;
  const name = invocation['toolName'] ?? type.slice('tool-'.length);
  const answer = invocation['output'] ?? invocation['result'] ?? invocation['errorText'];
  add('call', invocation['input'] ?? invocation['args'], name, invocation['toolCallId']);
  if (answer !== undefined) add('result', textsIn(answer), name, invocation['toolCallId']);
}

/** A list in a part in a list; what is deeper is no message of a framework, or a circle. */
const DEEPEST_PART = 3;

/** The text of an answer where it is text, or a list of texts and pictures; else the answer. */
function textsIn(answer: unknown, depth = 0): unknown {
  if (depth > DEEPEST_PART) return answer;
  if (isFields(answer)) return shownPart(answer, depth);
  if (!Array.isArray(answer)) return answer;
  const texts = answer.map((part: unknown) => (isFields(part) ? shownPart(part, depth) : part));
  return texts.every((text) => typeof text === 'string') ? texts.join('\n') : answer;
}

/** The AI SDK's; another object with a `value` is the tool's own. */
const VALUE_TYPE = /^(?:error-)?(?:text|json)$|^content$/u;

const MEDIA_TYPE =
  /^(?:input_|computer_)?(?:image|screenshot|audio|media|file|document)(?:[_-](?:url|data|file|id|file-id))?$/u;

const MEDIA_FIELDS = ['source', 'data', 'image', 'image_url', 'file', 'file_data', 'file_id', 'fileId', 'url', 'audio'];

/**
 * What a transcript shows of a part: the text of `{ type: 'text', text }` and of the AI SDK's `{ type: 'json', value }`, a mark in place of a
 * picture's or file's bytes. Any other object is the tool's own, also with a field `type`.
 */
function shownPart(part: Fields, depth: number): unknown {
  const { type, text, value, reason } = part;
  if (typeof type !== 'string') return typeof text === 'string' ? text : part;
  const held = text ?? (VALUE_TYPE.test(type) ? value : undefined);
  if (held !== undefined && held !== null) return textsIn(held, depth + 1);
  if (type === 'execution-denied') return nameOf(reason) || type;
  if (!MEDIA_TYPE.test(type) || !MEDIA_FIELDS.some((field) => part[field] !== undefined)) return part;
  return `${type} ${nameOf(part['mediaType'])}`.match(/image|screenshot/u) ? '[image]' : '[file]';
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (value === undefined || value === null) return '';
  try {
    return JSON.stringify(value) ?? '';
  } catch {
    // A circle, or a number that JSON does not know: nothing that a transcript could show.
    return '';
  }
}

/** Fields of an object whose shape is not known. */
export type Fields = Readonly<Record<string, unknown>>;

/** Who speaks in a message, whatever the framework calls it. `other`: what none of them sends. */
export type MessageRole = 'user' | 'assistant' | 'system' | 'tool' | 'other';

const ROLES: ReadonlyMap<unknown, MessageRole> = new Map([
  ['user', 'user'],
  ['human', 'user'],
  ['HumanMessage', 'user'],
  ['assistant', 'assistant'],
  ['ai', 'assistant'],
  ['model', 'assistant'],
  ['reasoning', 'assistant'],
  ['AIMessage', 'assistant'],
  ['AIMessageChunk', 'assistant'],
  ['system', 'system'],
  ['developer', 'system'],
  ['SystemMessage', 'system'],
  ['tool', 'tool'],
  ['function', 'tool'],
  ['ToolMessage', 'tool'],
  ['FunctionMessage', 'tool'],
]);

/** True for an object that is no list. */
export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Items of the Responses API and of the OpenAI Agents SDK have a type instead of a role. */
function roleOfItem(type: string): MessageRole {
  if (type.endsWith('_call')) return 'assistant';
  return type.endsWith('_call_output') || type.endsWith('_call_result') ? 'tool' : 'other';
}

/** Who speaks. A message without a role and a type is the user's, as in the Gemini API. */
export function roleOf(message: Fields): MessageRole {
  const { role, type, id } = message;
  const known = ROLES.get(role) ?? ROLES.get(type);
  if (known) return known;
  // LangChain: older releases name the type by a method only, and what was serialised by the class.
  if (typeof message['_getType'] === 'function') return ROLES.get((message['_getType'] as () => unknown)()) ?? 'other';
  if (Array.isArray(id)) return ROLES.get(id.at(-1)) ?? 'other';
  if (typeof type === 'string') return roleOfItem(type);
  return role === undefined ? 'user' : 'other';
}
