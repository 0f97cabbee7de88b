import { deriveContext } from '@inkling/engine/derivation';
import { recordAt } from '../base/record.ts';
import type { HookEventOf } from './clients/hook-event.ts';

// Of what an agent is asked the first line names the work, and what follows is searched too; a log that was pasted behind it is not.
export const TITLE_MAX_CHARACTERS = 200;
export const DESCRIPTION_MAX_CHARACTERS = 4000;

/** Sessions that wait for a sub-agent which never starts keep no more than this. */
const MOST_DISPATCHES = 32;

/** What a sub-agent was asked to do. */
export interface SubAgentTask {
  readonly title: string;
  readonly description: string | null;
}

/** A call that dispatches a sub-agent, until that begins. */
export interface Dispatch extends SubAgentTask {
  readonly callId: string | null;
  /** What kind of sub-agent is to do it; null = not said. */
  readonly agentType: string | null;
}

/** The tool call that dispatches a sub-agent says what it is to do; its own first event does not. */
export function noteDispatch(dispatches: Dispatch[], { toolName, toolInput, callId }: HookEventOf<'pre-tool'>): void {
  const task = deriveContext(toolName, toolInput).find(({ contextKey }) => contextKey === 'lastSubAgentDispatch');
  if (typeof task?.contextValue !== 'string' || dispatches.length >= MOST_DISPATCHES) return;
  const { prompt, subagent_type: agentType } = recordAt(toolInput);
  dispatches.push({
    title: task.contextValue.slice(0, TITLE_MAX_CHARACTERS),
    description: typeof prompt === 'string' ? prompt.slice(0, DESCRIPTION_MAX_CHARACTERS) : null,
    callId,
    agentType: typeof agentType === 'string' ? agentType : null,
  });
}

/** A call that failed has begun no sub-agent. One that succeeded may have, and be told before it. */
export function dropDispatch(dispatches: Dispatch[], { callId, failure }: HookEventOf<'post-tool'>): void {
  const at = failure === null ? -1 : dispatches.findIndex((each) => each.callId === callId);
  if (at >= 0) dispatches.splice(at, 1);
}

/** Takes out what a sub-agent that begins is to do: the oldest task for its kind, else the oldest of all. */
export function takeDispatch(dispatches: Dispatch[], agentType: string | null): SubAgentTask | null {
  const ofKind = agentType === null ? -1 : dispatches.findIndex((each) => each.agentType === agentType);
  const [taken] = dispatches.splice(Math.max(0, ofKind), 1);
  return taken === undefined ? null : { title: taken.title, description: taken.description };
}
