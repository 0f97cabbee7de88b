import { closeSync, fstatSync, openSync, renameSync, write as writeBehind, writeSync } from 'node:fs';
import type { Clock } from '@inkling/engine';
import { InklingError } from '@inkling/engine/errors';
import type { DaemonLog } from '../http/request-log.ts';

/** A file that lines are added to, and that never outgrows two pieces. */
export interface LogFile {
  /** At once: what was logged before a crash is what explains it. */
  write(line: string): void;
  /**
   * Behind what goes on now, those of a tenth of a second together: an agent's answer does not wait for a disk that is busy, which held lines
   * up for 110 ms, nor for the thread that writes to be woken for each line. A process that is killed loses the last ones.
   */
  later(line: string): void;
  /** Writes the rest. */
  close(): void;
}

// About 60,000 requests in each piece.
const MAX_BYTES = 16 * 2 ** 20;

/** A disk that hangs must not fill the memory: what comes on top of some 4 MB is lost. */
const MOST_WAITING = 16_384;

const LATER_MS = 100;

/** Calls `flush` when what waits is to be written; the process does not live on for it. */
export type FlushLater = (flush: () => void) => void;

const soon: FlushLater = (flush) => void setTimeout(flush, LATER_MS).unref();

/** Opens a log file for adding, readable by its owner only. When it is full it becomes `<file>.1`, and a new one begins. */
export function openLogFile(file: string, maxBytes: number = MAX_BYTES, flushLater: FlushLater = soon): LogFile {
  const open = (): number => openSync(file, 'a', 0o600);
  let descriptor = open();
  let size = fstatSync(descriptor).size;
  let waiting: string[] = [];
  let isWriting = false;
  let isClosed = false;
  function write(text: string): void {
    attempt(text, () => {
      size += writeSync(descriptor, text);
      putAsideIfFull();
    });
  }
  /** The disk is full, or the directory gone: what the lines are about goes on, and somebody may read standard error. */
  function attempt(text: string, work: () => void): void {
    try {
      work();
    } catch (error) {
      process.stderr.write(`${file}: ${String(error)}\n${text}`);
    }
  }
  function putAsideIfFull(): void {
    // Not under a write that is under way: its file would be another's by then.
    if (size < maxBytes || isWriting) return;
    // In this order a failure leaves what is open open.
    renameSync(file, `${file}.1`);
    const next = open();
    closeSync(descriptor);
    descriptor = next;
    size = 0;
  }
  function takeWaiting(): string {
    const text = waiting.join('');
    waiting = [];
    return text;
  }
  function flush(): void {
    if (isClosed || waiting.length === 0) return;
    const text = takeWaiting();
    isWriting = true;
    writeBehind(descriptor, text, () => {
      isWriting = false;
      size += Buffer.byteLength(text);
      if (isClosed) return closeSync(descriptor);
      attempt('', putAsideIfFull);
      if (waiting.length > 0) flushLater(flush);
    });
  }
  return {
    write,
    later(line) {
      if (waiting.length >= MOST_WAITING) return;
      waiting.push(line);
      if (waiting.length === 1 && !isWriting) flushLater(flush);
    },
    close() {
      if (isClosed) return;
      isClosed = true;
      if (waiting.length > 0) write(takeWaiting());
      if (!isWriting) closeSync(descriptor);
    },
  };
}

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
  if (InklingError.isInstance(error)) {
    const { code, message, cause } = error;
    return { code, message, cause: cause === undefined ? undefined : describeError(cause) };
  }
  if (!(error instanceof Error)) return { kind: typeof error };
  const frames = error.stack?.split('\n').filter((text) => /^\s+at /.test(text)) ?? [];
  return { kind: error.name, at: frames.slice(0, 8).map((text) => text.trim()) };
}
