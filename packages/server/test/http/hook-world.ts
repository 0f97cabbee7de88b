import type { Activity, MemoryInject, Session } from '@inkling/engine';
import { expect } from 'vitest';
import { slowClock } from '../../../engine/test/slow-clock.ts';
import { createHookServices } from '../../src/agents/hook-services.ts';
import type { DaemonApp } from './daemon-app.ts';

/** Clients that speak to a daemon by their hooks, and what the daemon has of their sessions. */
export function hookWorld(daemon: () => DaemonApp) {
  let sessions = 0;

  /** As a daemon that starts anew has them: it knows of sessions what the store has. */
  const servicesAnew = (issue: string | null = null) =>
    createHookServices({
      secret: 'test',
      clock: slowClock,
      projectOf: async () => 'api',
      topOf: async () => null,
      issueOf: async () => issue,
      onVerbEvent: () => undefined,
      onError: (error) => daemon().failures.push(error),
    });

  /** One client's session: what its hooks are answered, as the text that the model gets. */
  function client(name = 'claude-code', sessionId = `claude-${(sessions += 1)}`) {
    const send = async (hookName: string, fields: object = {}, headers = {}): Promise<Record<string, unknown>> => {
      const body = { session_id: sessionId, cwd: '/repos/api', hook_event_name: hookName, ...fields };
      const answer = await daemon().ask(`post /v1/hooks/${name}`, { body, role: 'worker', headers });
      expect(answer.status).toBe(200);
      return answer.body;
    };
    const text = async (hookName: string, fields: object = {}): Promise<string> => {
      const output = (await send(hookName, fields)) as { hookSpecificOutput?: { additionalContext?: string } };
      return output.hookSpecificOutput?.additionalContext ?? '';
    };
    /** A block that must come: on a busy machine it may come with a later event of the session. */
    const block = async (hookName: string, fields: object): Promise<string> => {
      let given = await text(hookName, fields);
      const { agent_id } = fields as { agent_id?: string };
      const idle = { tool_name: 'TodoWrite', tool_input: {}, ...(agent_id === undefined ? {} : { agent_id }) };
      const later = async (): Promise<string> => (given === '' ? text('PostToolUse', idle) : given);
      await expect.poll(async () => (given = await later()), { timeout: 30_000 }).not.toBe('');
      return given;
    };
    let calls = 0;
    /** A tool call, before and after; a busy machine may be over the budget, then the block comes with a later event. */
    const toolCall = async (tool_name: string, tool_input: object, fields: object = {}): Promise<string> => {
      const call = { tool_name, tool_input, tool_use_id: `${sessionId}-${(calls += 1)}`, ...fields };
      expect(await send('PreToolUse', call)).toEqual({});
      return text('PostToolUse', { ...call, tool_response: {} });
    };
    return { sessionId, send, text, block, toolCall };
  }

  const sessionOf = async (id: string): Promise<Session> =>
    (await daemon().ask<Session & Record<string, unknown>>(`get /v1/sessions/${encodeURIComponent(id)}`)).body;

  const activitiesOf = async (id: string): Promise<readonly Activity[]> =>
    (await daemon().ask<{ rows: Activity[] }>(`get /v1/sessions/${encodeURIComponent(id)}/activities`)).body.rows;

  const injectsOf = async (id: string): Promise<readonly MemoryInject[]> =>
    (await daemon().ask<{ rows: MemoryInject[] }>(`get /v1/sessions/${encodeURIComponent(id)}/injects`)).body.rows;

  return { client, sessionOf, activitiesOf, injectsOf, servicesAnew };
}
