import { InklingError, type Clock } from '@inkling/engine';
import type { DaemonLog } from '../http/request-log.ts';

/** Creates a log of JSON lines. Its facts come from fixed lists, so no line can hold what was remembered or asked. */
export function createLogLines(write: (line: string) => void, clock: Clock): DaemonLog {
  const line = (level: 'info' | 'error', facts: Readonly<Record<string, unknown>>): void =>
    write(`${JSON.stringify({ time: new Date(clock.now()).toISOString(), level, ...facts })}\n`);
  return {
    request: (facts) => line(facts.status >= 500 ? 'error' : 'info', { event: 'request', ...facts }),
    note: (event, facts = {}) => line('info', { event, ...facts }),
    failure: (error, requestId) =>
      line('error', { event: 'failure', ...(requestId === undefined ? {} : { requestId }), ...describeError(error) }),
  };
}

/**
 * The kind of an error and where it was thrown, without its message: a database or a parser quotes in it what it could not take, which
 * may be somebody's text. The engine's own messages quote ids at most.
 */
function describeError(error: unknown): Readonly<Record<string, unknown>> {
  if (InklingError.isInstance(error)) return { code: error.code, message: error.message, cause: describeCause(error) };
  if (!(error instanceof Error)) return { kind: typeof error };
  const frames = error.stack?.split('\n').filter((text) => /^\s+at /.test(text)) ?? [];
  return { kind: error.name, at: frames.slice(0, 8).map((text) => text.trim()) };
}

function describeCause({ cause }: InklingError): unknown {
  return cause === undefined ? undefined : describeError(cause);
}
