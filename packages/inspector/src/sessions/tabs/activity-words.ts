import type { Activity } from '@inkling/engine';
import { Brain, CircleAlert, MessageSquareText, Radar, Syringe, Wrench, type LucideIcon } from 'lucide-react';

/** How a kind of event looks. */
export const ACTIVITY_ICONS: Readonly<Record<Activity['type'], LucideIcon>> = {
  thought: Brain,
  action: Wrench,
  response: MessageSquareText,
  error: CircleAlert,
  context: Radar,
  inject: Syringe,
};

/** The kinds of events, in the order in which one filters by them. */
export const ACTIVITY_TYPES: readonly Activity['type'][] = [
  'thought',
  'action',
  'response',
  'error',
  'context',
  'inject',
];

const TEXT_FIELDS = ['text', 'content', 'message', 'summary', 'result', 'reason'] as const;

/** The sentence of an event: what it says of itself, whichever field its sender put that in. */
export function activityText({ type, body }: Activity): string {
  if (type === 'context') return `${String(body['key'])} is ${inline(body['value'])}`;
  const tool = toolName(body);
  const field = TEXT_FIELDS.find((name) => typeof body[name] === 'string');
  if (tool !== null) return type === 'error' && field !== undefined ? `${tool}: ${String(body[field])}` : tool;
  return field === undefined ? inline(body) : String(body[field]);
}

/** The tool that an event is a call of, or the failure of a call; null = it is none. Hooks of agents say `name`, with the id of the call. */
export function toolName(body: Activity['body']): string | null {
  const called = typeof body['callId'] === 'string' ? body['name'] : undefined;
  const name = body['tool'] ?? body['toolName'] ?? body['tool_name'] ?? called;
  return typeof name === 'string' ? name : null;
}

/** A value in one line. */
export function inline(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? 'nothing');
}
