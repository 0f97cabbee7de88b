import { isFields, type Fields, readMessage } from '../read-message.ts';
import { withoutInjectionBlocks } from './prune-old-injection-blocks.ts';
import { firstOpenCall } from '../tool-pairs.ts';

/**
 * Where the block of a turn goes: before the user's message when that is the last one, else at the end; and never between a tool's call
 * and its answer.
 */
export function injectionIndex(history: readonly unknown[]): number {
  const last = history.length - 1;
  const index = last >= 0 && isSaidByUser(history[last]) ? last : history.length;
  return Math.min(index, firstOpenCall(history));
}

/** Whether a person wrote it: more than blocks, and no tool's answer in a user's message (Anthropic, Gemini). */
export function isSaidByUser(message: unknown): boolean {
  const [said] = withoutInjectionBlocks([message]);
  if (said === undefined) return false;
  const { role, entries } = readMessage(said);
  return role === 'user' && !entries.some(({ kind }) => kind === 'result');
}

/** The history with a block in its place, as a user's message of the same shape as the others. The other messages stay the same objects. */
export function insertInjectionBlock<M>(history: readonly M[], block: string): M[] {
  return history.toSpliced(injectionIndex(history), 0, createInjectionMessage(block, history));
}

/** A user's message with this text, shaped like the user's messages of a history, and as `{ role: 'user', content }` without any. */
export function createInjectionMessage<M>(text: string, like: readonly M[] = []): M {
  const sample = like.findLast((message) => isFields(message) && isSaidByUser(message));
  return (isFields(sample) ? shapedLike(sample, text) : { role: 'user', content: text }) as M;
}

type MessageClass = new (fields: { readonly content: string }) => object;

function shapedLike(sample: Fields, text: string): object {
  const { content, parts, kwargs, data } = sample;
  // LangChain's classes: as an instance, as it is serialised, as it is stored.
  if (isFields(sample['lc_kwargs'])) return new (sample.constructor as MessageClass)({ content: text });
  if (isFields(kwargs)) return { ...sample, kwargs: { content: text } };
  if (content === undefined && isFields(data)) return { type: sample['type'], data: { content: text } };
  const { role } = sample;
  if (Array.isArray(parts)) return shapedLikeParts(sample, parts, text);
  if (isFields(content)) return shapedLikeStored(sample, text);
  const type = sample['type'] === undefined ? {} : { type: sample['type'] };
  return {
    ...type,
    role: role ?? 'user',
    content: Array.isArray(content) ? [{ type: partType(content), text }] : text,
  };
}

/** UI messages of the AI SDK have an id and typed parts, Gemini's have neither. */
function shapedLikeParts(sample: Fields, parts: readonly unknown[], text: string): object {
  const isTyped = typeof sample['id'] === 'string' || parts.some((part) => isFields(part) && 'type' in part);
  if (!isTyped) return { role: 'user', parts: [{ text }] };
  return { id: blockId(text), role: 'user', parts: [{ type: 'text', text }] };
}

/** Mastra's stored messages belong to a thread and have a date. */
function shapedLikeStored(sample: Fields, text: string): object {
  const { createdAt, threadId, resourceId, role } = sample;
  const owner = {
    ...(threadId === undefined ? {} : { threadId }),
    ...(resourceId === undefined ? {} : { resourceId }),
  };
  return { id: blockId(text), role, createdAt, ...owner, content: { format: 2, parts: [{ type: 'text', text }] } };
}

/** What its first marker says is unique in a conversation. */
function blockId(text: string): string {
  return `inkling-${/\(([0-9a-z]+-\d+)\)/.exec(text)?.[1] ?? 'block'}`;
}

function partType(content: readonly unknown[]): string {
  const types = content.flatMap((part) => (isFields(part) && typeof part['type'] === 'string' ? [part['type']] : []));
  const text = types.find((type) => type === 'text' || type === 'input_text');
  return text ?? (types.some((type) => type.startsWith('input_')) ? 'input_text' : 'text');
}
