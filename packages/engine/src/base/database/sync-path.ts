import { closeSync, fsyncSync, openSync } from 'node:fs';

/** Brings a file's content to disk. */
export function syncFile(path: string): void {
  // Windows flushes only through a handle that may write.
  syncOpened(openSync(path, 'r+'));
}

/** Brings a directory's names to disk: a synced file whose name is lost in a power cut is lost with it. */
export function syncDirectory(path: string): void {
  // Windows can neither open a directory as a file nor needs it: NTFS journals its names.
  if (process.platform !== 'win32') syncOpened(openSync(path, 'r'));
}

function syncOpened(descriptor: number): void {
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
