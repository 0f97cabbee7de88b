import { closeSync, fstatSync, openSync, renameSync, writeSync } from 'node:fs';

/** A file that lines are added to, and that never outgrows two pieces. */
export interface LogFile {
  write(line: string): void;
  close(): void;
}

// About 60,000 requests in each piece.
const MAX_BYTES = 16 * 2 ** 20;

/** Opens a log file for adding, readable by its owner only. When it is full it becomes `<file>.1`, and a new one begins. */
export function openLogFile(file: string, maxBytes: number = MAX_BYTES): LogFile {
  const open = (): number => openSync(file, 'a', 0o600);
  let descriptor = open();
  let size = fstatSync(descriptor).size;
  return {
    // At once, not buffered: what was logged before a crash is what explains it.
    write(line) {
      if (size >= maxBytes) {
        closeSync(descriptor);
        renameSync(file, `${file}.1`);
        descriptor = open();
        size = 0;
      }
      size += writeSync(descriptor, line);
    },
    close: () => closeSync(descriptor),
  };
}
