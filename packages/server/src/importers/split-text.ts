/**
 * What an importer puts into one observation at most, in bytes of UTF-8. The engine refuses more than 8,192; the difference is
 * room for redaction, which may replace a short secret by a longer mark.
 */
export const MAX_IMPORT_BYTES = 7_680;

// A boundary in the first quarter would leave a stub; then the next finer boundary is better.
const SMALLEST_USEFUL_SHARE = 0.25;
const BOUNDARIES = ['\n\n', '\n', ' '];

/**
 * Cuts a text into pieces of at most `maxBytes`, at the last paragraph that fits, else the last line, else the last word, else
 * between two characters. White space at a cut is dropped; nothing else is lost.
 */
export function splitText(text: string, maxBytes: number = MAX_IMPORT_BYTES): string[] {
  const bytes = Buffer.from(text, 'utf8');
  const pieces: string[] = [];
  let start = 0;
  while (bytes.length - start > maxBytes) {
    const window = bytes.subarray(start, characterBoundary(bytes, start + maxBytes)).toString('utf8');
    const piece = window.slice(0, lastBoundary(window));
    pieces.push(piece.trim());
    start += Buffer.byteLength(piece, 'utf8');
  }
  pieces.push(bytes.subarray(start).toString('utf8').trim());
  return pieces.filter((piece) => piece !== '');
}

function characterBoundary(bytes: Buffer, position: number): number {
  let boundary = position;
  // 10xxxxxx = the inside of a character.
  while (((bytes[boundary] ?? 0) & 0xc0) === 0x80) boundary -= 1;
  return boundary;
}

function lastBoundary(window: string): number {
  for (const boundary of BOUNDARIES) {
    const position = window.lastIndexOf(boundary);
    if (position > window.length * SMALLEST_USEFUL_SHARE) return position;
  }
  return window.length;
}
