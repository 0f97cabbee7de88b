import { closeSync, fstatSync, openSync, renameSync, write as writeBehind, writeSync } from 'node:fs';

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
