import { sanitizeExcerpt } from '@inkling/engine/operator';

/** A foreign text as a block may hold it: line by line, with nothing hidden in it and nothing that imitates a block's or a chat's structure. */
export function safeLines(text: string): string {
  return text
    .split(/\r?\n/)
    .map((line) => (line.match(PIECES) ?? []).map((piece) => sanitizeExcerpt(piece, piece.length)).join(''))
    .join('\n');
}

/** No more is read of an excerpt. */
const PIECES = /[^]{1,8192}/gu;
