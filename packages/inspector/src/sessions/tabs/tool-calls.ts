import type { Activity } from '@inkling/engine';
import type { Json, StoredVerbEvent } from '@inkling/engine/types';
import type { Tone } from '../../ui/badge.tsx';
import { toolName } from './activity-words.ts';

/** What looking a tool call up may take, in ms. */
export const BUDGET_MS = 100;

/** A call of a tool, put together from the events about it. */
export interface ToolCall {
  readonly key: string;
  readonly tool: string;
  readonly input: Json | undefined;
  /** undefined = not reported (yet). */
  readonly output: Json | undefined;
  readonly failed: boolean;
  readonly at: string;
}

const INPUTS = ['input', 'toolInput', 'tool_input', 'args', 'arguments'] as const;
const OUTPUTS = ['output', 'toolOutput', 'tool_response', 'toolResponse', 'result', 'response'] as const;
const IDS = ['toolUseId', 'tool_use_id', 'callId', 'id'] as const;

function firstOf(body: Activity['body'], names: readonly string[]): Json | undefined {
  return names.map((name) => body[name]).find((value) => value !== undefined);
}

function hasFailed(type: Activity['type'], body: Activity['body']): boolean {
  return type === 'error' || body['succeeded'] === false || body['failed'] === true;
}

/** The tool calls of a session, newest first: a call and its result are one when their senders named the call. */
export function toolCalls(activities: readonly Activity[]): ToolCall[] {
  const calls = new Map<string, ToolCall>();
  for (const { seq, type, body, occurredAt } of activities) {
    const tool = toolName(body);
    if (tool === null || type === 'context' || type === 'inject') continue;
    const id = firstOf(body, IDS);
    const key = typeof id === 'string' ? id : String(seq);
    const known = calls.get(key);
    calls.set(key, {
      key,
      tool,
      input: firstOf(body, INPUTS) ?? known?.input,
      output: firstOf(body, type === 'error' ? [...OUTPUTS, 'message'] : OUTPUTS) ?? known?.output,
      failed: hasFailed(type, body) || known?.failed === true,
      at: known?.at ?? occurredAt,
    });
  }
  return [...calls.values()].toReversed();
}

const OUTCOME_TONES: Readonly<Record<StoredVerbEvent['outcome'], Tone>> = {
  injected: 'good',
  queued: 'good',
  'no-match': 'neutral',
  skipped: 'neutral',
  'budget-exceeded': 'warn',
  disabled: 'warn',
};

/** What became of a tool call that was looked up, in words. Red is what kept an agent waiting for longer than the budget, or is broken. */
export function outcomeInWords({
  outcome,
  reason,
  elapsedMs,
}: Pick<StoredVerbEvent, 'outcome' | 'reason' | 'elapsedMs'>): {
  readonly words: string;
  readonly tone: Tone;
  readonly why?: string;
} {
  const words = outcome.replaceAll('-', ' ');
  if (outcome !== 'budget-exceeded') return { words, tone: OUTCOME_TONES[outcome] };
  if (reason === 'lookup-failed') return { words: 'no answer', tone: 'bad' };
  if (elapsedMs > BUDGET_MS) return { words, tone: 'bad' };
  const why = `Stopped early: this machine is busy, and the agent had to get its answer within ${BUDGET_MS} ms.`;
  return { words: 'stopped in time', tone: 'warn', why };
}
