import { createHash } from 'node:crypto';

/** SHA-256 of the text's UTF-8 bytes, as 64 hex digits. The identity of a statement and of a block. */
export function contentHash(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex');
}
