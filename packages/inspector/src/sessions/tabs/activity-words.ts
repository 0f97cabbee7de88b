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
  if (tool !== null) return tool;
  const field = TEXT_FIELDS.find((name) => typeof body[name] === 'string');
  return field === undefined ? inline(body) : String(body[field]);
}

/** The tool that an event is a call of; null = it is none. */
export function toolName(body: Activity['body']): string | null {
  const name = body['tool'] ?? body['toolName'] ?? body['tool_name'];
  return typeof name === 'string' ? name : null;
}

/** A value in one line. */
export function inline(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? 'nothing');
}
