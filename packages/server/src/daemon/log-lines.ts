import type { Clock } from '@inkling/engine';
import { InklingError } from '@inkling/engine/errors';
import type { DaemonLog } from '../http/request-log.ts';
import type { LogFile } from './log-file.ts';

/** Where lines go: at once, or behind what goes on. */
export type LogTarget = Pick<LogFile, 'write' | 'later'>;

/**
 * Creates a log of JSON lines. Its facts come from fixed lists, so no line can hold what was remembered or asked. Of requests that went well
 * the lines are written behind their answers.
 */
export function createLogLines(target: LogTarget, clock: Clock): DaemonLog {
  const line = (level: 'info' | 'error', facts: Readonly<Record<string, unknown>>, how: keyof LogTarget): void =>
    target[how](`${JSON.stringify({ time: new Date(clock.now()).toISOString(), level, ...facts })}\n`);
  return {
    request: (facts) =>
      facts.status >= 500
        ? line('error', { event: 'request', ...facts }, 'write')
        : line('info', { event: 'request', ...facts }, 'later'),
    note: (event, facts = {}) => line('info', { event, ...facts }, 'write'),
    failure: (error, requestId) =>
      line(
        'error',
        { event: 'failure', ...(requestId === undefined ? {} : { requestId }), ...describeError(error) },
        'write',
      ),
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
