import { isFields, roleOf, type Fields, type MessageRole } from './read-message.ts';

/** Gets a text and who wrote it, and gives it back, changed or not. `tool` = it is what a tool answered. */
export type RewriteText = (text: string, place: MessageRole) => string;

// Where a message keeps what it says: most SDKs; Gemini and UI messages; Responses items; LangChain, serialised and stored.
const HOLDERS = ['content', 'parts', 'output', 'kwargs', 'data'] as const;

// What tools answer is JSON; deeper than this nobody nests, and it ends a circle.
const DEEPEST = 8;

/**
 * The message with its texts rewritten: the same object when nothing changed, else a copy in which nothing else did. null = the texts of
 * a user's or system message were all it had, and nothing of them is left. Knows the shapes of OpenAI (chat and Responses), Anthropic,
 * Gemini, AI SDK (model and UI messages), LangChain, Mastra and plain strings by structure; what it does not know it leaves alone.
 */
export function rewriteTexts<M>(message: M, rewrite: RewriteText): M | null {
  if (typeof message === 'string') {
    const text = rewrite(message, 'user');
    return text === '' && message !== '' ? null : (text as M);
  }
  if (!isFields(message)) return message;
  const role = roleOf(message);
  const rewritten = rewriteHolder(message, role, rewrite);
  if (rewritten === message) return message;
  return canVanish(role) && isEmpty(rewritten) ? null : rewritten;
}

/** Only what was said may go as a whole: a tool's answer belongs to its call. */
const canVanish = (place: MessageRole): boolean => place === 'user' || place === 'system';

function rewriteHolder<T extends Fields>(holder: T, place: MessageRole, rewrite: RewriteText): T {
  let result = holder;
  for (const key of HOLDERS) {
    const before = holder[key];
    if (before === undefined || before === null) continue;
    const after = rewriteContent(before, key === 'output' ? 'tool' : place, rewrite);
    if (after !== before) result = copyWith(result, key, after);
  }
  return result;
}

function rewriteContent(content: unknown, place: MessageRole, rewrite: RewriteText): unknown {
  if (typeof content === 'string') return rewrite(content, place);
  if (Array.isArray(content)) return mapParts(content, place, (part) => rewritePart(part, place, rewrite));
  if (!isFields(content)) return content;
  return rewriteHolder(rewriteOwnText(content, place, rewrite), place, rewrite);
}

function rewriteOwnText<T extends Fields>(part: T, place: MessageRole, rewrite: RewriteText): T {
  if (typeof part['text'] !== 'string') return part;
  const text = rewrite(part['text'], place);
  return text === part['text'] ? part : copyWith(part, 'text', text);
}

function rewritePart(part: unknown, place: MessageRole, rewrite: RewriteText): unknown {
  if (typeof part === 'string') return rewrite(part, place);
  if (!isFields(part)) return part;
  const { type } = part;
  if (type === 'tool_result') return rewriteField(part, 'content', rewrite);
  if (isFields(part['functionResponse'])) return rewriteField(part, 'functionResponse', rewrite);
  if (isFields(part['toolInvocation'])) {
    const invocation = rewriteField(part['toolInvocation'], 'result', rewrite);
    return invocation === part['toolInvocation'] ? part : copyWith(part, 'toolInvocation', invocation);
  }
  if (typeof type === 'string' && (type.startsWith('tool-') || type === 'dynamic-tool')) {
    return rewriteField(rewriteField(part, 'output', rewrite), 'result', rewrite);
  }
  return rewriteOwnText(part, place, rewrite);
}

/** Every text in what a tool answered. */
function rewriteField<T extends Fields>(holder: T, key: string, rewrite: RewriteText): T {
  const after = rewriteDeep(holder[key], rewrite, DEEPEST);
  return after === holder[key] ? holder : copyWith(holder, key, after);
}

function rewriteDeep(value: unknown, rewrite: RewriteText, depth: number): unknown {
  if (typeof value === 'string') return rewrite(value, 'tool');
  if (depth === 0 || typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return mapParts(value, 'tool', (item) => rewriteDeep(item, rewrite, depth - 1));
  let result = value as Fields;
  for (const [key, before] of Object.entries(value)) {
    const after = rewriteDeep(before, rewrite, depth - 1);
    if (after !== before) result = copyWith(result, key, after);
  }
  return result;
}

/** The list itself when no part changed. A part that lost all its text goes, where it may. */
function mapParts(parts: readonly unknown[], place: MessageRole, map: (part: unknown) => unknown): readonly unknown[] {
  let result: unknown[] | null = null;
  for (const [at, part] of parts.entries()) {
    const after = map(part);
    if (after === part) {
      result?.push(part);
      continue;
    }
    result ??= parts.slice(0, at);
    if (!canVanish(place) || !isBlankPart(after)) result.push(after);
  }
  return result ?? parts;
}

const isBlankPart = (part: unknown): boolean => part === '' || (isFields(part) && part['text'] === '');

function isEmpty(holder: Fields): boolean {
  const held = HOLDERS.map((key) => holder[key]).filter((value) => value !== undefined && value !== null);
  return held.length > 0 && held.every(isEmptyContent);
}

function isEmptyContent(content: unknown): boolean {
  if (Array.isArray(content)) return content.length === 0;
  return content === '' || (isFields(content) && isEmpty(content));
}

/** A copy with one field changed; of a class's instance (LangChain) one of the same class. */
function copyWith<T extends Fields>(object: T, key: string, value: unknown): T {
  const copy = Object.assign(Object.create(Object.getPrototypeOf(object) as object) as T, object, { [key]: value });
  const made = copy['lc_kwargs'];
  // LangChain keeps what a message was made of beside it, and serialises that.
  return isFields(made) && key in made ? Object.assign(copy, { lc_kwargs: { ...made, [key]: value } }) : copy;
}
