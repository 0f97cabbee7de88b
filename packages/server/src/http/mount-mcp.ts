import type { Clock, Memory } from '@inkling/engine';
import type { Context, Hono } from 'hono';
import { z } from 'zod';
import { idSchema } from '../contract/fields.ts';
import { ANY_ROLE } from '../contract/role.ts';
import type { McpSeat } from '../mcp/mcp-seat.ts';
import { admit, type Admission } from './admit.ts';
import { limitBody } from './limit-body.ts';
import type { SeatHandler } from './mcp-handler.ts';
import { checkPart } from './read-request.ts';
import type { RequestEnv } from './request-env.ts';
import type { DaemonLog } from './request-log.ts';

/** What the endpoint stands on. */
export interface McpOptions extends Admission {
  readonly memory: Memory;
  readonly clock: Clock;
  readonly log: Pick<DaemonLog, 'failure'>;
  readonly version: string;
  readonly draining: AbortSignal;
}

const ENDPOINT = { id: 'mcp', roles: ANY_ROLE } as const;

/** For whom the tools work. It stands in the address, which is the one thing that every client lets its user set. */
const query = z.strictObject({
  project: idSchema.exactOptional(),
  agent: idSchema.exactOptional(),
  session: idSchema.exactOptional(),
});

/**
 * MCP over Streamable HTTP at `/mcp`, behind the same walls as every other operation. Nothing is kept between requests, so any
 * replica answers any of them, and a restart of the daemon is not noticed.
 */
export function mountMcp(app: Hono<RequestEnv>, options: McpOptions): void {
  let handler: Promise<SeatHandler> | null = null;
  app.all('/mcp', limitBody(), async (context) => {
    context.set('operation', ENDPOINT.id);
    const seat = await takeSeat(context, options);
    const handle = await (handler ??= loadHandler(options));
    return handle(context.req.raw, seat);
  });
}

/** Read when the first client comes: the protocol is a tenth of a second of every start, and many daemons serve hooks only. */
async function loadHandler({ version, draining }: McpOptions): Promise<SeatHandler> {
  const { createSeatHandler } = await import('./mcp-handler.ts');
  return createSeatHandler(version, draining);
}

async function takeSeat(context: Context<RequestEnv>, options: McpOptions): Promise<McpSeat> {
  const caller = await admit(context, ENDPOINT, options);
  const { project = null, agent = null, session = null } = checkPart(query, context.req.query(), 'query');
  const memory = options.memory.org(caller.orgId);
  return {
    projectId: project,
    sessionId: session,
    agentId: agent,
    otherwise: caller.actor,
    clock: options.clock,
    ask: (work) => work(memory),
    onError: (error) => options.log.failure(error, context.get('requestId')),
  };
}
