import { createMcpHandler } from '@modelcontextprotocol/server';
import { DEFAULT_MAX_BODY_BYTES } from '../contract/endpoint.ts';
import { createMcpServer } from '../mcp/create-mcp-server.ts';
import type { McpSeat } from '../mcp/mcp-seat.ts';

/** Answers one request of an MCP client for a seat. */
export type SeatHandler = (request: Request, seat: McpSeat) => Promise<Response>;

/** Makes the handler of MCP over Streamable HTTP. Subscriptions stay open as long as their clients want, but not longer than until `draining` aborts. */
export function createSeatHandler(version: string, draining: AbortSignal): SeatHandler {
  const handler = createMcpHandler(({ authInfo }) => createMcpServer(authInfo?.extra?.['seat'] as McpSeat, version), {
    maxRequestBodySize: DEFAULT_MAX_BODY_BYTES,
  });
  const close = (): void => void handler.close();
  if (draining.aborted) close();
  else draining.addEventListener('abort', close, { once: true });
  return (request, seat) =>
    handler.fetch(request, { authInfo: { token: '', clientId: '', scopes: [], extra: { seat } } });
}
