import type { Clock, Memory } from '@inkling/engine';
import { createMcpHandler } from '@modelcontextprotocol/server';
import type { Context, Hono } from 'hono';
import { z } from 'zod';
import { DEFAULT_MAX_BODY_BYTES } from '../contract/endpoint.ts';
import { idSchema } from '../contract/fields.ts';
import { ANY_ROLE } from '../contract/role.ts';
import { createMcpServer } from '../mcp/create-mcp-server.ts';
import type { McpSeat } from '../mcp/mcp-seat.ts';
import { admit, type Admission } from './admit.ts';
import { limitBody } from './limit-body.ts';
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
  const { version, draining } = options;
  const handler = createMcpHandler(({ authInfo }) => createMcpServer(authInfo?.extra?.['seat'] as McpSeat, version), {
    maxRequestBodySize: DEFAULT_MAX_BODY_BYTES,
  });
  // Subscriptions stay open as long as their clients want.
  draining.addEventListener('abort', () => void handler.close(), { once: true });
  app.all('/mcp', limitBody(), async (context) => {
    context.set('operation', ENDPOINT.id);
    const seat = await takeSeat(context, options);
    return handler.fetch(context.req.raw, { authInfo: { token: '', clientId: '', scopes: [], extra: { seat } } });
  });
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
