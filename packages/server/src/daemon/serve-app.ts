import { once } from 'node:events';
import type { Server, ServerResponse } from 'node:http';
import { createAdaptorServer } from '@hono/node-server';
import type { Clock } from '@inkling/engine';

/** What is served, and where. */
export interface ServeOptions {
  readonly fetch: (request: Request) => Response | Promise<Response>;
  readonly host: string;
  /** 0 = any free port. */
  readonly port: number;
  readonly clock: Clock;
}

/** An application that listens. */
export interface Listener {
  readonly port: number;
  /**
   * Stops accepting and waits until every request that was accepted is answered; what is not answered after `graceMs` is cut off.
   * Idempotent.
   */
  drain(graceMs: number): Promise<void>;
}

/** Listens. Rejects with the system's error (`EADDRINUSE`, `EACCES`) when it cannot. */
export async function serveApp({ fetch, host, port, clock }: ServeOptions): Promise<Listener> {
  const server = createAdaptorServer({ fetch, hostname: host }) as Server;
  // An agent's hook calls once per tool call, seconds apart: a connection that is kept saves it a handshake.
  server.keepAliveTimeout = 65_000;
  let draining: Promise<void> | null = null;
  server.on('request', (_request, response: ServerResponse) => {
    // A connection that is kept alive behind its last answer would hold the end up for as long as it is kept.
    response.once('close', () => draining && setImmediate(() => server.closeIdleConnections()));
  });
  server.listen(port, host);
  await once(server, 'listening');
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : port,
    drain: (graceMs) => (draining ??= drain(server, clock, graceMs)),
  };
}

async function drain(server: Server, clock: Clock, graceMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  const cancel = clock.schedule(() => server.closeAllConnections(), graceMs);
  await closed;
  cancel();
}
