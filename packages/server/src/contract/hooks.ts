import { z } from 'zod';
import { AGENT_CLIENT_NAMES, type AgentClientName, type HookReportRow } from './agent-clients.ts';
import type { Endpoint } from './endpoint.ts';
import { timeSchema } from './fields.ts';
import { PEOPLE, WORKERS } from './role.ts';

/** Of a file that an agent read, its text is in the payload twice. The hook command hands over as much. */
export const MAX_PAYLOAD_BYTES: number = 2 ** 23;

/** Takes a hook of an agent's client and answers in that client's form. */
export const answerHookEndpoint: Endpoint<{
  params: { readonly client: AgentClientName };
  body: unknown;
  answer: Readonly<Record<string, unknown>>;
}> = {
  id: 'answerHook',
  method: 'post',
  path: '/v1/hooks/{client}',
  summary: "Take a hook of an agent's client, as the client sends it; the answer is the hook's output",
  description:
    'The first event of a session creates and claims it. Blocks come with the events whose text reaches the model, each once. An event that ' +
    'is unknown, malformed, late, or of a session that another worker or client has, is answered {}. With the header inkling-off nothing happens.',
  roles: [...WORKERS, 'agent'],
  params: z.strictObject({ client: z.enum(AGENT_CLIENT_NAMES) }),
  body: z.unknown(),
  answer: z.record(z.string(), z.unknown()),
  maxBodyBytes: MAX_PAYLOAD_BYTES,
};

/** How hooks were answered. */
export const reportHooksEndpoint: Endpoint<{ answer: { rows: readonly HookReportRow[] } }> = {
  id: 'reportHooks',
  method: 'get',
  path: '/v1/hooks',
  summary: 'How many hooks were answered since the daemon started, with which outcome, and how fast',
  roles: [...PEOPLE, 'worker'],
  answer: z.object({
    rows: z.array(
      z.object({
        client: z.enum(AGENT_CLIENT_NAMES),
        event: z.enum([
          'session-start',
          'prompt',
          'pre-tool',
          'post-tool',
          'pre-compact',
          'sub-agent-start',
          'sub-agent-stop',
          'turn-end',
          'session-end',
          'ignored',
        ]),
        outcomes: z.partialRecord(
          z.enum(['answered', 'ignored', 'off', 'foreign-client', 'held', 'too-late', 'failed']),
          z.number().int(),
        ),
        lastAt: timeSchema,
        p50Ms: z.number(),
        p95Ms: z.number(),
        p99Ms: z.number(),
      }),
    ),
  }),
};
