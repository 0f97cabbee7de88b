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
