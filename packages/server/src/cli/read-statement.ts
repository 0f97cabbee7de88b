import { InklingError } from '@inkling/engine';

// The engine's bound, and a line end after it, which is no part of the statement.
const MAX_CONTENT_BYTES = 8_192;
const LINE_END = /\r?\n$/;

/**
 * One statement from a stream that may never end: reading stops as soon as no statement can come of it.
 * White space around the statement is dropped.
 * @throws InklingError `observation-too-large` for more than 8 KiB before the last line end.
 */
export async function readStatement(source: AsyncIterable<Uint8Array | string>): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of source) {
    const piece = Buffer.from(chunk as Uint8Array);
    chunks.push(piece);
    bytes += piece.length;
    if (bytes > MAX_CONTENT_BYTES + '\r\n'.length) throw tooLarge();
  }
  const text = Buffer.concat(chunks).toString('utf8').replace(LINE_END, '');
  if (Buffer.byteLength(text, 'utf8') > MAX_CONTENT_BYTES) throw tooLarge();
  return text.trim();
}

function tooLarge(): InklingError {
  return new InklingError('observation-too-large', 'Standard input holds more than 8 KiB.', {
    wayOut: 'Split it into several statements.',
    details: { maxBytes: MAX_CONTENT_BYTES },
  });
}
