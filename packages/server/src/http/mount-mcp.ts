import type { Context, Hono } from 'hono';
import { z } from 'zod';
import { ANY_ROLE, DEFAULT_MAX_BODY_BYTES } from '../contract/endpoint.ts';
import { idSchema } from '../contract/fields.ts';
import type { McpContext } from '../mcp/mcp-tool.ts';
import { admitting } from './admit.ts';
import { agentOf, type RequestEnv } from './caller.ts';
import { checkNames, checkPart, limitBody, readText } from './read-request.ts';
import { bindRequest, isInProjectOf, observationToChange, readingOf } from './rights.ts';
import type { AppOptions } from './route.ts';

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
export function mountMcp(app: Hono<RequestEnv>, options: AppOptions): void {
  let handler: Promise<ContextHandler> | null = null;
  app.all('/mcp', admitting(ENDPOINT, options), limitBody(), async (context) => {
    const mcpContext = await openContext(context, options);
    const handle = await (handler ??= loadHandler(options));
    const { raw } = context.req;
    if (raw.method !== 'POST') return handle(raw, mcpContext);
    return handle(new Request(raw, { method: 'POST', body: await readText(context) }), mcpContext);
  });
}

type ContextHandler = (request: Request, context: McpContext) => Promise<Response>;

/**
 * The protocol is read when the first client comes: it is a tenth of a second of every start, and many daemons serve hooks only. Subscriptions
 * stay open as long as their clients want, but not longer than until `draining` aborts.
 */
async function loadHandler({ version, draining }: AppOptions): Promise<ContextHandler> {
  const { createMcpHandler } = await import('@modelcontextprotocol/server');
  const { createMcpServer } = await import('../mcp/create-mcp-server.ts');
  const handler = createMcpHandler(
    ({ authInfo }) => createMcpServer(authInfo?.extra?.['context'] as McpContext, version),
    { maxRequestBodySize: DEFAULT_MAX_BODY_BYTES },
  );
  const close = (): void => void handler.close();
  if (draining.aborted) close();
  else draining.addEventListener('abort', close, { once: true });
  return (request, context) =>
    handler.fetch(request, { authInfo: { token: '', clientId: '', scopes: [], extra: { context } } });
}

async function openContext(context: Context<RequestEnv>, options: AppOptions): Promise<McpContext> {
  const caller = context.get('caller');
  const asked = checkPart(query, context.req.query(), 'query');
  checkNames({ path: '/mcp' }, { params: undefined, query: asked, body: undefined });
  const { project = null, agent = null, session = null } = asked;
  const memory = options.memory.org(caller.orgId);
  const { projects, ownsMachine } = caller;
  // Who is bound to one project need not name it.
  const projectId = project ?? (projects?.length === 1 ? (projects[0] ?? null) : null);
  const named = { params: session === null ? {} : { sessionId: session }, query: { projectId }, body: undefined };
  await bindRequest({ caller, endpoint: { id: ENDPOINT.id, path: '/mcp' }, memory }, named);
  const writing = { caller, operation: ENDPOINT.id, memory, services: options };
  const rememberAs: typeof memory.capture.remember = (input) => memory.capture.remember(input, readingOf(writing));
  return {
    projectId,
    sessionId: session,
    // What a client calls itself decides for nobody but the owner of the machine.
    agentId: ownsMachine ? agent : (agentOf(caller, agent) ?? null),
    isWithin: (id) => isInProjectOf(writing, id),
    requireChange: async (id, doesReplace) => void (await observationToChange(writing, id, doesReplace)),
    async requireSession(sessionId) {
      const asked = { params: { sessionId }, query: {}, body: undefined };
      await bindRequest({ caller, endpoint: { id: ENDPOINT.id, path: '/mcp/{sessionId}' }, memory }, asked);
    },
    otherwise: caller.actor,
    clock: options.clock,
    ask: (work) => work({ ...memory, capture: { ...memory.capture, remember: rememberAs } }),
    onError: (error) => options.log.failure(error, context.get('requestId')),
  };
}
