import { once } from 'node:events';
import { createServer } from 'node:net';
import { InklingError } from '@inkling/engine/errors';

/** Fails at once when nothing can listen there, before a database is opened for it: that takes seconds. Another program may still be first. */
export async function requirePort(host: string, port: number): Promise<void> {
  const server = createServer();
  try {
    await once(server.listen(port, host), 'listening');
  } catch (cause) {
    throw cannotListen(host, port, cause);
  }
  server.close();
  await once(server, 'close');
}

/** Why a daemon cannot listen, with the way out. */
export function cannotListen(host: string, port: number, cause: unknown): InklingError {
  const reason = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown';
  return new InklingError('invalid-input', `The daemon cannot listen on ${host}, port ${port} (${reason}).`, {
    hint: 'Give another --port, or --port 0 for any that is free.',
    cause,
    details: { host, port, reason },
  });
}
