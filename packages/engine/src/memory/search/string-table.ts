import { setImmediate as nextTurn } from 'node:timers/promises';

/** Strings made at once: 1 to 3 ms, with the map that they go into. */
const STRINGS_PER_CHUNK = 8192;

/** Strings as columns, in chunks of {@link STRINGS_PER_CHUNK}. */
export interface StringTable {
  /** UTF-16 units of each string. */
  readonly lengths: Uint32Array;
  /** Bytes of each chunk; the highest bit is set when it holds 2 bytes for each unit. */
  readonly chunks: Uint32Array;
  readonly bytes: Uint8Array;
}

const TWO_BYTES = 0x8000_0000;

/** Whether the strings are still the ones that were there at first. */
export type IsSame = () => boolean;

/** Null when they have changed before all were taken. Lossless for every string, also for half a surrogate pair, which a token that was cut may end with. */
export async function encodeStrings(
  count: number,
  stringAt: (index: number) => string,
  isSame: IsSame,
): Promise<StringTable | null> {
  const lengths = new Uint32Array(count);
  const parts: Buffer[] = [];
  const chunks: number[] = [];
  for (let from = 0; from < count; from += STRINGS_PER_CHUNK) {
    let text = '';
    for (let at = from; at < Math.min(count, from + STRINGS_PER_CHUNK); at++) {
      const string = stringAt(at);
      lengths[at] = string.length;
      text += string;
    }
    const isWide = hasWideUnit(text);
    const part = Buffer.from(text, isWide ? 'utf16le' : 'latin1');
    parts.push(part);
    chunks.push(isWide ? part.length + TWO_BYTES : part.length);
    await nextTurn();
    if (!isSame()) return null;
  }
  return { lengths, chunks: Uint32Array.from(chunks), bytes: Buffer.concat(parts) };
}

/** Calls `take` with each string, in order. */
export async function decodeStrings(
  { lengths, chunks, bytes }: StringTable,
  take: (string: string, index: number) => void,
): Promise<void> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let offset = 0;
  for (let chunk = 0; chunk < chunks.length; chunk++) {
    const isWide = chunks[chunk]! >= TWO_BYTES;
    const end = offset + (chunks[chunk]! & ~TWO_BYTES);
    const text = buffer.toString(isWide ? 'utf16le' : 'latin1', offset, end);
    offset = end;
    let unit = 0;
    const last = Math.min(lengths.length, (chunk + 1) * STRINGS_PER_CHUNK);
    for (let at = chunk * STRINGS_PER_CHUNK; at < last; at++) {
      take(text.slice(unit, unit + lengths[at]!), at);
      unit += lengths[at]!;
    }
    await nextTurn();
  }
}

function hasWideUnit(text: string): boolean {
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) > 0xff) return true;
  return false;
}
