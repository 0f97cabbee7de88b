import type { IncomingMessage } from 'node:http';
import type { Env } from 'hono';
import type { Caller } from './caller.ts';

/** What is known of a request while it is answered. */
export interface RequestEnv extends Env {
  /** What the Node adapter gives along. */
  Bindings: { readonly incoming?: Pick<IncomingMessage, 'socket'> };
  Variables: { requestId: string; operation: string; caller: Caller; failure: unknown };
}
