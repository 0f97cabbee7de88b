import type { CaptureEvent, CommandEvent } from '../../features/capture/capture-event.ts';
import type { Activity } from '../../memory/activities/activity.ts';
import { commandEvent, toolCallEvents } from './tool-call-events.ts';

/** The parts of an activity that capture reads. */
export type ReadActivity = Pick<Activity, 'type' | 'body' | 'occurredAt' | 'seq'>;

/** Whether an activity is a user's prompt: an `action` whose body is `{ event: 'prompt', text }`, or `{ name: 'prompt', text }`. */
export function isPrompt({ type, body }: Pick<ReadActivity, 'type' | 'body'>): boolean {
  const { event, name, text } = body;
  return type === 'action' && (event === 'prompt' || name === 'prompt') && typeof text === 'string';
}

/**
 * What activities tell capture, in their order; most tell nothing. A tool call that failed is an `action` with its input, and behind it an
 * `error` with its message.
 */
export function activityEvents(activities: readonly ReadActivity[]): CaptureEvent[] {
  let failed: Activity['body'] | null = null;
  return activities.flatMap((activity) => {
    const { type, body, seq } = activity;
    if (type === 'error' && failed && failed['callId'] === body['callId'] && failed['name'] === body['name']) {
      const events = callEvents(activity, failed, body['message']);
      failed = null;
      return events.map((event) => ({ ...event, seq }));
    }
    if (type === 'action' && body['failed'] === true) failed = body;
    return eventsOf(activity).map((event) => ({ ...event, seq }));
  });
}

function eventsOf(activity: ReadActivity): CaptureEvent[] {
  const { type, body, occurredAt: at } = activity;
  const { event, path, before, after } = body;
  if (type === 'context') return contextEvents(body, at);
  if (isPrompt(activity)) return [{ type: 'prompt', text: String(body['text']), at, seq: null }];
  if (type === 'response' && typeof body['text'] === 'string') {
    return [{ type: 'answer', text: body['text'], at, seq: null }];
  }
  if (type === 'action' && event === 'edit' && typeof path === 'string') {
    const isTold = typeof before === 'string' && typeof after === 'string';
    return [{ type: 'edit', path, at, seq: null, ...(isTold ? { replaced: { before, after } } : {}) }];
  }
  // What a call that succeeded did is told by its facets too; only what it replaced is not.
  if (type === 'action' && body['failed'] === false) {
    return callEvents(activity, body).filter((told) => told.type === 'edit' && told.replaced !== undefined);
  }
  return type === 'error' && event === 'command' ? failedCommand(body, at) : [];
}

function callEvents(
  { occurredAt: at }: ReadActivity,
  { name, input }: Activity['body'],
  message?: unknown,
): CaptureEvent[] {
  if (typeof name !== 'string') return [];
  const output = typeof message === 'string' ? { output: message } : {};
  return toolCallEvents(name, input, { at, succeeded: message === undefined, ...output });
}

function contextEvents({ key, value, unsure }: Activity['body'], at: string): CaptureEvent[] {
  if (key === 'lastEditedFile' && typeof value === 'string') return [{ type: 'edit', path: value, at, seq: null }];
  // A command that ran and may have failed tells nothing.
  return typeof key === 'string' && unsure !== true
    ? commandEvent({ contextKey: key, contextValue: value }, { at, succeeded: true })
    : [];
}

const KINDS: readonly unknown[] = ['test', 'build', 'check'] satisfies CommandEvent['kind'][];

function failedCommand({ kind, command, output }: Activity['body'], at: string): CaptureEvent[] {
  if (!KINDS.includes(kind) || typeof command !== 'string') return [];
  const said = typeof output === 'string' ? { output } : {};
  return [{ type: 'command', kind: kind as CommandEvent['kind'], command, succeeded: false, at, seq: null, ...said }];
}
