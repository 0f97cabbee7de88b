import { createMcpHandler } from '@modelcontextprotocol/server';
import { DEFAULT_MAX_BODY_BYTES } from '../contract/endpoint.ts';
import { createMcpServer } from '../mcp/create-mcp-server.ts';
import type { McpContext } from '../mcp/mcp-context.ts';

/** Answers one request of an MCP client for a context. */
export type ContextHandler = (request: Request, context: McpContext) => Promise<Response>;

/** Makes the handler of MCP over Streamable HTTP. Subscriptions stay open as long as their clients want, but not longer than until `draining` aborts. */
export function createContextHandler(version: string, draining: AbortSignal): ContextHandler {
  const handler = createMcpHandler(
    ({ authInfo }) => createMcpServer(authInfo?.extra?.['context'] as McpContext, version),
    {
      maxRequestBodySize: DEFAULT_MAX_BODY_BYTES,
    },
  );
  const close = (): void => void handler.close();
  if (draining.aborted) close();
  else draining.addEventListener('abort', close, { once: true });
  return (request, context) =>
    handler.fetch(request, { authInfo: { token: '', clientId: '', scopes: [], extra: { context } } });
}
