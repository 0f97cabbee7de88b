import { hash } from 'node:crypto';

/** SHA-256 of the text's UTF-8 bytes, as 64 hex digits. The identity of a statement and of a block. */
export function contentHash(text: string): string {
  // In one call, and not by an object that the garbage collector has to take back from native code.
  return hash('sha256', text, 'hex');
}
