import { createHash } from 'node:crypto';
import type { ActivityInput } from '@inkling/engine';
import { deriveContext } from '@inkling/engine/derivation';
import { isDeeper } from '../base/record.ts';
import { CHECKOUT_FACET, EDIT_FACETS } from '../outcomes/look-at-outcome.ts';
import { relativePath } from '../project/relative-path.ts';
import type { HookEvent, HookEventOf } from './clients/hook-event.ts';

/** An activity holds 64 KiB; of a file that is written, its beginning says which one it was. */
const TEXT_MAX_CHARACTERS = 8_000;

/** An activity is nested at most 32 deep, and its body is the first of these. */
const INPUT_MAX_DEPTH = 31;

/** Of a long answer its end says most, where it comes to what was done and decided. */
const ANSWER_BEGINNING_CHARACTERS = 2_000;
const ANSWER_END_CHARACTERS = 6_000;

/**
 * What an event tells about its session, as activities: what the agent did, said and ran into, and the facets of a tool call that succeeded.
 * All of them at the moment in which the event was heard of, not in which they are written: a block that its own answer brings comes behind.
 * An event that is numbered has the same ids each time, and so has an answer to the same prompt, so that a hook which runs twice is written once.
 */
export function activitiesOfEvent(sessionId: string, event: HookEvent): readonly ActivityInput[] {
  const told = toldBy(sessionId, event);
  const { heardAtMs } = event;
  if (heardAtMs === undefined) return told;
  return told.map((activity) => ({ ...activity, occurredAt: new Date(heardAtMs) }));
}

function toldBy(sessionId: string, event: HookEvent): readonly ActivityInput[] {
  if (event.kind === 'prompt') {
    // What an agent tells its sub-agent is no word of a user.
    const name = event.subAgentId === null ? 'prompt' : 'task';
    return [named([sessionId, name, event.promptId], 'action', { name, text: cut(event.text) })];
  }
  if (event.kind === 'post-tool') return event.isRefused === true ? [] : toolActivities(sessionId, event);
  const isAnswer = event.kind === 'turn-end' || event.kind === 'sub-agent-stop';
  if (!isAnswer || event.text === null) return [];
  const ofTurn = [sessionId, 'response', event.promptId ?? '', event.text];
  return [named(ofTurn, 'response', { text: shortened(event.text) })];
}

function toolActivities(sessionId: string, event: HookEventOf<'post-tool'>): readonly ActivityInput[] {
  const { toolName, toolInput, callId, failure, directory, top = null } = event;
  const { isUnsure = false, isNumbered = false } = event;
  // Without a number the same call again has the same id, and is another one.
  const ownId = isNumbered ? callId : null;
  const told = (path: unknown): unknown =>
    typeof path === 'string' && top !== null ? relativePath(path, { root: top, directory }) : path;
  const facets = deriveContext(toolName, toolInput, { top, everyFile: true });
  const edited = facets.findLast(({ contextKey }) => contextKey === 'lastEditedFile')?.contextValue;
  const input = edited === undefined ? toolInput : withValue(toolInput, edited, told(edited));
  const call = { name: toolName, input: bounded(input), callId };
  const action = named([sessionId, 'tool', ownId], 'action', { ...call, failed: failure !== null });
  if (failure !== null) {
    return [action, named([sessionId, 'error', ownId], 'error', { name: toolName, callId, message: cut(failure) })];
  }
  const entries = facets.map(({ contextKey: key, contextValue, unsure = isUnsure }, at) => {
    const value = FILE_FACETS.has(key) ? told(contextValue) : contextValue;
    return named([sessionId, `context ${key} ${at}`, ownId], 'context', {
      key,
      value,
      ...(unsure ? { unsure: true } : {}),
      // From where its path is told: a session may edit in several.
      ...(top !== null && EDIT_FACETS.has(key) ? { [CHECKOUT_FACET]: top } : {}),
    });
  });
  // Where its history is looked up when it is over. The same each time, so it is written once.
  const isEdit = top !== null && facets.some(({ contextKey }) => EDIT_FACETS.has(contextKey));
  const checkout = named([sessionId, 'checkout', top], 'context', { key: CHECKOUT_FACET, value: top });
  return [action, ...entries, ...(isEdit ? [checkout] : [])];
}

const FILE_FACETS: ReadonlySet<unknown> = new Set(['currentFile', ...EDIT_FACETS]);

/** The object with another value in the fields that have this one; anything else as it is. */
function withValue(input: unknown, old: unknown, fresh: unknown): unknown {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return input;
  return Object.fromEntries(
    Object.entries(input).map(([key, value]: [string, unknown]) => [key, value === old ? fresh : value]),
  );
}

/** With a last part that is null nothing tells the event from another one like it: it gets an id of its own. */
function named(
  parts: readonly (string | null)[],
  type: ActivityInput['type'],
  body: ActivityInput['body'],
): ActivityInput {
  return parts.includes(null) ? { type, body } : { id: uuidOf(JSON.stringify(parts)), type, body };
}

function uuidOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex');
  return hex.slice(0, 32).replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-8$3-8$4-$5');
}

function cut(text: string): string {
  return text.slice(0, TEXT_MAX_CHARACTERS);
}

function shortened(answer: string): string {
  if (answer.length <= ANSWER_BEGINNING_CHARACTERS + ANSWER_END_CHARACTERS) return answer;
  return `${answer.slice(0, ANSWER_BEGINNING_CHARACTERS)}\n…\n${answer.slice(-ANSWER_END_CHARACTERS)}`;
}

/** The input as JSON that fits: a large or deep one as the beginning of its text. */
function bounded(input: unknown): unknown {
  const text = JSON.stringify(input) as string | undefined;
  if (text === undefined) return null;
  return text.length <= TEXT_MAX_CHARACTERS && !isDeeper(input, INPUT_MAX_DEPTH) ? input : cut(text);
}
